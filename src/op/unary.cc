// Elementwise operators on one tensor.
#include "op/attrs_tensor.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {

RelStatus ShapeOfRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  // One number per axis. In TVM the shape of a scalar is a scalar.
  Shape shape = {static_cast<int64_t>(data->rank())};
  return context.Return(TensorType(std::move(shape), context.attrs<ShapeOfAttrs>().dtype));
}

namespace {

RelStatus TestRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  return context.Return(TensorType(data->shape, DataType::Bool()));
}

RelStatus NdarraySizeRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(data, 0);
  return context.Return(ScalarType(context.attrs<NdarraySizeAttrs>().dtype));
}

struct Row {
  const char* name;
  int level;
  const char* doc;
  OpTraits traits = {};
};

constexpr Row kUnary[] = {
    {"log", 1, "The natural logarithm."},
    {"log2", 1, "The logarithm to base 2."},
    {"log10", 1, "The logarithm to base 10."},
    {"tan", 1, "The tangent."},
    {"cos", 1, "The cosine."},
    {"cosh", 1, "The hyperbolic cosine."},
    {"sin", 1, "The sine."},
    {"sinh", 1, "The hyperbolic sine."},
    {"acos", 1, "The inverse cosine."},
    {"acosh", 1, "The inverse hyperbolic cosine."},
    {"asin", 1, "The inverse sine."},
    {"asinh", 1, "The inverse hyperbolic sine."},
    {"atan", 1, "The inverse tangent."},
    {"atanh", 1, "The inverse hyperbolic tangent."},
    {"exp", 1, "The exponential function.", With(MixedPrecision::kNever, FastForm{"fast_exp"})},
    {"fast_exp", 1, "An approximation of exp by a polynomial.", With(MixedPrecision::kFollow)},
    {"erf", 1, "The Gauss error function.", With(MixedPrecision::kNever, FastForm{"fast_erf"})},
    {"fast_erf", 1, "An approximation of erf by a rational function.",
     With(MixedPrecision::kFollow)},
    {"sqrt", 1, "The square root.", With(MixedPrecision::kFollow)},
    {"rsqrt", 1, "One divided by the square root."},
    {"zeros_like", 4, "Zeros with the shape and data type of the input."},
    {"ones_like", 4, "Ones with the shape and data type of the input."},
    {"sigmoid", 1, "1 / (1 + exp(-x)).", With(MixedPrecision::kFollow)},
    {"copy", 3, "A copy of the input in separate memory.", With(MixedPrecision::kFollow)},
    {"floor", 3, "The largest integer that is not greater than the input."},
    {"ceil", 3, "The smallest integer that is not less than the input."},
    {"trunc", 3, "The input without its fractional part."},
    {"round", 3, "The nearest integer; a half rounds to the even one."},
    {"sign", 3, "-1, 0 or 1 if the input is negative, zero or positive."},
    {"abs", 3, "The absolute value."},
    {"tanh", 1, "The hyperbolic tangent.", With(MixedPrecision::kFollow, FastForm{"fast_tanh"})},
    {"fast_tanh", 1, "An approximation of tanh by a rational function.",
     With(MixedPrecision::kFollow)},
    {"negative", 3, "The number with the opposite sign."},
    {"logical_not", 4, "Whether the input is false."},
    {"bitwise_not", 4, "The input with all bits flipped."},
};
constexpr Row kTests[] = {
    {"isnan", 3, "Whether the input is not a number."},
    {"isfinite", 3, "Whether the input is neither infinite nor NaN."},
    {"isinf", 3, "Whether the input is infinite."},
};

}  // namespace

void RegisterUnaryOps(OpRegistry& registry) {
  for (const Row& row : kUnary) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = {kDataArg},
                  .relation = IdentityRel,
                  .pattern = OpPattern::kElemWise,
                  .support_level = row.level,
                  .traits = With(row.traits, LayoutInference::kElemwise)});
  }
  for (const Row& row : kTests) {
    registry.Add({.name = row.name,
                  .doc = row.doc,
                  .args = {kDataArg},
                  .relation = TestRel,
                  .pattern = OpPattern::kElemWise,
                  .support_level = row.level,
                  .traits = With(row.traits, LayoutInference::kElemwise)});
  }
  registry.Add({.name = "clip",
                .doc = "The input, clipped to a range.",
                .args = {kDataArg},
                .schema = ClipAttrs::Schema,
                .relation = IdentityRel,
                .pattern = OpPattern::kElemWise,
                .support_level = 3,
                .traits = With(MixedPrecision::kFollow, LayoutInference::kElemwise)});
  registry.Add({.name = "fixed_point_multiply",
                .doc = "The input multiplied by a fixed-point factor, rounded.",
                .args = {kDataArg},
                .schema = FixedPointMultiplyAttrs::Schema,
                .relation = IdentityRel,
                .pattern = OpPattern::kElemWise,
                .support_level = 10,
                .traits = With(LayoutInference::kElemwise)});
  registry.Add(
      {.name = "fixed_point_multiply_per_axis",
       .doc = "The input multiplied by fixed-point factors along an axis, rounded.",
       .args = {kDataArg,
                {"fp_multiplier", "Tensor", "The mantissas of the factors."},
                {"left_shift", "Tensor", "The number of bits to shift each factor left."},
                {"right_shift", "Tensor", "The number of bits to shift each factor right."}},
       .schema = FixedPointMultiplyPerAxisAttrs::Schema,
       .relation = IdentityRel,
       .pattern = OpPattern::kBroadcast,
       .support_level = 10});
  registry.Add({.name = "shape_of",
                .doc = "The shape of the input, as a tensor.",
                .args = {kDataArg},
                .schema = ShapeOfAttrs::Schema,
                .relation = ShapeOfRel,
                .pattern = OpPattern::kOpaque,
                .support_level = 10,
                .traits = With(MixedPrecision::kFollow)});
  registry.Add({.name = "ndarray_size",
                .doc = "The number of elements of the input.",
                .args = {kDataArg},
                .schema = NdarraySizeAttrs::Schema,
                .relation = NdarraySizeRel,
                .pattern = OpPattern::kInjective,
                .support_level = 10});
}

}  // namespace passcope
