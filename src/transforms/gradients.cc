// Gradients of operators: looking up the rule, and helpers of the rules.
#include "transforms/gradients.h"

#include "diagnostics/diagnostic.h"
#include "op/op.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"
#include "transforms/rules/user_rules.h"

namespace passcope {

void GradientSite::Unsupported(Message message) {
  throw DiagnosticError(DiagKind::kUnsupported, std::move(message));
}

const TensorTypeNode* GradientSite::TypeOf(const Expr& expr) const {
  const auto* type = As<TensorTypeNode>(expr->checked_type());
  PASSCOPE_CHECK(type);  // Rules ask only for values that type relations require to be tensors.
  return type;
}

std::vector<int64_t> GradientSite::ShapeOf(const Expr& expr) const {
  auto shape = StaticShape(expr->checked_type());
  if (!shape)
    Unsupported(MSG(kGradientShapesUnknown, "the gradient of '{operator}' requires known shapes",
                    op_name()));
  return *shape;
}

Expr GradientSite::Number(double value) const { return ConstantScalar(value, TypeOf(x())->dtype); }

Expr GradientSite::Cast(Expr value, const Expr& of, const Expr& like) const {
  bool same = TypeOf(of)->dtype == TypeOf(like)->dtype;
  return same ? value : MakeBinary("cast_like", std::move(value), like);
}

Expr MakeUnary(std::string_view op, Expr x) { return CallOp(op, {std::move(x)}); }
Expr MakeBinary(std::string_view op, Expr x, Expr y) {
  return CallOp(op, {std::move(x), std::move(y)});
}
Expr OnesLike(const Expr& x) { return MakeUnary("ones_like", x); }
Expr ZerosLike(const Expr& x) { return MakeUnary("zeros_like", x); }
Expr SumTo(Expr grad, const Expr& like) {
  return MakeBinary("collapse_sum_like", std::move(grad), like);
}
Expr SpreadTo(Expr grad, const Expr& like) {
  return MakeBinary("broadcast_to_like", std::move(grad), like);
}
Expr MakeWhere(Expr condition, Expr yes, Expr no) {
  return CallOp("where", {std::move(condition), std::move(yes), std::move(no)});
}
Expr MakeSquare(const Expr& x) { return MakeMultiply(x, x); }
Expr MakeTransposed(const Expr& x) { return MakeOp("transpose", {x}, {}); }

std::vector<Expr> GradientsOf(const CallNode* call, const Expr& grad) {
  auto user_rule = UserRules().gradient.Get(call->op());
  GradientRule rule = Rules().gradient.Get(call->op());
  if (!user_rule && !rule) {
    const auto* op = As<OpNode>(call->op());
    throw DiagnosticError(DiagKind::kUnsupported,
                          MSG(kOperatorGradientMissing, "the operator '{operator}' has no gradient",
                              op ? op->name() : "?"));
  }
  GradientSite site{call, Expr(call), grad};
  Gradients gradients = user_rule ? (*user_rule)(site) : rule(site);
  PASSCOPE_CHECK(gradients.size() == call->args().size());
  return gradients;
}

}  // namespace passcope
