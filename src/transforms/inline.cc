// Inline: replaces calls of global functions that are marked "Inline" by their bodies.
//
// Why: other passes work on one function at a time. A function is inlined if it is not recursive
// and all functions of the module that it calls can be inlined. Functions that were inlined
// everywhere are removed, except entry functions. A marked function of an external compiler
// ("Compiler") is inlined as a function, not as its body. An argument with effects is bound by a
// let, so that it is evaluated once and before the body. Each inlined copy has its own variables
// and effects (TVM shares them).
//
//   before  def @main(%x) { @f(%x) }  def @f(%y, Inline=1) { nn.relu(%y) }
//   after   def @main(%x) { nn.relu(%x) }
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/effects.h"
#include "ir/visitor.h"
#include "pass/registry.h"
#include "pass/remark.h"
#include "transforms/inlined_calls.h"
#include "transforms/pattern_utils.h"

namespace passcope {
namespace {

// The facts about a global function.
struct Node {
  std::string_view name;
  Expr function;
  std::set<std::string_view> callees;
  int references = 0;  // In the original module.
  bool recursive = false;
  enum : uint8_t { kNew, kOpen, kDone } state = kNew;
};

class Inliner : public Rewriter {
 public:
  // A null `effects` means that the rewritten function has no effects.
  Inliner(const std::map<std::string_view, Node>& nodes, Effects* effects)
      : nodes_(nodes), inlined_(effects) {}
  static bool CanInline(const Node& node) {
    return node.callees.empty() && !node.recursive &&
           As<FunctionNode>(node.function)->HasFlag("Inline");
  }

 protected:
  Expr Leave(const ExprNode* node, std::span<const Expr> children) override {
    const auto* call = As<CallNode>(node);
    const auto* global = call ? As<GlobalVarNode>(call->op()) : nullptr;
    const FunctionNode* function = global ? Find(global) : nullptr;
    if (!function || function->params().size() + 1 != children.size()) {
      return WithChildrenKeepingType(node, WithFunctionsInPlace(call, children));
    }
    std::vector<Expr> args = WithFunctionsInPlace(call, children);
    if ((function->attrs && function->attrs->Find("Compiler")) || function->HasFlag("Extern")) {
      return Call(Copy(function), std::span<const Expr>(args).subspan(1), call->attrs,
                  call->type_args);
    }
    if (RemarksWanted()) {
      EmitRemark(RemarkKind::kInlined, call,
                 MSG(kFunctionInlined, "inlined {function}", NameInRemark(call)));
    }
    return inlined_.Body(call, function, std::span<const Expr>(args).subspan(1));
  }

 private:
  // A global function that is used as a value is replaced by its function.
  std::vector<Expr> WithFunctionsInPlace(const CallNode* call, std::span<const Expr> children) {
    std::vector<Expr> result(children.begin(), children.end());
    for (size_t i = call ? 1 : 0; i < result.size(); ++i) {
      const auto* global = As<GlobalVarNode>(result[i]);
      const FunctionNode* function = global ? Find(global) : nullptr;
      if (function) result[i] = Copy(function);
    }
    return result;
  }
  Expr Copy(const FunctionNode* function) {
    Expr copy = Function(function->params(), function->body(), function->ret_type,
                         function->type_params, function->attrs);
    return inlined_.Place(function, copy);
  }
  const FunctionNode* Find(const GlobalVarNode* global) const {
    auto it = nodes_.find(global->name.view());
    bool found = it != nodes_.end() && CanInline(it->second);
    return found ? As<FunctionNode>(it->second.function) : nullptr;
  }

  const std::map<std::string_view, Node>& nodes_;
  InlinedCalls inlined_;
};

// Emits why a function with the mark "Inline" is not inlined.
PASSCOPE_REMARKS void TellKept(const IRModuleNode::Item& item, const Node& node) {
  if (!As<FunctionNode>(item.function)->HasFlag("Inline") || Inliner::CanInline(node)) return;
  RemarkFunction remarks_are_about(item.name.view());
  std::string name = "@" + std::string(item.name.view());
  Message message =
      node.recursive
          ? MSG(kRecursiveFunctionNotInlined, "{function} is not inlined: it calls itself", name)
          : MSG(kCallerOfUninlinedNotInlined,
                "{function} is not inlined: it calls @{callee}, which is not", name,
                *node.callees.begin());
  EmitRemark(RemarkKind::kNotInlined, item.function, std::move(message));
}

IRModule InlineAll(const IRModule& module) {
  std::map<std::string_view, Node> nodes;
  for (const IRModuleNode::Item& item : module->functions) {
    Node& node = nodes[item.name.view()];
    node.name = item.name.view();
    node.function = item.function;
  }
  for (auto& entry : nodes) {
    Node& node = entry.second;
    PostOrderVisit(node.function, [&](const ExprNode* expr) {
      const auto* global = As<GlobalVarNode>(expr);
      auto callee = global ? nodes.find(global->name.view()) : nodes.end();
      if (callee == nodes.end()) return;
      if (node.callees.insert(callee->first).second) ++callee->second.references;
      if (callee->first == entry.first) node.recursive = true;
    });
  }
  // Callees first. It has its own stack, since chains of calls can be long.
  struct Frame {
    Node* node;
    std::set<std::string_view>::iterator next;
  };
  LazyEffects effects(module);
  std::vector<Frame> stack;
  auto enter = [&](Node& node) {
    if (node.state != Node::kNew) return;
    node.state = Node::kOpen;
    stack.push_back({&node, node.callees.begin()});
  };
  for (const IRModuleNode::Item& item : module->functions) {
    enter(nodes[item.name.view()]);
    while (!stack.empty()) {
      Node& node = *stack.back().node;
      if (stack.back().next != node.callees.end()) {
        Node& callee = nodes[*stack.back().next++];
        if (callee.state == Node::kOpen) callee.recursive = true;  // A cycle of calls.
        enter(callee);
        continue;
      }
      stack.pop_back();
      node.state = Node::kDone;
      if (node.callees.empty()) continue;
      RemarkFunction remarks_are_about(node.name);
      node.function = Inliner(nodes, effects.For(node.function)).Run(node.function);
      for (auto it = node.callees.begin(); it != node.callees.end();) {
        it = Inliner::CanInline(nodes[*it]) ? node.callees.erase(it) : std::next(it);
      }
    }
  }
  std::vector<IRModuleNode::Item> kept;
  for (const IRModuleNode::Item& item : module->functions) {
    const Node& node = nodes[item.name.view()];
    if (RemarksWanted()) TellKept(item, node);
    if (node.references > 0 && Inliner::CanInline(node)) continue;
    kept.push_back({item.name, node.function});
  }
  return WithFunctions(module, std::move(kept));
}

}  // namespace

namespace transform {

Pass Inline() {
  return CreateModulePass([](const IRModule& module, PassContext&) { return InlineAll(module); },
                          TableInfo("Inline"));
}

}  // namespace transform
}  // namespace passcope
