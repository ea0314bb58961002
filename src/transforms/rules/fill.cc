// Rules of the operators that fill, repeat and broadcast.
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

constexpr GradientRow kGradients[] = {
    {"collapse_sum_like",
     [](const GradientSite& s) -> Gradients {
       return {SpreadTo(s.grad, s.arg(0)), ZerosLike(s.arg(1))};
     }},
    {"collapse_sum_to",
     [](const GradientSite& s) -> Gradients {
       return {SpreadTo(s.grad, s.arg(0)), ZerosLike(s.arg(1))};
     }},
    {"dyn.ones", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"dyn.zeros", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"ones", [](const GradientSite&) -> Gradients { return {}; }},
    {"zeros", [](const GradientSite&) -> Gradients { return {}; }},
};

}  // namespace

void RegisterFillRules(RuleTables& rules) { AddGradients(rules, kGradients); }

}  // namespace passcope
