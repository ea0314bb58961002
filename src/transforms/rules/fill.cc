// Rules of the operators that fill, repeat and broadcast.
#include "transforms/pattern_utils.h"
#include "transforms/rules/rules.h"

namespace passcope {
namespace {

Expr Sum(Expr x) { return MakeReduce("sum", std::move(x), std::nullopt, false); }

// Each element is start + i * step.
Gradients ArangeGradient(const GradientSite& s) {
  DataType int32 = DataType::Int(32);
  Expr zero = ConstantScalar(0, int32), one = ConstantScalar(1, int32);
  Expr shape = MakeOp("shape_of", {s.result}, {{"dtype", int32}});
  Expr length = MakeOp("take", {shape, zero}, {{"axis", 0}});
  Expr indices = MakeOp("arange", {zero, length, one},
                        {{"start", AttrValue(AttrValue::Object(zero))},
                         {"stop", AttrValue()},  // A computed value has no text in an attribute.
                         {"step", AttrValue(AttrValue::Object(one))},
                         {"dtype", int32}});
  Expr by_index = MakeMultiply(MakeBinary("cast_like", indices, s.grad), s.grad);
  return {MakeBinary("cast_like", Sum(s.grad), s.arg(0)), ZerosLike(s.arg(1)),
          MakeBinary("cast_like", Sum(by_index), s.arg(2))};
}

// The gradient of `on_value` is the sum over elements that are "on"; that of `off_value` is over
// the others.
Gradients OneHotGradient(const GradientSite& s) {
  if (s.TypeOf(s.arg(1))->rank() != 0 || s.TypeOf(s.arg(2))->rank() != 0) {
    GradientSite::Unsupported(MSG(
        kGradientNonScalarValues,
        "the gradient of '{operator}' requires the on and off values to be scalars", s.op_name()));
  }
  const DataType boolean = DataType::Bool();
  Expr zeros = ZerosLike(s.grad);
  Expr is_on = CallOp("one_hot", {s.arg(0), ConstantScalar(1, boolean), ConstantScalar(0, boolean)},
                      WithAttrs(s.call->attrs, {{"dtype", boolean}}));
  Expr on = Sum(MakeWhere(is_on, s.grad, zeros)), off = Sum(MakeWhere(is_on, zeros, s.grad));
  return {ZerosLike(s.arg(0)), MakeBinary("cast_like", on, s.arg(1)),
          MakeBinary("cast_like", off, s.arg(2))};
}

constexpr GradientRow kFillGradients[] = {
    {"arange", ArangeGradient},
    {"collapse_sum_like",
     [](const GradientSite& s) -> Gradients {
       return {SpreadTo(s.grad, s.arg(0)), ZerosLike(s.arg(1))};
     }},
    {"collapse_sum_to",
     [](const GradientSite& s) -> Gradients {
       Gradients gradients = {SpreadTo(s.grad, s.arg(0))};
       // The shape is an argument or an attribute.
       if (s.call->args().size() > 1) gradients.push_back(ZerosLike(s.arg(1)));
       return gradients;
     }},
    {"dyn.ones", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"dyn.zeros", [](const GradientSite& s) -> Gradients { return {ZerosLike(s.x())}; }},
    {"one_hot", OneHotGradient},
    {"ones", [](const GradientSite&) -> Gradients { return {}; }},
    {"zeros", [](const GradientSite&) -> Gradients { return {}; }},
};

}  // namespace

void RegisterFillRules(RuleTables& rules) { AddGradients(rules, kFillGradients); }

}  // namespace passcope
