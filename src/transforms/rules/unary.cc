// Rules of the operators on one tensor, element by element.
#include <cmath>
#include <numbers>

#include "op/attrs_tensor.h"
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// 1 / root(1 - x²), times the gradient.
Expr OverRootOfRest(const GradientSite& s) {
  return MakeDivide(s.grad, MakeSqrt(MakeSubtract(OnesLike(s.x()), MakeSquare(s.x()))));
}
// The gradient of the logarithm to a base.
Gradients LogGradient(const GradientSite& s, double base) {
  return {MakeDivide(s.grad, MakeMultiply(s.Number(std::log(base)), s.x()))};
}

Gradients ClipGradient(const GradientSite& s) {
  const auto* attrs = As<ClipAttrs>(s.call->attrs);
  Expr zeros = ZerosLike(s.x());
  Expr below = MakeBinary("less", s.x(), SpreadTo(s.Number(attrs->a_min), s.x()));
  Expr above = MakeBinary("less", SpreadTo(s.Number(attrs->a_max), s.x()), s.x());
  return {MakeWhere(below, zeros, MakeWhere(above, zeros, s.grad))};
}

constexpr GradientRow kGradients[] = {
    {"abs",
     [](const GradientSite& s) -> Gradients {
       Expr zeros = ZerosLike(s.x()), ones = OnesLike(s.x());
       return {MakeWhere(MakeBinary("less", s.x(), zeros), MakeMultiply(MakeNegative(ones), s.grad),
                         MakeMultiply(ones, s.grad))};
     }},
    {"acos", [](const GradientSite& s) -> Gradients { return {MakeNegative(OverRootOfRest(s))}; }},
    {"acosh",
     [](const GradientSite& s) -> Gradients {
       return {MakeDivide(s.grad, MakeSqrt(MakeSubtract(MakeSquare(s.x()), OnesLike(s.x()))))};
     }},
    {"asin", [](const GradientSite& s) -> Gradients { return {OverRootOfRest(s)}; }},
    {"asinh",
     [](const GradientSite& s) -> Gradients {
       return {MakeDivide(s.grad, MakeSqrt(MakeAdd(MakeSquare(s.x()), OnesLike(s.x()))))};
     }},
    {"atan",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return {MakeDivide(MakeMultiply(s.grad, ones), MakeAdd(ones, MakeSquare(s.x())))};
     }},
    {"atanh",
     [](const GradientSite& s) -> Gradients {
       return {MakeDivide(s.grad, MakeSubtract(OnesLike(s.x()), MakeSquare(s.x())))};
     }},
    {"clip", ClipGradient},
    {"copy", [](const GradientSite& s) -> Gradients { return {s.grad}; }},
    {"cos",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return {MakeMultiply(s.grad, MakeMultiply(MakeNegative(ones), MakeUnary("sin", s.x())))};
     }},
    {"cosh",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("sinh", s.x()))};
     }},
    {"erf",
     [](const GradientSite& s) -> Gradients {
       Expr slope = MakeMultiply(s.Number(2 * std::numbers::inv_sqrtpi),
                                 MakeUnary("exp", MakeNegative(MakeSquare(s.x()))));
       return {MakeMultiply(s.grad, slope)};
     }},
    {"exp",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("exp", s.x()))};
     }},
    {"log",
     [](const GradientSite& s) -> Gradients {
       return {MakeDivide(MakeMultiply(s.grad, OnesLike(s.x())), s.x())};
     }},
    {"log10", [](const GradientSite& s) { return LogGradient(s, 10); }},
    {"log2", [](const GradientSite& s) { return LogGradient(s, 2); }},
    {"negative", [](const GradientSite& s) -> Gradients { return {MakeNegative(s.grad)}; }},
    {"ones_like", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"sigmoid",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(MakeMultiply(s.grad, s.result),
                            MakeSubtract(OnesLike(s.result), s.result))};
     }},
    {"sin",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("cos", s.x()))};
     }},
    {"sinh",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("cosh", s.x()))};
     }},
    {"sqrt",
     [](const GradientSite& s) -> Gradients {
       Expr half = s.Number(0.5);
       return {MakeMultiply(MakeMultiply(s.grad, half),
                            MakeBinary("power", s.x(), MakeNegative(half)))};
     }},
    {"tan",
     [](const GradientSite& s) -> Gradients {
       Expr cos = MakeUnary("cos", s.x());
       return {MakeDivide(s.grad, MakeMultiply(cos, MakeUnary("cos", s.x())))};
     }},
    {"tanh",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeSubtract(OnesLike(s.result), MakeSquare(s.result)))};
     }},
    {"zeros_like", [](const GradientSite& s) -> Gradients { return {s.result}; }},
};

}  // namespace

void RegisterUnaryRules(RuleTables& rules) { AddGradients(rules, kGradients); }

}  // namespace passcope
