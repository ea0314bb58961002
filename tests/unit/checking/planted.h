// Passes with planted defects, for tests of the code that finds defects.
#pragma once

#include <functional>
#include <string>

#include "ir/visitor.h"
#include "op/op.h"
#include "pass/pass.h"

namespace passcope::planted {

// A function pass that replaces calls. `change` gets a call and its rewritten children, and returns
// the replacement or null.
inline Pass OnCalls(
    std::string name,
    std::function<Expr(const CallNode* call, std::span<const Expr> children)> change) {
  auto run = [change](const Expr& function, const IRModule&, PassContext&) {
    return RewritePostOrder(function, [&](const ExprNode* node, std::span<const Expr> children) {
      const auto* call = As<CallNode>(node);
      Expr changed = call ? change(call, children) : nullptr;
      return changed ? changed : WithChildren(node, children);
    });
  };
  return CreateFunctionPass(run, {0, std::move(name), {}, false});
}

// a - b becomes b - a.
inline Pass SwapSubtract() {
  return OnCalls("SwapSubtract", [](const CallNode* call, std::span<const Expr> children) -> Expr {
    if (!IsCallTo(call, "subtract")) return nullptr;
    return CallOp("subtract", {children[2], children[1]});
  });
}

// Adds 1 to the first element of the first constant of a multiplication.
inline Pass ChangeConstant() {
  return OnCalls(
      "ChangeConstant", [](const CallNode* call, std::span<const Expr> children) -> Expr {
        const auto* constant = IsCallTo(call, "multiply") ? As<ConstantNode>(children[2]) : nullptr;
        if (!constant) return nullptr;
        NDArray changed = MakeNDArray(constant->data->shape, constant->data->dtype);
        for (size_t i = 0; i < changed->size(); ++i) {
          StoreDouble(changed, i, constant->data->ToDouble(i) + (i == 0 ? 1 : 0));
        }
        return CallOp("multiply", {children[1], Constant(changed)});
      });
}

// Removes a cast to int32 and back, as if it had no effect.
inline Pass DropCast() {
  return OnCalls("DropCast", [](const CallNode* call, std::span<const Expr> children) -> Expr {
    const auto* inner = IsCallTo(call, "cast") ? As<CallNode>(children[1]) : nullptr;
    if (!inner || !IsCallTo(inner, "cast")) return nullptr;
    return inner->arg(0)->checked_type() == call->checked_type() ? inner->arg(0) : nullptr;
  });
}

// Correct except for tensors with 3 rows, which it negates twice.
inline Pass BreakForThreeRows() {
  return OnCalls("BreakForThreeRows",
                 [](const CallNode* call, std::span<const Expr> children) -> Expr {
                   const auto* type = As<TensorTypeNode>(call->checked_type());
                   if (!IsCallTo(call, "negative") || !type || type->shape.empty() ||
                       !(type->shape[0] == Dim(3))) {
                     return nullptr;
                   }
                   return CallOp("negative", {CallOp("negative", {children[1]})});
                 });
}

// Changes nothing, but makes a new node of every function.
inline Pass Nothing(int number) {
  return OnCalls("Nothing" + std::to_string(number),
                 [](const CallNode*, std::span<const Expr>) -> Expr { return nullptr; });
}

}  // namespace passcope::planted
