// Layers of a network.
#include "analysis/layers.h"

#include <algorithm>

#include "diagnostics/diagnostic.h"
#include "ir/visitor.h"
#include "op/op.h"

namespace passcope {
namespace {

template <class F>
std::vector<std::string> NamesOf(const Expr& expr, F&& weight_of) {
  std::vector<std::string> names;
  PtrSet seen;
  PostOrderVisit(expr, [&](const ExprNode* node) {
    const auto* call = As<CallNode>(node);
    const auto* var = call ? As<VarNode>(weight_of(call)) : nullptr;
    if (var && seen.Insert(var->vid.get())) names.push_back(var->name().str());
  });
  return names;
}

}  // namespace

int64_t CountLayers(const Expr& expr, std::span<const std::string> operators) {
  PtrSet counted;
  for (const std::string& name : operators) {
    const OpNode* op = FindOp(name);
    if (!op) {
      throw DiagnosticError(DiagKind::kUnknownOperator,
                            MSG(kLayersOperatorUnknown, "unknown operator '{operator}'", name));
    }
    counted.Insert(op);
  }
  PtrMap<const ExprNode*> values;  // Values of let-bound variables, by identity.
  PostOrderVisit(expr, [&values](const ExprNode* node) {
    const auto* let = As<LetNode>(node);
    if (let) values[As<VarNode>(let->var())->vid.get()] = let->value().get();
  });
  // The node before `node` on its path number `i`; null if there is none.
  auto before = [&values](const ExprNode* node, size_t i) -> const ExprNode* {
    if (const auto* var = As<VarNode>(node)) {
      const ExprNode* const* value = i == 0 ? values.Find(var->vid.get()) : nullptr;
      return value ? *value : nullptr;
    }
    return i < node->children().size() ? node->child(i).get() : nullptr;
  };
  struct Frame {
    const ExprNode* node;
    size_t next;
  };
  // Unfinished nodes, such as a recursive function, count 0.
  PtrMap<int64_t> layers;
  int64_t largest = 0;
  std::vector<Frame> stack = {{expr.get(), 0}};
  layers[expr.get()] = 0;
  while (!stack.empty()) {
    Frame& frame = stack.back();
    if (const ExprNode* below = before(frame.node, frame.next)) {
      ++frame.next;
      if (layers.Insert(below).second) stack.push_back({below, 0});
      continue;
    }
    const ExprNode* node = frame.node;
    stack.pop_back();
    // The value of a let counts where its variable is used.
    size_t first = As<LetNode>(node) ? 2 : 0;
    int64_t most = 0;
    for (size_t i = first; const ExprNode* below = before(node, i); ++i) {
      most = std::max(most, *layers.Find(below));
    }
    const auto* call = As<CallNode>(node);
    if (call && counted.Contains(call->op().get())) ++most;
    layers[node] = most;
    largest = std::max(largest, most);
  }
  return largest;
}

std::vector<std::string> WeightNames(const Expr& expr, std::string_view op) {
  const ExprNode* wanted = FindOp(op);
  return NamesOf(expr, [wanted](const CallNode* call) -> const ExprNode* {
    return call->op().get() == wanted && call->args().size() > 1 ? call->arg(1).get() : nullptr;
  });
}

std::vector<std::string> TransposedWeightNames(const Expr& expr) {
  return NamesOf(expr, [](const CallNode* call) -> const ExprNode* {
    if (!IsCallTo(call, "nn.dense")) return nullptr;
    const ExprNode* weight = call->arg(1).get();
    return IsCallTo(weight, "transpose") ? As<CallNode>(weight)->arg(0).get() : nullptr;
  });
}

bool IsConstantExpr(const Expr& expr) {
  std::vector<const ExprNode*> work = {expr.get()};
  PtrSet seen;
  while (!work.empty()) {
    const ExprNode* node = work.back();
    work.pop_back();
    if (As<ConstantNode>(node) || !seen.Insert(node)) continue;
    if (!As<TupleNode>(node)) return false;
    for (const Expr& field : node->children()) work.push_back(field.get());
  }
  return true;
}

}  // namespace passcope
