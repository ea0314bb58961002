// Rules of the operators on one tensor, element by element.
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

constexpr GradientRow kGradients[] = {
    {"abs",
     [](const GradientSite& s) -> Gradients {
       Expr zeros = ZerosLike(s.x()), ones = OnesLike(s.x());
       return {MakeWhere(MakeBinary("less", s.x(), zeros), MakeMultiply(MakeNegative(ones), s.grad),
                         MakeMultiply(ones, s.grad))};
     }},
    {"atan",
     [](const GradientSite& s) -> Gradients {
       Expr ones = OnesLike(s.x());
       return {MakeDivide(MakeMultiply(s.grad, ones), MakeAdd(ones, MakeSquare(s.x())))};
     }},
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
    {"exp",
     [](const GradientSite& s) -> Gradients {
       return {MakeMultiply(s.grad, MakeUnary("exp", s.x()))};
     }},
    {"log",
     [](const GradientSite& s) -> Gradients {
       return {MakeDivide(MakeMultiply(s.grad, OnesLike(s.x())), s.x())};
     }},
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
