// Compares arrays element by element.
#include "checking/compare_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "diagnostics/message.h"
#include "ir/visitor.h"
#include "op/attrs_nn.h"
#include "op/axes.h"
#include "op/op.h"
#include "support/real_text.h"

namespace passcope {
namespace {

using Kind = ValueDifference::Kind;

bool IsReal(DataType dtype) { return dtype.is_float() || dtype.is_bfloat(); }

// True for the largest numbers of float16 and beyond. False for NaN.
bool BeyondHalf(double value) { return std::abs(value) >= 65504; }

std::vector<int64_t> IndexOf(size_t element, const std::vector<int64_t>& shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    auto size = static_cast<size_t>(shape[axis]);
    index[axis] = static_cast<int64_t>(element % size);
    element /= size;
  }
  return index;
}

std::string ElementText(const NDArrayNode* array, size_t i) {
  if (array->dtype.is_bool()) return array->ToInt(i) ? "true" : "false";
  if (array->dtype.is_uint()) return Format("{}", static_cast<uint64_t>(array->ToInt(i)));
  if (!IsReal(array->dtype)) return Format("{}", array->ToInt(i));
  return array->dtype.bits <= 32 ? GeneralText(array->ToDouble(i), 9)
                                 : ShortestText(array->ToDouble(i));
}

// Compares one output of both programs.
class OutputComparison {
 public:
  OutputComparison(int64_t output, const NDArrayNode* reference, const NDArrayNode* actual,
                   const Tolerance& tolerance, const Spread* spread, ValueComparison* result)
      : output_(output),
        reference_(reference),
        actual_(actual),
        tolerance_(tolerance),
        spread_(spread),
        result_(result) {}

  void Run() {
    bool same_type = reference_->dtype == actual_->dtype ||
                     (tolerance_.coarse && IsReal(reference_->dtype) && IsReal(actual_->dtype));
    if (reference_->shape != actual_->shape || !same_type) {
      Report({Kind::kType, output_, {}, TypeText(reference_->type()), TypeText(actual_->type())});
      return;
    }
    result_->compared += static_cast<int64_t>(reference_->size());
    if (IsReal(reference_->dtype)) {
      CompareReals();
    } else {
      CompareExactly();
    }
  }

 private:
  void Report(ValueDifference difference) {
    ++result_->differing;
    if (!result_->difference) result_->difference = std::move(difference);
  }
  void ReportElement(Kind kind, size_t i, double tolerance = 0) {
    ++result_->differing;
    if (result_->difference) return;
    result_->difference = {kind,
                           output_,
                           IndexOf(i, reference_->shape),
                           ElementText(reference_, i),
                           ElementText(actual_, i),
                           tolerance};
  }
  double SpreadOf(size_t i) const { return spread_ && i < spread_->size() ? (*spread_)[i] : 0; }
  void Note(double distance, double scale) {
    result_->largest_absolute = std::max(result_->largest_absolute, distance);
    if (scale > 0) {
      result_->largest_relative = std::max(result_->largest_relative, distance / scale);
    }
  }

  void CompareExactly() {
    DataType dtype = reference_->dtype;
    const double step = tolerance_.coarse && !dtype.is_bool() && dtype.bits == 8 ? 1 : 0;
    for (size_t i = 0; i < reference_->size(); ++i) {
      int64_t reference = reference_->ToInt(i), actual = actual_->ToInt(i);
      if (reference == actual) continue;
      double distance = std::abs(static_cast<double>(actual) - static_cast<double>(reference));
      if (!dtype.is_bool()) Note(distance, 0);
      // An element that also changes if the reals behind it are rounded differently.
      if (distance <= step + 4 * SpreadOf(i)) continue;
      ReportElement(Kind::kExact, i);
    }
  }

  void CompareReals() {
    double scale = 0;
    for (size_t i = 0; i < reference_->size(); ++i) {
      double value = std::abs(reference_->ToDouble(i));
      if (std::isfinite(value)) scale = std::max(scale, value);
    }
    double unit = std::max(UnitRoundoff(reference_->dtype), UnitRoundoff(actual_->dtype));
    if (tolerance_.coarse) unit = std::max(unit, UnitRoundoff(DataType::BFloat(16)));
    double derived = 8 * std::sqrt(tolerance_.length) * unit;
    double relative = tolerance_.relative.value_or(derived);
    // Below the smallest normal number, neighbours no longer get closer.
    double smallest = reference_->dtype == DataType::Float(16) ? 0x1p-24
                      : reference_->dtype.bits == 64 ? std::numeric_limits<double>::denorm_min()
                                                     : 0x1p-126;
    // The smallest number of float16, which the pass can have used.
    if (tolerance_.coarse) smallest = 0x1p-24;
    double absolute = tolerance_.absolute.value_or(relative * scale + smallest);
    for (size_t i = 0; i < reference_->size(); ++i) {
      double reference = reference_->ToDouble(i), actual = actual_->ToDouble(i);
      if (reference == actual || (std::isnan(reference) && std::isnan(actual))) continue;
      if (tolerance_.coarse && BeyondHalf(reference) && BeyondHalf(actual) &&
          std::signbit(reference) == std::signbit(actual)) {
        continue;
      }
      if (!std::isfinite(reference) || !std::isfinite(actual)) {
        if (!std::isinf(SpreadOf(i))) ReportElement(Kind::kNotFinite, i);
        continue;
      }
      double distance = std::abs(actual - reference);
      Note(distance, scale);
      double allowed = absolute + relative * std::abs(reference) + 4 * SpreadOf(i);
      if (!(distance <= allowed)) ReportElement(Kind::kReal, i, allowed);
    }
  }

  int64_t output_;
  const NDArrayNode* reference_;
  const NDArrayNode* actual_;
  const Tolerance& tolerance_;
  const Spread* spread_;
  ValueComparison* result_;
};

// Lengths are reals, since sums and products of declared sizes can exceed all integers.
double ElementsOf(const TensorTypeNode* tensor) {
  return static_cast<double>(std::max<int64_t>(tensor->num_elements(), 1));
}

double Elements(const Type& type) {
  const auto* tensor = As<TensorTypeNode>(type);
  return tensor ? ElementsOf(tensor) : 1;
}

bool HasDim(const TensorTypeNode* tensor, Dim dim) {
  return std::find(tensor->shape.begin(), tensor->shape.end(), dim) != tensor->shape.end();
}

// The size of an axis; 1 if it is unknown or does not exist.
double SizeOf(const TensorTypeNode* tensor, int64_t axis) {
  auto at = FindAxis(axis, tensor->rank());
  if (!at || !tensor->shape[*at].is_const()) return 1;
  return static_cast<double>(std::max<int64_t>(tensor->shape[*at].value(), 1));
}

// The operations after a mean and a variance for each element: adding epsilon, the root, the
// quotient, and the affine function.
constexpr double kNormalising = 8;

// The accumulated length of a normalization: the terms of its sums and the later operations. 0 for
// other operators.
double NormalisationLength(const CallNode* call, const TensorTypeNode* data) {
  double elements = ElementsOf(data);
  if (As<BatchNormAttrs>(call->attrs)) return kNormalising;
  // A mean and a variance with the same number of terms.
  if (const auto* attrs = As<LayerNormAttrs>(call->attrs)) {
    return 2 * SizeOf(data, attrs->axis) + kNormalising;
  }
  if (const auto* attrs = As<InstanceNormAttrs>(call->attrs)) {
    double channels = SizeOf(data, attrs->axis) * (attrs->axis == 0 ? 1 : SizeOf(data, 0));
    return 2 * std::floor(elements / channels) + kNormalising;
  }
  if (const auto* attrs = As<GroupNormAttrs>(call->attrs)) {
    auto axis = static_cast<int64_t>(NormalizeAxis(attrs->axis, data->rank()));
    auto groups = static_cast<double>(std::max<int64_t>(attrs->num_groups, 1));
    for (int64_t i = 0; i < axis; ++i) groups *= SizeOf(data, i);
    return 2 * std::floor(elements / groups) + kNormalising;
  }
  if (const auto* attrs = As<L2NormalizeAttrs>(call->attrs)) {
    double terms = 1;
    if (!attrs->axis || attrs->axis->empty()) return elements + kNormalising;
    for (int64_t axis : *attrs->axis) terms *= SizeOf(data, axis);
    return terms + kNormalising;
  }
  return 0;
}

}  // namespace

double UnitRoundoff(DataType dtype) {
  if (dtype.is_bfloat()) return 0x1p-8;
  if (!dtype.is_float()) return 0;
  return dtype.bits == 16 ? 0x1p-11 : dtype.bits == 32 ? 0x1p-24 : 0x1p-53;
}

double AccumulatedLength(const CallNode* call) {
  const auto* op = As<OpNode>(call->op());
  const auto* result = As<TensorTypeNode>(call->checked_type());
  if (!op || call->args().empty()) return 1;
  const auto* data = As<TensorTypeNode>(call->arg(0)->checked_type());
  if (!data) return 1;
  if (double length = NormalisationLength(call, data); length > 0) return length;
  switch (op->decl->pattern) {
    case OpPattern::kElemWise:
    case OpPattern::kBroadcast:
    case OpPattern::kInjective:
    case OpPattern::kTuple:
      return 1;
    case OpPattern::kCommReduce:
      return std::max(
          1.0, std::floor(Elements(call->arg(0)->checked_type()) / Elements(call->checked_type())));
    case OpPattern::kOutEWiseFusable: {
      const auto* weight =
          call->args().size() > 1 ? As<TensorTypeNode>(call->arg(1)->checked_type()) : nullptr;
      if (!weight || !result) break;
      // The inputs of an output channel: the size of the weight, divided by its largest dimension
      // that the result has.
      int64_t channels = 1;
      for (Dim dim : weight->shape) {
        if (dim.is_const() && HasDim(result, dim)) channels = std::max(channels, dim.value());
      }
      return std::max(1.0, std::floor(ElementsOf(weight) / static_cast<double>(channels)));
    }
    case OpPattern::kOpaque:
      break;
  }
  // Softmax and similar operators sum along an axis.
  int64_t longest = 1;
  for (Dim dim : data->shape) {
    if (dim.is_const()) longest = std::max(longest, dim.value());
  }
  return static_cast<double>(longest);
}

double AccumulatedLength(const IRModule& module) {
  double length = 1;
  for (const IRModuleNode::Item& item : module->functions) {
    PostOrderVisit(item.function, [&](const ExprNode* node) {
      if (const auto* call = As<CallNode>(node)) length += AccumulatedLength(call);
    });
  }
  return length;
}

ValueComparison CompareValues(std::span<const NDArray> reference, std::span<const NDArray> actual,
                              const Tolerance& tolerance, std::span<const Spread> spreads) {
  ValueComparison result;
  if (reference.size() != actual.size()) {
    result.differing = 1;
    result.difference = {
        Kind::kOutputs, 0, {}, Format("{}", reference.size()), Format("{}", actual.size())};
    return result;
  }
  for (size_t i = 0; i < reference.size(); ++i) {
    OutputComparison(static_cast<int64_t>(i), reference[i].get(), actual[i].get(), tolerance,
                     i < spreads.size() ? &spreads[i] : nullptr, &result)
        .Run();
  }
  return result;
}

Message DifferenceMessage(const ValueDifference& difference) {
  if (difference.kind == Kind::kOutputs) {
    return MSG(kOutputCountDiffers, "there are {actual} outputs instead of {reference}",
               difference.actual, difference.reference);
  }
  if (difference.kind == Kind::kType) {
    return MSG(kOutputDiffers, "output {output} is {actual} instead of {reference}",
               difference.output, difference.actual, difference.reference);
  }
  std::string index;
  for (int64_t at : difference.index) index += Format("{}{}", index.empty() ? "" : ", ", at);
  if (difference.kind == Kind::kReal) {
    return MSG(kOutputElementBeyondTolerance,
               "output {output} at [{index}] is {actual} instead of {reference}, which differs by "
               "more than {tolerance}",
               difference.output, index, difference.actual, difference.reference,
               GeneralText(difference.tolerance, 3));
  }
  return MSG(kOutputElementDiffers,
             "output {output} at [{index}] is {actual} instead of {reference}", difference.output,
             index, difference.actual, difference.reference);
}

std::span<const char* const> LiteralsOf(ValueDifference::Kind) {
  static constexpr const char* kKinds[] = {"outputs", "type", "exact", "not-finite", "real"};
  return kKinds;
}

template <>
const RecordSchema& SchemaOf<ValueDifference>() {
  using D = ValueDifference;
  static constexpr RecordField kFields[] = {
      Member<&D::kind>("kind",
                       "What differs: the number of outputs, the type of an output, integers or "
                       "booleans, the positions of NaN and infinities, or floating-point numbers."),
      Member<&D::output>("output",
                         "The index of the output of the function, with tuples flattened, from 0."),
      Member<&D::index>("index", "The position in the output; empty if the whole output differs."),
      Member<&D::reference>(
          "reference",
          "The element before, as text; the type or the number of outputs if these differ."),
      Member<&D::actual>("actual", "The same for the program after."),
      Member<&D::tolerance>("tolerance", "The tolerance for floating-point numbers here."),
  };
  static constexpr RecordSchema schema = {
      "ValueDifference", "The first element in which the results of two programs differ.", kFields};
  return schema;
}

template <>
const RecordSchema& SchemaOf<ValueComparison>() {
  using C = ValueComparison;
  static constexpr RecordField kFields[] = {
      Member<&C::difference>("difference", "The first difference."),
      Member<&C::compared>("compared", "The number of compared elements."),
      Member<&C::differing>("differing", "The number of elements that differ."),
      Member<&C::largest_absolute>("largestAbsolute",
                                   "The largest difference of two finite numbers."),
      Member<&C::largest_relative>("largestRelative",
                                   "The largest difference of two floating-point numbers, divided "
                                   "by the largest number of the output."),
  };
  static constexpr RecordSchema schema = {"ValueComparison",
                                          "A comparison of the results of two programs.", kFields};
  return schema;
}

}  // namespace passcope
