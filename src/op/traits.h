// Facts about an operator that passes query. A family states them where it declares the operator:
//
//   {"nn.batch_flatten", nullptr, BatchFlattenRel, kInjective, 2, "…", {kDataArg},
//    With(OpTrait::kReshape, MixedPrecision::kFollow)},
//
// Functions such as gradients are not facts; they are in transforms/rules.
#pragma once

#include <cstdint>
#include <span>

#include "ir/attrs.h"
#include "ir/ndarray.h"

namespace passcope {

// Facts that are true or false for an operator.
enum class OpTrait : uint8_t {
  kStateful = 1,          // TOpIsStateful: not folded, not deduplicated.
  kNonComputational = 2,  // TNonComputational: annotations and the like.
  // TVM has no attributes for this operator, or different ones, so it prints them in the metadata
  // section.
  kAttrsInMetadata = 4,
  kReshape = 8,  // TReshapeOp: the same elements in the same order, in another shape.
  // TShapeDataDependent: the shape of the result depends on the values of arguments.
  kDataDependent = 16,
  // The result has elements of the argument. So a scale without negative elements remains without.
  kMovesElements = 32,
  kQnn = 64,  // Of the dialect of quantized tensors.
  // FTVMQnnCanonicalize: TVM has a rule that computes this quantized operator with others.
  kQnnCanonicalize = 128,
};

// FTVMMixedPrecisionConversionType: the type in which ToMixedPrecision computes an operator.
enum class MixedPrecision : uint8_t {
  kUnlisted,  // TVM has no entry, and treats it as kFollow.
  kAlways,    // The smaller type.
  kFollow,    // The smaller type if the arguments have it already.
  kNever,     // float32.
  kAsBefore,  // The former type of each argument, since the operator uses the bits.
};

// FInferCorrectLayout, where one function of TVM serves many operators. The others have a rule in
// transforms/rules.
enum class LayoutInference : uint8_t {
  kNone,
  kElemwise,   // ElemwiseArbitraryLayout: any layout, the same for all arguments and the result.
  kBroadcast,  // BinaryBroadcastLayout: one of two operands follows the other.
  kReduce,     // ReduceInferCorrectLayout: the reduced axes move with the layout.
};

// FFoldScaleAxis…: how FoldScaleAxis handles a scale at the operator.
enum class ScaleFold : uint8_t {
  kNone,      // The scale stops here.
  kRelu,      // It passes if it has no negative elements.
  kAddSub,    // It passes to both operands.
  kMultiply,  // Scales begin here.
  kConv,      // A convolution's weight takes it.
  kDense,     // A matrix product's weight takes it.
  kBiasAdd,   // It passes to the data and the bias.
};

// The border value that FoldExplicitPadding requires of an nn.pad, so that the padding of the
// following convolution or pooling is equivalent.
enum class PadFold : uint8_t {
  kNone,       // It has no padding.
  kZero,       // Zeros.
  kLeast,      // The least value of the data type.
  kZeroPoint,  // The zero point of the data, argument 2.
};

// The operator that computes the same faster, with an approximation.
struct FastForm {
  const char* op = nullptr;
};

// A dynamic operator has arguments where its static form has attributes.
struct StaticForm {
  // kSizes: integers, or integral reals.
  enum class Kind : uint8_t { kInts, kSizes, kInt, kReal, kReals, kPairs };
  struct Param {
    uint8_t arg = 0;             // The argument …
    const char* attr = nullptr;  // … and the attribute that it becomes.
    Kind kind = Kind::kInts;
  };

  const char* op;
  Param param[3];  // Those with an attribute; other arguments are passed on.

  std::span<const Param> params() const;
  // The parameter of argument `arg`; null if the argument is passed on.
  const Param* ParamOf(size_t arg) const;
  // The attributes of the static form. Shared ones come from `attrs` (may be null), parameters from
  // `values` in the order of params(). Null if a value does not fit its attribute; `misfit` is this
  // parameter then.
  Attrs MakeStaticAttrs(const Attrs& attrs, std::span<const NDArray> values,
                        const Param** misfit) const;
};

struct OpTraits {
  uint8_t flags = 0;  // OpTrait values.
  MixedPrecision mixed_precision = MixedPrecision::kUnlisted;
  LayoutInference layout_inference = LayoutInference::kNone;
  ScaleFold scale_fold = ScaleFold::kNone;
  PadFold pad_fold = PadFold::kNone;
  FastForm fast_form;
  const StaticForm* static_form = nullptr;

  constexpr bool Has(OpTrait trait) const { return (flags & static_cast<uint8_t>(trait)) != 0; }

  constexpr void Add(OpTrait trait) { flags |= static_cast<uint8_t>(trait); }
  constexpr void Add(MixedPrecision value) { mixed_precision = value; }
  constexpr void Add(LayoutInference value) { layout_inference = value; }
  constexpr void Add(ScaleFold value) { scale_fold = value; }
  constexpr void Add(PadFold value) { pad_fold = value; }
  constexpr void Add(FastForm value) { fast_form = value; }
  constexpr void Add(const StaticForm* value) { static_form = value; }
};

// The traits of `base` and these facts.
template <class... Facts>
constexpr OpTraits With(OpTraits base, Facts... facts) {
  (base.Add(facts), ...);
  return base;
}
template <class... Facts>
constexpr OpTraits With(Facts... facts) {
  return With(OpTraits(), facts...);
}

}  // namespace passcope
