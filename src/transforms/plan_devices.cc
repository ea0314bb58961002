// PlanDevices: decides on which device each expression is computed, and copies data between
// devices.
//
// Why: a program fixes the devices of some expressions with on_device, and the rest follows. The
// arguments and the result of an operator are on one device. Tuples are on the device of their
// fields. Each parameter of a function can be on another device. Shapes are on the host, the CPU.
// Unconstrained expressions are on the default device. Each function then gets the attributes
// "param_virtual_devices" and "virtual_device" for its parameters and result (TVM keeps the former
// with the parameters). Where an expression is used on another device, the pass inserts
// device_copy. An expression that is let-bound, or on another device than its enclosing expression,
// gets an on_device that also constrains its result. Planning again changes nothing. A program
// without devices gets only the marks around the values of its lets if the default is the CPU.
//
//   before  subtract(on_device(add(%a, %b), CPU), add(%c, %d))      with GPU as default
//   after   subtract(device_copy(on_device(add(%a, %b), CPU, constrain_result=True), CPU, GPU),
//                    add(%c, %d))
#include "transforms/plan_devices.h"

#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.h"
#include "ir/search.h"
#include "ir/visitor.h"
#include "op/attrs_tensor.h"
#include "op/op.h"
#include "op/op_marks.h"
#include "pass/registry.h"
#include "support/per_engine.h"
#include "transforms/device_domains.h"
#include "transforms/devices.h"
#include "transforms/pattern_utils.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope {
namespace {

using Domain = DeviceDomains::Domain;

constexpr int64_t kCpu = 1;
constexpr char kParamDevices[] = "param_virtual_devices", kResultDevice[] = "virtual_device";

const OnDeviceAttrs* OnDeviceOf(const Expr& expr) {
  return IsCallTo(expr, "on_device") ? As<OnDeviceAttrs>(As<CallNode>(expr)->attrs) : nullptr;
}
bool IsUsual(const OnDeviceAttrs* attrs) {
  return attrs->constrain_body && !attrs->constrain_result;
}

Expr OnDevice(const Expr& body, const OnDeviceAttrs* like) {
  return Call(GetOp("on_device"), {body}, Attrs(CopyAttrs(*like)), {}, body->span());
}

// `body` marked as fixed on `device`. Variables, functions and expressions that can be on any
// device need no mark. If marks are nested, the outer one remains, but the body is on the device of
// the inner one.
Expr Fixed(const Expr& body, const AttrValue& device) {
  switch (body->kind()) {
    case ExprKind::kOp:
    case ExprKind::kConstructor:
    case ExprKind::kVar:
    case ExprKind::kGlobalVar:
    case ExprKind::kFunction:
      return body;
    default:
      break;
  }
  auto* attrs = MakeAttrs<OnDeviceAttrs>();
  Attrs made(attrs);
  attrs->virtual_device = device;
  attrs->constrain_result = true;
  if (const OnDeviceAttrs* inner = OnDeviceOf(body)) {
    attrs->constrain_body = inner->constrain_body;
    auto here = AsVirtualDevice(inner->virtual_device), there = AsVirtualDevice(device);
    if (inner->constrain_body && here != there) {
      throw DiagnosticError(
          DiagKind::kIllFormed,
          MSG(kDeviceConflict, "this expression cannot be both on {first} and on {second}",
              VirtualDeviceText(here.value_or(VirtualDevice())),
              VirtualDeviceText(there.value_or(VirtualDevice()))),
          {}, body);
    }
  }
  return Call(GetOp("on_device"), {WithoutOnDevice(body)}, std::move(made), {}, body->span());
}

// Makes marks around results of functions and values of lets constrain the results too. A field of
// a marked tuple is marked as well.
Expr WithFixedResults(const Expr& function) {
  auto fix = [](const Expr& expr) {
    const OnDeviceAttrs* attrs = OnDeviceOf(expr);
    return attrs && IsUsual(attrs) ? Fixed(expr->child(1), attrs->virtual_device) : expr;
  };
  return RewritePostOrder(
      function, [&](const ExprNode* node, std::span<const Expr> children) -> Expr {
        std::vector<Expr> parts(children.begin(), children.end());
        if (As<LetNode>(node)) {
          parts[1] = fix(parts[1]);
        } else if (As<FunctionNode>(node)) {
          parts.back() = fix(parts.back());
        } else if (const auto* item = As<TupleGetItemNode>(node)) {
          const OnDeviceAttrs* attrs = OnDeviceOf(parts[0]);
          if (attrs && IsUsual(attrs))
            return OnDevice(TupleGetItem(parts[0]->child(1), item->index, node->span()), attrs);
        }
        return WithChildren(node, parts);
      });
}

bool IsPlanned(const FunctionNode* function) { return !function->is_primitive(); }

// The device that an earlier plan gave a parameter of a function.
VirtualDevice DeviceAttr(const FunctionNode* function, size_t param) {
  const AttrValue* devices = function->attrs ? function->attrs->Find(kParamDevices) : nullptr;
  const AttrArray* array = devices ? devices->array() : nullptr;
  if (!array || param >= array->size()) return {};
  return AsVirtualDevice((*array)[param]).value_or(VirtualDevice());
}
VirtualDevice ResultDeviceAttr(const FunctionNode* function) {
  const AttrValue* device = function->attrs ? function->attrs->Find(kResultDevice) : nullptr;
  return device ? AsVirtualDevice(*device).value_or(VirtualDevice()) : VirtualDevice();
}

// Calls `f` for each expression outside of primitive functions once, children before parents.
template <class F>
void ForEachPlanned(const Expr& root, F&& f) {
  struct Visitor : PostOrderVisitor {
    explicit Visitor(F& f) : f(f) {}
    bool Enter(const ExprNode* node) override {
      const auto* function = As<FunctionNode>(node);
      return !function || IsPlanned(function);
    }
    void Leave(const ExprNode* node) override { f(node); }
    F& f;
  } visitor(f);
  visitor.Run(root.get());
}

// Phase 1: the constraints between expressions.
class Analyzer {
 public:
  explicit Analyzer(DeviceDomains* domains) : domains_(*domains) {}

  void Add(const ExprNode* node) {
    Expr expr(node);
    switch (node->kind()) {
      case ExprKind::kCall: {
        const auto* call = As<CallNode>(node);
        std::vector<Domain> implied;
        for (const Expr& arg : call->args()) implied.push_back(domains_.Of(arg));
        implied.push_back(domains_.Of(expr));
        Domain callee = domains_.OfCallee(call);
        domains_.Unify(callee, domains_.OfFunction(std::move(implied)), expr);
        return;
      }
      case ExprKind::kLet:
        Same(node->child(0), node->child(1));
        Same(expr, node->child(2));
        return;
      case ExprKind::kFunction:
        return AddFunction(As<FunctionNode>(node));
      case ExprKind::kTuple:
        for (const Expr& field : node->children()) Inside(expr, field);
        return;
      case ExprKind::kTupleGetItem:
      case ExprKind::kRefRead:
        return Inside(node->child(0), expr);
      case ExprKind::kRefCreate:
        return Inside(expr, node->child(0));
      case ExprKind::kRefWrite:
        Inside(node->child(0), node->child(1));
        return Inside(expr, node->child(1));
      case ExprKind::kIf:
        Inside(node->child(0), expr);
        Same(node->child(1), expr);
        Same(node->child(2), expr);
        return;
      case ExprKind::kMatch: {
        const auto* match = As<MatchNode>(node);
        Inside(match->data(), expr);
        for (size_t i = 0; i < match->clauses().size(); ++i) {
          for (const Expr& var : match->vars(i)) Inside(match->data(), var);
          Same(match->body(i), expr);
        }
        return;
      }
      default:
        return;
    }
  }

 private:
  void Same(const Expr& a, const Expr& b) { domains_.Unify(domains_.Of(a), domains_.Of(b), b); }
  void Inside(const Expr& outer, const Expr& inner) {
    domains_.UnifyCollapsed(domains_.Of(outer), domains_.Of(inner), inner);
  }
  void Place(const Expr& expr, const VirtualDevice& device) {
    if (device == VirtualDevice()) return;
    domains_.Unify(domains_.Of(expr), domains_.OfType(expr->checked_type(), device), expr);
  }
  void AddFunction(const FunctionNode* function) {
    std::vector<Domain> parts = domains_.parts(domains_.Of(Expr(function)));
    domains_.Unify(domains_.Of(function->body()), parts.back(), function->body());
    Place(function->body(), ResultDeviceAttr(function));
    for (size_t i = 0; i < function->params().size(); ++i) {
      const Expr& param = function->params()[i];
      domains_.Unify(domains_.Of(param), parts[i], param);
      Place(param, DeviceAttr(function, i));
    }
  }

  DeviceDomains& domains_;
};

// Phase 2: expressions that can be copied are put on the device of their use if possible.
void JoinFree(DeviceDomains* domains, const Expr& root) {
  ForEachPlanned(root, [&](const ExprNode* node) {
    const OnDeviceAttrs* attrs = OnDeviceOf(Expr(node));
    if (attrs && !attrs->constrain_body && !attrs->constrain_result)
      domains->UnifyIfPossible(domains->Of(Expr(node)), domains->Of(node->child(1)));
  });
}

// Phase 3: devices for domains that are still open, parents before children.
void SetDefaults(DeviceDomains* domains, const Expr& root) {
  std::vector<const ExprNode*> stack = {root.get()};
  PtrSet seen;
  while (!stack.empty()) {
    const ExprNode* node = stack.back();
    stack.pop_back();
    if (node->ref_count() > 1 && !seen.Insert(node)) continue;
    const auto* function = As<FunctionNode>(node);
    if (function && !IsPlanned(function)) continue;
    Expr expr(node);
    if (function) {
      domains->SetResultDefaultThenParams(domains->Of(expr), domains->standard());
    } else if (const auto* call = As<CallNode>(node)) {
      domains->SetResultDefaultThenParams(domains->OfCallee(call), domains->standard());
    } else if (As<LetNode>(node)) {
      domains->SetDefault(domains->Of(node->child(0)), domains->ResultDevice(domains->Of(expr)));
    }
    for (size_t i = node->children().size(); i-- > 0;) stack.push_back(node->child(i).get());
  }
}

// Phase 4: writes the plan into the program.
class Capturer : public Rewriter {
 public:
  explicit Capturer(DeviceDomains* domains) : domains_(*domains) {}
  int64_t copies() const { return copies_; }

 protected:
  Expr Enter(const ExprNode* node) override {
    const auto* function = As<FunctionNode>(node);
    return function && !IsPlanned(function) ? Expr(node) : nullptr;
  }

  Expr Leave(const ExprNode* node, std::span<const Expr> rewritten) override {
    std::vector<Expr> children(rewritten.begin(), rewritten.end());
    switch (node->kind()) {
      case ExprKind::kCall:
        return LeaveCall(As<CallNode>(node), std::move(children));
      case ExprKind::kFunction:
        return LeaveFunction(As<FunctionNode>(node), std::move(children));
      case ExprKind::kLet: {
        VirtualDevice own = DeviceOf(Expr(node));
        // Every value gets a mark if needed, since it can be inlined where the variable is used.
        children[1] =
            Reconcile({}, DeviceOf(node->child(0)), DeviceOf(node->child(1)), children[1]);
        children[2] = Reconcile(own, own, DeviceOf(node->child(2)), children[2]);
        return WithChildrenKeepingType(node, children);
      }
      default: {
        if (children.empty()) return Expr(node);
        VirtualDevice own = DeviceOf(Expr(node));
        const auto* match = As<MatchNode>(node);
        PtrSet binders;
        ForEachBinder(node, [&](const VarNode* var) { binders.Insert(var->vid.get()); });
        for (size_t i = 0; i < children.size(); ++i) {
          const auto* var = match && i > 0 ? As<VarNode>(children[i]) : nullptr;
          if (var && binders.Contains(var->vid.get()) && !IsBody(match, i)) continue;
          children[i] = Reconcile(own, own, DeviceOf(node->child(i)), children[i]);
        }
        return WithChildrenKeepingType(node, children);
      }
    }
  }

 private:
  static bool IsBody(const MatchNode* match, size_t child) {
    for (const MatchClause& clause : match->clauses()) {
      if (clause.body == child) return true;
    }
    return false;
  }

  // One value for each device, so that metadata contains each once.
  const AttrValue& ValueOf(const VirtualDevice& device) {
    for (const auto& [known, value] : values_) {
      if (known == device) return value;
    }
    return values_.emplace_back(device, ToAttrValue(device)).second;
  }

  // The device of the expression inside the marks, since marks are removed.
  VirtualDevice DeviceOf(const Expr& expr) {
    Expr marked = expr;
    while (IsCallTo(marked, "on_device")) marked = marked->child(1);
    return domains_.ResultDevice(domains_.Of(marked));
  }

  Expr Copied(const Expr& expr, const VirtualDevice& from, const VirtualDevice& to) {
    ++copies_;
    Expr fixed = Fixed(expr, ValueOf(from));
    auto* attrs = MakeAttrs<DeviceCopyAttrs>();
    attrs->src_virtual_device = ValueOf(from);
    attrs->dst_virtual_device = ValueOf(to);
    return Call(GetOp("device_copy"), {fixed}, Attrs(attrs), {}, fixed->span());
  }

  // An expression on `actual`, copied and marked so that it is on `expected`. The enclosing
  // expression is on `around`.
  Expr Reconcile(const VirtualDevice& around, const VirtualDevice& expected,
                 const VirtualDevice& actual, const Expr& expr) {
    if (As<OpNode>(expr) || As<ConstructorNode>(expr)) return expr;
    Expr result = actual == expected ? expr : Copied(expr, actual, expected);
    return expected == around ? result : Fixed(result, ValueOf(expected));
  }

  Expr LeaveCall(const CallNode* call, std::vector<Expr> children) {
    if (IsCallTo(call, "on_device")) return children[1];
    if (IsCallTo(call, "device_copy")) {
      const auto* attrs = As<DeviceCopyAttrs>(call->attrs);
      VirtualDevice to = Device(attrs->dst_virtual_device),
                    from = Device(attrs->src_virtual_device);
      Expr body = children[1];
      // A copy of a copy becomes one copy.
      if (IsCallTo(WithoutOnDevice(call->arg(0)), "device_copy") && IsCallTo(body, "device_copy")) {
        --copies_;
        from = Device(As<DeviceCopyAttrs>(As<CallNode>(body)->attrs)->src_virtual_device);
        body = WithoutOnDevice(body->child(1));
      }
      if (from == to) return body;
      return Copied(body, from, to);
    }
    VirtualDevice own = DeviceOf(Expr(call));
    Domain callee = domains_.OfCallee(call);
    std::vector<Domain> parts = domains_.parts(callee);
    children[0] = Reconcile(own, own, domains_.ResultDevice(callee), children[0]);
    for (size_t i = 1; i < children.size(); ++i)
      children[i] = Reconcile(own, domains_.ResultDevice(parts[i - 1]), DeviceOf(call->child(i)),
                              children[i]);
    return WithChildrenKeepingType(call, children);
  }

  static VirtualDevice Device(const AttrValue& value) {
    return DeviceDomains::Canonical(AsVirtualDevice(value).value_or(VirtualDevice()));
  }

  Expr LeaveFunction(const FunctionNode* function, std::vector<Expr> children) {
    Domain domain = domains_.Of(Expr(function));
    VirtualDevice result = domains_.ResultDevice(domain);
    children.back() = Reconcile(result, result, DeviceOf(function->body()), children.back());
    AttrArray params;
    std::vector<Domain> parts = domains_.parts(domain);
    for (size_t i = 0; i + 1 < parts.size(); ++i)
      params.push_back(ValueOf(domains_.ResultDevice(parts[i])));
    DictAttrs attrs = WithAttr(function->attrs, kParamDevices, AttrValue(std::move(params)));
    attrs = WithAttr(attrs, kResultDevice, ValueOf(result));
    Expr planned = WithChildrenKeepingType(function, children);
    bool same = planned == function && DictAttrsEqual(attrs, function->attrs);
    return same ? planned : WithFunctionAttrs(As<FunctionNode>(planned), std::move(attrs));
  }

  static bool DictAttrsEqual(const DictAttrs& a, const DictAttrs& b) {
    for (const char* name : {kParamDevices, kResultDevice}) {
      const AttrValue* mine = a->Find(name);
      const AttrValue* theirs = b ? b->Find(name) : nullptr;
      if (!theirs || !AttrEqual(*mine, *theirs)) return false;
    }
    return true;
  }

  DeviceDomains& domains_;
  std::deque<std::pair<VirtualDevice, AttrValue>> values_;
  int64_t copies_ = 0;
};

// True for the mark that the plan of a program without devices puts around the value of a let.
bool IsCpuMark(const ExprNode* node) {
  const OnDeviceAttrs* attrs = OnDeviceOf(Expr(node));
  return attrs && attrs->constrain_body && attrs->constrain_result &&
         AsVirtualDevice(attrs->virtual_device) == VirtualDevice{kCpu, 0, ""};
}

// The plan of a program without devices: all is on the CPU.
IRModule WithCpuMarks(const IRModule& module) {
  auto is_let = [](const ExprNode*) { return true; };
  std::vector<IRModuleNode::Item> functions = module->functions;
  const AttrValue cpu = ToAttrValue(VirtualDevice{kCpu, 0, ""});
  struct Marker : Rewriter {
    explicit Marker(const AttrValue& cpu) : cpu(cpu) {}
    Expr Enter(const ExprNode* node) override {
      const auto* function = As<FunctionNode>(node);
      return function && !IsPlanned(function) ? Expr(node) : nullptr;
    }
    Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
      if (!As<LetNode>(node) || IsCpuMark(children[1].get()))
        return WithChildrenKeepingType(node, children);
      Expr parts[] = {children[0], Fixed(children[1], cpu), children[2]};
      if (parts[1] != children[1]) {
        parts[1] = WithType(parts[1].get(), children[1]->checked_type());
      }
      return WithChildrenKeepingType(node, parts);
    }
    const AttrValue& cpu;
  };
  for (IRModuleNode::Item& item : functions) {
    if (!As<FunctionNode>(item.function)->may_be_changed() ||
        !ContainsNode(item.function, {ExprKind::kLet}, is_let)) {
      continue;
    }
    item.function = Marker(cpu).Run(item.function);
  }
  return WithFunctions(module, std::move(functions));
}

bool IsOfDevices(std::string_view op) {
  return op == "on_device" || op == "device_copy" || op == "memory.alloc_storage";
}

// True if a function has a device or a let. The search is cheap, and most programs have neither.
bool HasDeviceOrLet(const IRModule& module) {
  PASSCOPE_PER_ENGINE const std::vector<uint8_t> marks =
      MarkOps([](const OpDecl& decl) { return IsOfDevices(decl.name); });
  for (const IRModuleNode::Item& item : module->functions) {
    const auto* function = As<FunctionNode>(item.function);
    if (function->attrs && function->attrs->Find(kResultDevice)) return true;
    auto is_let = [](const ExprNode*) { return true; };
    if (ContainsNode(item.function, {ExprKind::kLet}, is_let, marks)) return true;
  }
  return false;
}

bool MentionsDevices(const IRModule& module) {
  for (const IRModuleNode::Item& item : module->functions) {
    const auto* function = As<FunctionNode>(item.function);
    if (function->attrs && function->attrs->Find(kResultDevice)) return true;
    bool mentions = ContainsNode(item.function, {ExprKind::kCall}, [](const ExprNode* node) {
      const auto* op = As<OpNode>(As<CallNode>(node)->op());
      return op && IsOfDevices(op->name()) && !IsCpuMark(node);
    });
    if (mentions) return true;
  }
  return false;
}

IRModule WithPlan(const IRModule& module, int64_t default_type, int64_t* copies) {
  if (default_type == kCpu && !HasDeviceOrLet(module)) return module;
  if (default_type == kCpu && !MentionsDevices(module)) return WithCpuMarks(module);
  IRModule typed = InferTypes(module);
  VirtualDevice host{kCpu, 0, ""}, standard{default_type, 0, ""};
  DeviceDomains domains(host, standard);
  Analyzer analyzer(&domains);
  std::vector<IRModuleNode::Item> functions = typed->functions;
  std::vector<Expr*> planned;  // Functions that passes can change; others stay.
  for (IRModuleNode::Item& item : functions) {
    if (!As<FunctionNode>(item.function)->may_be_changed()) continue;
    planned.push_back(&item.function);
    Expr global = GlobalVar(item.name.view(), item.function->checked_type());
    domains.Unify(domains.Of(global), domains.Of(item.function), item.function);
    ForEachPlanned(item.function, [&](const ExprNode* node) { analyzer.Add(node); });
  }
  for (const Expr* function : planned) JoinFree(&domains, *function);
  for (const Expr* function : planned) SetDefaults(&domains, *function);
  Capturer capturer(&domains);
  for (Expr* function : planned) *function = capturer.Run(*function);
  *copies = capturer.copies();
  return WithFunctions(typed, std::move(functions));
}

}  // namespace

namespace transform {

// As in TVM, annotations are rewritten first, then devices are planned.
Pass PlanDevices(PlanDevicesOptions options) {
  if (options.default_device_type < 1)
    throw DiagnosticError(DiagKind::kBadPassOption,
                          MSG(kDeviceTypeInvalid,
                              "PlanDevices: the default device type must be at least 1, not {type}",
                              options.default_device_type));
  Pass rewrite = CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) {
        auto marks = [](const ExprNode* node) { return IsCallTo(node, "on_device"); };
        return ContainsNode(function, {ExprKind::kCall}, marks) ? WithFixedResults(function)
                                                                : function;
      },
      {0, "PlanDevicesRewrite", {}, false});
  Pass core = CreateModulePass(
      [type = options.default_device_type](const IRModule& module, PassContext& context) {
        int64_t copies = 0;
        IRModule planned = WithPlan(module, type, &copies);
        context.Count("copies between devices", copies);
        return planned;
      },
      {0, "PlanDevicesCore", {}, false});
  return Sequential({rewrite, core}, TableInfo("PlanDevices"));
}

// AnnotateMemoryScope: annotates the memory of results. TVM 0.11 calls a function of the program's
// targets. Only Adreno graphics processors under OpenCL have one (textures). For other targets,
// such as `llvm`, TVM's pass changes nothing. Targets here are those of processors, so this pass is
// the identity.
Pass AnnotateMemoryScope() {
  return CreateFunctionPass(
      [](const Expr& function, const IRModule&, PassContext&) { return function; },
      TableInfo("AnnotateMemoryScope"));
}

}  // namespace transform
}  // namespace passcope
