#include "frontend/loop.h"

#include "frontend/relay.h"
#include "transforms/type_inference/infer_type.h"

namespace passcope::frontend {

Expr WhileLoop(std::span<const Expr> vars, std::span<const Expr> initial,
               const std::function<Expr(std::span<const Expr>)>& condition,
               const std::function<std::vector<Expr>(std::span<const Expr>)>& body) {
  Expr loop = Var("while_loop");
  std::vector<Expr> fresh;
  for (const Expr& var : vars) {
    const auto* node = As<VarNode>(var);
    fresh.push_back(TypedVar(node->name().view(), node->type_annotation));
  }
  Expr again = condition(fresh);
  std::vector<Expr> next = body(fresh);
  Expr function = Function(fresh, If(std::move(again), Call(loop, next), Tuple(fresh)));
  return InferTypes(Call(Let(loop, std::move(function), loop), initial));
}

}  // namespace passcope::frontend
