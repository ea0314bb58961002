// Random numbers from a key. An operator takes a key and returns a new one. The generator is
// Threefry (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3, SC 2011).
#include "op/attrs_algorithm.h"
#include "op/families.h"
#include "op/relations.h"

namespace passcope {
namespace {

// The key, the path of splits, the counter and the position in the path, as words.
Type KeyType() { return TensorType({10}, DataType::UInt(64)); }

// The new key and random numbers of a shape and type.
RelStatus ReturnNumbers(TypeRelContext& context, const std::vector<int64_t>& shape,
                        DataType dtype) {
  for (int64_t size : shape) {
    if (size >= 0) continue;
    return Fail(context, DiagKind::kBadAttribute, -1,
                MSG(kRandomShapeSizeInvalid, "out_shape is {shape}, but a size cannot be {size}",
                    IntsText(shape), size));
  }
  return context.Return(
      TupleType({KeyType(), TensorType(Shape(shape.begin(), shape.end()), dtype)}));
}

RelStatus ThreefryGenerateRel(TypeRelContext& context) {
  if (!context.Assign(0, KeyType())) return RelStatus::kFailed;
  return ReturnNumbers(context, context.attrs<ThreefryGenerateAttrs>().out_shape,
                       DataType::UInt(64));
}

RelStatus ThreefrySplitRel(TypeRelContext& context) {
  if (!context.Assign(0, KeyType())) return RelStatus::kFailed;
  return context.Return(TupleType({KeyType(), KeyType()}));
}

RelStatus DistributionRel(TypeRelContext& context) {
  const RandomAttrs* attrs = AsRandomAttrs(context.call->attrs);
  PASSCOPE_CHECK(attrs);
  DataType dtype = attrs->out_dtype;
  if (!dtype.is_float() || dtype.lanes != 1 || (dtype.bits != 32 && dtype.bits != 64)) {
    return Fail(context, DiagKind::kBadDtype, -1,
                MSG(kRandomDtypeUnsupported,
                    "random numbers must be float32 or float64, not {dtype}", dtype.str()));
  }
  if (!context.Assign(0, KeyType()) || !context.Assign(1, TensorType(Shape(), dtype)) ||
      !context.Assign(2, TensorType(Shape(), dtype))) {
    return RelStatus::kFailed;
  }
  return ReturnNumbers(context, attrs->out_shape, dtype);
}

RelStatus MultinomialRel(TypeRelContext& context) {
  PASSCOPE_TENSOR_ARG(probs, 1);
  if (!context.Assign(0, KeyType())) return RelStatus::kFailed;
  int64_t count = context.attrs<MultinomialAttrs>().num_samples;
  if (probs->rank() == 0) {
    return Fail(context, DiagKind::kBadAttribute, 1,
                MSG(kMultinomialScalar, "takes probabilities of at least one axis, not a scalar"));
  }
  Shape shape(probs->shape.begin(), probs->shape.end() - 1);
  shape.push_back(count);
  return context.Return(TupleType({KeyType(), TensorType(std::move(shape), DataType::Int(32))}));
}

}  // namespace

void RegisterRandomOps(OpRegistry& registry) {
  constexpr ArgDecl kKey = {"key", "Tensor", "The key, which alone determines the random numbers."};
  constexpr OpPattern kOpaque = OpPattern::kOpaque;
  const OpRow rows[] = {
      {"random.threefry_generate",
       ThreefryGenerateAttrs::Schema,
       ThreefryGenerateRel,
       kOpaque,
       10,
       "A new key and random bits, by the Threefry algorithm.",
       {kKey}},
      {"random.threefry_split",
       nullptr,
       ThreefrySplitRel,
       kOpaque,
       10,
       "Two keys, derived from one.",
       {kKey}},
      {"random.uniform",
       UniformAttrs::Schema,
       DistributionRel,
       kOpaque,
       10,
       "A new key and random numbers, uniformly distributed between two bounds.",
       {kKey,
        {"low", "Tensor", "The lower bound, which is included."},
        {"high", "Tensor", "The upper bound, which is not included."}}},
      {"random.normal",
       NormalAttrs::Schema,
       DistributionRel,
       kOpaque,
       10,
       "A new key and normally distributed random numbers.",
       {kKey,
        {"mean", "Tensor", "The mean of the distribution."},
        {"scale", "Tensor", "The standard deviation."}}},
      {"random.multinomial",
       MultinomialAttrs::Schema,
       MultinomialRel,
       kOpaque,
       10,
       "A new key and indices drawn by their probabilities.",
       {kKey, {"probs", "Tensor", "The probabilities of the indices, along the last axis."}}},
  };
  registry.Add(rows);
}

}  // namespace passcope
