// Binds arguments whose place matters, and substitutes the others.
#include "transforms/inlined_calls.h"

#include <utility>
#include <vector>

#include "ir/fresh_copy.h"
#include "ir/search.h"
#include "ir/visitor.h"
#include "transforms/de_duplicate.h"

namespace passcope {

Expr InlinedCalls::Body(const CallNode* call, const FunctionNode* function,
                        std::span<const Expr> args) {
  // The body of a generic function has the types of this call.
  Expr instance;
  if (!function->type_params.empty()) {
    const auto* declared = As<FuncTypeNode>(call->op()->checked_type());
    instance = Instantiate(function, declared ? TypeArgsOf(declared, call) : call->type_args);
    function = As<FunctionNode>(instance);
  }
  VarMap arguments;
  std::vector<std::pair<Expr, Expr>> bound;
  for (size_t i = 0; i < args.size(); ++i) {
    const auto* param = As<VarNode>(function->params()[i]);
    Expr value = args[i];
    const Effect effect = effects_ ? effects_->Of(call->arg(i)) : Effect();
    // A new reference, or a random number, can be made at its uses unless an inner function does it
    // several times.
    if (!effect.can_move() || (!effect.none() && function->body()->has_scopes())) {
      bound.emplace_back(Var(param->name().view(), param->type_annotation), value);
      value = bound.back().first;
    }
    arguments.Set(param->vid, value);
  }
  Expr whole = instance ? function->body() : Place(function, function->body());
  Expr body = SubstituteVars(whole, arguments);
  for (; !bound.empty(); bound.pop_back())
    body = Let(bound.back().first, bound.back().second, std::move(body));
  return body;
}

Expr InlinedCalls::Place(const FunctionNode* function, const Expr& part) {
  const bool first = used_.Insert(function);
  // An expression with effects in the body can also be a part of another function.
  if (MayHaveEffects(part)) return FreshCopy(part);
  const bool copies =
      !first && ContainsNode(part, {ExprKind::kLet, ExprKind::kFunction, ExprKind::kMatch},
                             [](const ExprNode*) { return true; });
  return copies ? FreshCopy(part) : part;
}

}  // namespace passcope
