// Domains: a union-find over devices and functions.
#include "transforms/device_domains.h"

#include "diagnostics/diagnostic.h"
#include "ir/identity.h"
#include "op/attrs_tensor.h"

namespace passcope {

DeviceDomains::DeviceDomains(VirtualDevice host, VirtualDevice standard)
    : host_(Canonical(std::move(host))), standard_(Canonical(std::move(standard))) {}

VirtualDevice DeviceDomains::Canonical(VirtualDevice device) {
  if (device.device_type != VirtualDevice::kUnconstrained &&
      device.device_id == VirtualDevice::kUnconstrained)
    device.device_id = 0;
  return device;
}

DeviceDomains::Domain DeviceDomains::New(VirtualDevice device, std::vector<Domain> parts) {
  auto domain = static_cast<Domain>(nodes_.size());
  nodes_.push_back({std::move(device), std::move(parts), domain});
  return domain;
}

DeviceDomains::Domain DeviceDomains::OfFunction(std::vector<Domain> params_and_result) {
  return New({}, std::move(params_and_result));
}

// Types nest at most TypeNode::kMaxDepth deep, and so do domains.
DeviceDomains::Domain DeviceDomains::OfType(const Type& type, const VirtualDevice& device) {
  const auto* function = As<FuncTypeNode>(type);
  if (!function) return New(Canonical(device), {});
  std::vector<Domain> parts;
  for (const Type& arg : function->arg_types) parts.push_back(OfType(arg));
  parts.push_back(OfType(function->ret_type, device));
  return OfFunction(std::move(parts));
}

DeviceDomains::Domain DeviceDomains::Of(const Expr& expr) {
  const void* key = IdentityOf(expr);
  if (const Domain* known = of_.Find(key)) return Find(*known);
  Domain domain = OfType(expr->checked_type());
  of_[key] = domain;
  keep_.push_back(expr);
  return domain;
}

DeviceDomains::Domain DeviceDomains::OfCallee(const CallNode* call) {
  const auto* op = As<OpNode>(call->op());
  const auto* constructor = As<ConstructorNode>(call->op());
  if (!op && !constructor) return Of(call->op());
  if (const Domain* known = of_callee_.Find(call)) return Find(*known);
  auto device = [](const AttrValue& value) {
    return AsVirtualDevice(value).value_or(VirtualDevice());
  };
  std::string_view name = op ? op->name() : "";
  const Type& type = call->checked_type();
  std::vector<Domain> parts;
  if (name == "on_device") {
    const auto* attrs = As<OnDeviceAttrs>(call->attrs);
    VirtualDevice place = device(attrs->virtual_device), anywhere;
    parts = {OfType(type, attrs->constrain_body ? place : anywhere),
             OfType(type, attrs->constrain_result ? place : anywhere)};
  } else if (name == "device_copy") {
    const auto* attrs = As<DeviceCopyAttrs>(call->attrs);
    parts = {OfType(type, device(attrs->src_virtual_device)),
             OfType(type, device(attrs->dst_virtual_device))};
  } else if (name == "memory.alloc_storage") {
    const auto* attrs = As<AllocStorageAttrs>(call->attrs);
    for (size_t i = 0; i < call->args().size(); ++i) parts.push_back(New(host_, {}));
    parts.push_back(OfType(type, device(attrs->virtual_device)));
  } else if (name == "memory.alloc_tensor") {
    Domain result = OfType(type);
    parts = {result, New(host_, {}), New(host_, {}), result};
  } else if (name == "vm.shape_of") {
    parts = {OfType(call->arg(0)->checked_type()), New(host_, {})};
  } else if (name == "vm.reshape_tensor") {
    Domain result = OfType(type);
    parts = {result, New(host_, {}), result};
  } else if (name == "vm.invoke_tvm_op") {
    Domain result = OfType(type);
    parts = {OfType(call->arg(0)->checked_type()), result, result, result};
  } else {
    // The arguments and the result of an operator are on one device. So are those of a constructor.
    Domain result = New({}, {});
    for (const Expr& arg : call->args()) {
      Domain param = constructor ? OfType(arg->checked_type()) : result;
      if (constructor) UnifyCollapsed(result, param, Expr(call));
      parts.push_back(param);
    }
    parts.push_back(result);
  }
  Domain domain = OfFunction(std::move(parts));
  of_callee_[call] = domain;
  keep_.push_back(Expr(call));
  return domain;
}

DeviceDomains::Domain DeviceDomains::Find(Domain domain) {
  while (nodes_[domain].parent != domain) {
    domain = nodes_[domain].parent = nodes_[nodes_[domain].parent].parent;
  }
  return domain;
}

bool DeviceDomains::TryUnify(Domain a, Domain b) {
  a = Find(a);
  b = Find(b);
  if (a == b) return true;
  if (nodes_[a].parts.size() != nodes_[b].parts.size()) return false;
  for (size_t i = 0; i < nodes_[a].parts.size(); ++i) {
    if (!TryUnify(nodes_[a].parts[i], nodes_[b].parts[i])) return false;
  }
  VirtualDevice joined = nodes_[a].device;
  const VirtualDevice& other = nodes_[b].device;
  auto join = [](auto& mine, const auto& theirs, const auto& unknown) {
    if (mine == unknown) mine = theirs;
    return theirs == unknown || mine == theirs;
  };
  if (!join(joined.device_type, other.device_type, VirtualDevice::kUnconstrained) ||
      !join(joined.device_id, other.device_id, VirtualDevice::kUnconstrained) ||
      !join(joined.memory_scope, other.memory_scope, std::string()))
    return false;
  nodes_[a].device = Canonical(std::move(joined));
  nodes_[b].parent = a;
  return true;
}

void DeviceDomains::Fail(Domain a, Domain b, const Expr& where) {
  throw DiagnosticError(
      DiagKind::kIllFormed,
      MSG(kDeviceConflict, "this expression cannot be both on {first} and on {second}",
          VirtualDeviceText(ResultDevice(a)), VirtualDeviceText(ResultDevice(b))),
      {}, where);
}

void DeviceDomains::Unify(Domain a, Domain b, const Expr& where) {
  if (!TryUnify(a, b)) Fail(a, b, where);
}

void DeviceDomains::UnifyCollapsed(Domain first_order, Domain maybe_function, const Expr& where) {
  std::vector<Domain> parts = nodes_[Find(maybe_function)].parts;
  if (parts.empty()) return Unify(first_order, maybe_function, where);
  for (Domain part : parts) UnifyCollapsed(first_order, part, where);
}

void DeviceDomains::UnifyIfPossible(Domain a, Domain b) {
  std::vector<Node> before = nodes_;
  if (!TryUnify(a, b)) nodes_ = std::move(before);
}

void DeviceDomains::SetDefault(Domain domain, const VirtualDevice& device) {
  Node& node = nodes_[Find(domain)];
  if (!node.parts.empty()) {
    for (Domain part : std::vector<Domain>(node.parts)) SetDefault(part, device);
    return;
  }
  if (node.device.device_type == VirtualDevice::kUnconstrained)
    node.device.device_type = device.device_type;
  if (node.device.device_id == VirtualDevice::kUnconstrained)
    node.device.device_id = device.device_id;
  if (node.device.memory_scope.empty()) node.device.memory_scope = device.memory_scope;
  node.device = Canonical(std::move(node.device));
}

void DeviceDomains::SetResultDefaultThenParams(Domain domain, const VirtualDevice& device) {
  const std::vector<Domain>& parts = nodes_[Find(domain)].parts;
  if (parts.empty()) return SetDefault(domain, device);
  Domain result = parts.back();
  while (!nodes_[Find(result)].parts.empty()) result = nodes_[Find(result)].parts.back();
  SetDefault(result, device);
  SetDefault(domain, ResultDevice(domain));
}

VirtualDevice DeviceDomains::ResultDevice(Domain domain) {
  domain = Find(domain);
  while (!nodes_[domain].parts.empty()) domain = Find(nodes_[domain].parts.back());
  return nodes_[domain].device;
}

}  // namespace passcope
