// Rules of the binary operators that broadcast.
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

// Comparisons are step functions, so their gradient is 0.
Gradients ComparisonGradient(const GradientSite& s) {
  return {ZerosLike(s.arg(0)), ZerosLike(s.arg(1))};
}

constexpr GradientRow kBinaryGradients[] = {
    {"add",
     [](const GradientSite& s) -> Gradients {
       return {SumTo(s.grad, s.arg(0)), SumTo(s.grad, s.arg(1))};
     }},
    {"divide",
     [](const GradientSite& s) -> Gradients {
       Expr of_divisor = MakeDivide(MakeMultiply(s.grad, s.result), s.arg(1));
       return {SumTo(MakeDivide(s.grad, s.arg(1)), s.arg(0)),
               SumTo(MakeNegative(of_divisor), s.arg(1))};
     }},
    {"less_equal", ComparisonGradient},
    {"multiply",
     [](const GradientSite& s) -> Gradients {
       return {SumTo(MakeMultiply(s.grad, s.arg(1)), s.arg(0)),
               SumTo(MakeMultiply(s.grad, s.arg(0)), s.arg(1))};
     }},
    {"not_equal", ComparisonGradient},
    {"subtract",
     [](const GradientSite& s) -> Gradients {
       return {SumTo(s.grad, s.arg(0)), SumTo(MakeNegative(s.grad), s.arg(1))};
     }},
};

}  // namespace

void RegisterBinaryRules(RuleTables& rules) { AddGradients(rules, kBinaryGradients); }

}  // namespace passcope
