// Facts about an operator that passes ask for. A family states them where it declares the operator:
//
//   {"nn.batch_flatten", nullptr, BatchFlattenRel, kInjective, 2, "…", {kDataArg},
//    With(OpTrait::kReshape, MixedPrecision::kFollow)},
//
// What is a function and not a fact, such as a gradient, stands in transforms/rules.
#pragma once

#include <cstdint>
#include <span>

#include "ir/attrs.h"
#include "ir/ndarray.h"

namespace passcope {

// What holds of an operator or does not.
enum class OpTrait : uint8_t {
  kStateful = 1,          // TOpIsStateful: not folded, not deduplicated.
  kNonComputational = 2,  // TNonComputational: annotations and the like.
  // TVM knows no attributes for this operator, or others, and so prints them in the metadata
  // section.
  kAttrsInMetadata = 4,
  kReshape = 8,  // TReshapeOp: the same elements in the same order, in another shape.
  // TShapeDataDependent: the shape of the result depends on the values of arguments.
  kDataDependent = 16,
  // The result's elements are those of the argument, so a scale without negative elements stays
  // one.
  kMovesElements = 32,
  kQnn = 64,  // Of the dialect of quantized tensors.
  // FTVMQnnCanonicalize: TVM has a rule that computes this quantized operator with others.
  kQnnCanonicalize = 128,
};

// FTVMMixedPrecisionConversionType: which type ToMixedPrecision computes an operator in.
enum class MixedPrecision : uint8_t {
  kUnlisted,  // TVM has no entry, and treats it as kFollow.
  kAlways,    // The smaller type.
  kFollow,    // The smaller type if the arguments have it already.
  kNever,     // float32.
  kAsBefore,  // The type that each argument had before: the operator looks at the argument's bits.
};

// FInferCorrectLayout where TVM has one function for many operators; the others have a rule in
// transforms/rules.
enum class LayoutInference : uint8_t {
  kNone,
  kElemwise,   // ElemwiseArbitraryLayout: any layout, the same for all arguments and the result.
  kBroadcast,  // BinaryBroadcastLayout: two operands, of which one follows the other.
  kReduce,     // ReduceInferCorrectLayout: the axes that are reduced move with the layout.
};

// FFoldScaleAxis…: what FoldScaleAxis does with a scale that meets the operator.
enum class ScaleFold : uint8_t {
  kNone,      // The scale goes no further.
  kRelu,      // It goes through if it has no negative elements.
  kAddSub,    // It goes through to both operands.
  kMultiply,  // This is where scales come from.
  kConv,      // A convolution's weight takes it.
  kDense,     // A matrix product's weight takes it.
  kBiasAdd,   // It goes through to the data and the bias.
};

// What FoldExplicitPadding needs the border of an nn.pad to be, so that the padding of the
// convolution or pooling behind it does the same.
enum class PadFold : uint8_t {
  kNone,       // It has no padding.
  kZero,       // Zeros.
  kLeast,      // The least value of the data type.
  kZeroPoint,  // The zero point of the data, argument 2.
};

// The operator that computes the same faster and roughly.
struct FastForm {
  const char* op = nullptr;
};

// An operator that is given as an argument what another one, its static form, is given ahead of
// time as an attribute.
struct StaticForm {
  // kSizes: integers, or reals which are integers.
  enum class Kind : uint8_t { kInts, kSizes, kInt, kReal, kReals, kPairs };
  struct Param {
    uint8_t arg = 0;             // The argument …
    const char* attr = nullptr;  // … and the attribute that it becomes.
    Kind kind = Kind::kInts;
  };

  const char* op;
  Param param[3];  // As many as name an attribute; the other arguments are handed on.

  std::span<const Param> params() const;
  // The parameter that argument `arg` is; null when it is handed on.
  const Param* ParamOf(size_t arg) const;
  // The attributes of the static form: those that the dynamic operator has too, from `attrs` (may
  // be null), and those that are parameters, from `values`, in the order of params(). Null when a
  // value does not fit its attribute; `misfit` is the parameter then.
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

// The traits of `base` and those named.
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
