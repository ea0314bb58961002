// Normalisations, softmax, padding and the other kernels of nn.*.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/elementwise.h"
#include "runtime/fast.h"
#include "runtime/kernel.h"
#include "runtime/layout_transform.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

// An array seen as (outer, axis, inner).
struct AxisView {
  int64_t outer, size, inner;
};

AxisView ViewAxis(const NDArray& array, size_t axis) {
  std::span<const int64_t> shape(array->shape);
  PASSCOPE_CHECK(axis < shape.size());
  return {Product(shape.first(axis)), shape[axis], Product(shape.subspan(axis + 1))};
}

void RequireReal(const KernelContext& context, const NDArray& array) {
  if (!IsReal(array->dtype))
    context.Unsupported(MSG(kOperatorDtypeUnsupported,
                            "{operator} does not support the data type {dtype}", context.name(),
                            array->dtype.str()));
}

// out = (x - shift[c]) * scale[c] + bias[c], c along `axis`.
NDArray PerChannel(const NDArray& data, size_t axis, const std::vector<double>& shift,
                   const std::vector<double>& scale, const std::vector<double>& bias) {
  AxisView view = ViewAxis(data, axis);
  NDArray out = MakeNDArray(data->shape, data->dtype);
  auto run = [&](auto* tag) {
    using T = std::remove_pointer_t<decltype(tag)>;
    Elements<T> in(data);
    OutElements<T> result(out);
    std::vector<T> s(shift.begin(), shift.end()), f(scale.begin(), scale.end()),
        b(bias.begin(), bias.end());
    const T* x = in.data();
    T* y = result.data();
    auto size = static_cast<size_t>(view.size), inner = static_cast<size_t>(view.inner);
    for (int64_t o = 0; o < view.outer; ++o) {
      if (inner == 1) {
        for (size_t c = 0; c < size; ++c) y[c] = (x[c] - s[c]) * f[c] + b[c];
        x += size;
        y += size;
        continue;
      }
      for (size_t c = 0; c < size; ++c, x += inner, y += inner) {
        T sc = s[c], fc = f[c], bc = b[c];
        for (size_t i = 0; i < inner; ++i) y[i] = (x[i] - sc) * fc + bc;
      }
    }
    result.Finish();
  };
  if (IsDouble(data->dtype)) {
    run(static_cast<double*>(nullptr));
  } else {
    run(static_cast<float*>(nullptr));
  }
  return out;
}

std::vector<double> ToDoubles(const NDArray& array) {
  std::vector<double> values = Scratch<double>(array->size());
  LoadElements(*array, 0, array->size(), values.data());
  return values;
}

const NormAttrs& NormAttrsOf(const KernelContext& context) {
  // All four attribute types share these fields.
  for (const AttrSchema* schema : {&BatchNormAttrs::Schema(), &InstanceNormAttrs::Schema(),
                                   &LayerNormAttrs::Schema(), &GroupNormAttrs::Schema()}) {
    if (context.attrs && context.attrs->schema() == schema) {
      return *static_cast<const NormAttrs*>(context.attrs.get());
    }
  }
  FailCheck("attributes of a normalisation", __FILE_NAME__, __LINE__);
}

// Inference mode: uses the moving mean and variance, and returns them unchanged.
Value BatchNorm(const KernelContext& context) {
  const NormAttrs& attrs = NormAttrsOf(context);
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  size_t axis = context.Axis(attrs.axis, data->rank());
  std::vector<double> gamma = ToDoubles(context.arg(1)), beta = ToDoubles(context.arg(2)),
                      mean = ToDoubles(context.arg(3)), var = ToDoubles(context.arg(4));
  auto channels = static_cast<size_t>(data->shape[axis]);
  for (size_t i = 1; i < 5; ++i) context.CheckCount(i, data->shape[axis]);
  for (size_t c = 0; c < channels; ++c) {
    gamma[c] = (attrs.scale ? gamma[c] : 1) / std::sqrt(var[c] + attrs.epsilon);
    if (!attrs.center) beta[c] = 0;
  }
  NDArray out = PerChannel(data, axis, mean, gamma, beta);
  return Value::Tuple({out, context.arg(3), context.arg(4)});
}

// Subtracts the mean of each row of `size` elements and divides by its standard deviation.
NDArray NormalizeRows(const NDArray& data, int64_t size, double epsilon) {
  NDArray out = MakeNDArray(data->shape, data->dtype);
  if (size == 0) return out;
  std::vector<double> row = Scratch<double>(static_cast<size_t>(size));
  for (size_t i = 0; i < data->size(); i += row.size()) {
    LoadElements(*data, i, row.size(), row.data());
    double sum = 0, squares = 0;
    for (double x : row) sum += x;
    double mean = sum / static_cast<double>(size);
    for (double x : row) squares += (x - mean) * (x - mean);
    double factor = 1 / std::sqrt(squares / static_cast<double>(size) + epsilon);
    for (double& x : row) x = (x - mean) * factor;
    StoreElements(*out, i, row.size(), row.data());
  }
  return out;
}

// Applies gamma and beta of a normalisation along `axis`.
Value ScaleAndCenter(const KernelContext& context, const NormAttrs& attrs, const NDArray& data,
                     size_t axis) {
  if (!attrs.scale && !attrs.center) return data;
  auto channels = static_cast<size_t>(data->shape[axis]);
  std::vector<double> gamma = Scratch<double>(channels, 1), beta = Scratch<double>(channels),
                      zero = Scratch<double>(channels);
  if (attrs.scale) gamma = ToDoubles(context.arg(1));
  if (attrs.center) beta = ToDoubles(context.arg(2));
  if (attrs.scale) context.CheckCount(1, data->shape[axis]);
  if (attrs.center) context.CheckCount(2, data->shape[axis]);
  return PerChannel(data, axis, zero, gamma, beta);
}

// Normalises over the axes that are not in `keep`.
NDArray NormalizeAxes(const NDArray& data, std::vector<int64_t> keep, double epsilon) {
  std::vector<int64_t> order = std::move(keep);
  size_t kept = order.size();
  for (size_t i = 0; i < data->rank(); ++i) {
    auto axis = static_cast<int64_t>(i);
    if (std::find(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), axis) ==
        order.begin() + static_cast<std::ptrdiff_t>(kept)) {
      order.push_back(axis);
    }
  }
  NDArray moved = TransposeNDArray(data, order);
  moved =
      NormalizeRows(moved, Product(std::span<const int64_t>(moved->shape).subspan(kept)), epsilon);
  std::vector<int64_t> back(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    back[static_cast<size_t>(order[i])] = static_cast<int64_t>(i);
  }
  return TransposeNDArray(moved, back);
}

Value LayerNorm(const KernelContext& context) {
  const NormAttrs& attrs = NormAttrsOf(context);
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  size_t axis = context.Axis(attrs.axis, data->rank());
  std::vector<int64_t> keep;
  for (size_t i = 0; i < data->rank(); ++i) {
    if (i != axis) keep.push_back(static_cast<int64_t>(i));
  }
  return ScaleAndCenter(context, attrs, NormalizeAxes(data, keep, attrs.epsilon), axis);
}

Value InstanceNorm(const KernelContext& context) {
  const NormAttrs& attrs = NormAttrsOf(context);
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  size_t axis = context.Axis(attrs.axis, data->rank());
  std::vector<int64_t> keep = {0};
  if (axis != 0) keep.push_back(static_cast<int64_t>(axis));
  return ScaleAndCenter(context, attrs, NormalizeAxes(data, keep, attrs.epsilon), axis);
}

Value GroupNorm(const KernelContext& context) {
  const NormAttrs& attrs = NormAttrsOf(context);
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  size_t axis = context.Axis(attrs.axis, data->rank());
  int64_t groups = attrs.num_groups;
  if (groups <= 0 || data->shape[axis] % groups != 0) {
    context.Fail(
        MSG(kConvGroupsExceedData,
            "the number of channels of {operator} must be a multiple of {groups}, not {channels}",
            context.name(), groups, data->shape[axis]));
  }
  // The channels of a group and all axes but the batch are normalised together.
  std::vector<int64_t> grouped = data->shape, keep = {0};
  grouped[axis] = groups;
  grouped.insert(grouped.begin() + static_cast<std::ptrdiff_t>(axis) + 1,
                 data->shape[axis] / groups);
  if (axis != 0) keep.push_back(static_cast<int64_t>(axis));
  NDArray out = NormalizeAxes(ReshapeNDArray(data, grouped), keep, attrs.epsilon);
  return ScaleAndCenter(context, attrs, ReshapeNDArray(out, data->shape), axis);
}

template <bool kLog>
Value Softmax(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  AxisView view = ViewAxis(data, context.Axis(context.attrs_as<SoftmaxAttrs>().axis, data->rank()));
  if (NDArray fast = FastSoftmax(data, view.outer, view.size, view.inner, kLog)) return fast;
  constexpr int64_t kCost = 16;  // Of each element: a loop with a stride and an exponential.
  SpendOperations(kCost * static_cast<int64_t>(data->size()));
  NDArray out = MakeNDArray(data->shape, data->dtype);
  Elements<double> x(data);
  OutElements<double> y(out);
  for (int64_t o = 0; o < view.outer; ++o) {
    for (int64_t i = 0; i < view.inner; ++i) {
      const double* from = x.data() + o * view.size * view.inner + i;
      double* to = y.data() + o * view.size * view.inner + i;
      double max = std::numeric_limits<double>::lowest();
      for (int64_t k = 0; k < view.size; ++k) max = std::max(max, from[k * view.inner]);
      double sum = 0;
      for (int64_t k = 0; k < view.size; ++k) {
        double e = std::exp(from[k * view.inner] - max);
        to[k * view.inner] = e;
        sum += e;
      }
      for (int64_t k = 0; k < view.size; ++k) {
        double& value = to[k * view.inner];
        value = kLog ? from[k * view.inner] - max - std::log(sum) : value / sum;
      }
    }
  }
  return y.Finish();
}

Value BiasAdd(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  const NDArray& bias = context.arg(1);
  size_t axis = context.Axis(context.attrs_as<BiasAddAttrs>().axis, data->rank());
  std::vector<int64_t> shape(data->rank() - axis, 1);
  shape[0] = static_cast<int64_t>(bias->size());
  if (bias->rank() != 1) context.Misfit(PHRASE(kKernelBiasMisfit, "the bias must be a vector"));
  context.CheckCount(1, data->shape[axis]);
  return AddNDArrays(context, data, ReshapeNDArray(bias, shape));
}

Value PRelu(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  AxisView view = ViewAxis(data, context.Axis(context.attrs_as<PReluAttrs>().axis, data->rank()));
  std::vector<double> alpha = ToDoubles(context.arg(1));
  context.CheckCount(1, view.size);
  NDArray out = MakeNDArray(data->shape, data->dtype);
  Elements<double> x(data);
  OutElements<double> y(out);
  for (size_t i = 0; i < data->size(); ++i) {
    auto channel = i / static_cast<size_t>(view.inner) % alpha.size();
    y[i] = x[i] > 0 ? x[i] : x[i] * alpha[channel];
  }
  return y.Finish();
}

// Inference mode: keeps all elements.
Value Dropout(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  return Value::Tuple({data, FilledNDArray(data->shape, data->dtype, 1)});
}

// The indices that pad `size` elements; -1 for the pad value.
AxisTable PadTable(const KernelContext& context, int64_t size, int64_t before, int64_t after,
                   std::string_view mode) {
  if (before == 0 && after == 0) return {};
  return AxisTable::Make(before + size + after, [&](int64_t place) {
    int64_t i = place - before, index = i;
    if (i < 0 || i >= size) {
      if (mode == "constant") {
        index = -1;
      } else if (mode == "edge") {
        index = i < 0 ? 0 : size - 1;
      } else if (mode == "reflect") {
        index = i < 0 ? -i : 2 * size - 2 - i;
      } else {
        index = i < 0 ? -i - 1 : 2 * size - 1 - i;
      }
      if (mode != "constant" && (index < 0 || index >= size)) {
        context.Fail(
            MSG(kKernelPadExceedsData,
                "{operator} cannot pad {size} elements by {before} and {after} in the mode {mode}",
                context.name(), size, before, after, mode));
      }
    }
    return index;
  });
}

Value PadWith(const KernelContext& context, const AttrValue& width, std::string_view mode,
              const NDArray& fill) {
  const NDArray& data = context.arg(0);
  std::optional<PadPairs> pairs = ToPadPairs(width);
  if (!pairs || pairs->size() != data->rank())
    context.Fail(MSG(kKernelPadPairRequired,
                     "pad_width of {operator} must have one pair for each of {rank} axes",
                     context.name(), data->rank()));
  std::vector<AxisTable> tables;
  for (size_t i = 0; i < data->rank(); ++i) {
    tables.push_back(
        PadTable(context, data->shape[i], (*pairs)[i].first, (*pairs)[i].second, mode));
  }
  return IndexAxes(data, tables, fill);
}

Value Pad(const KernelContext& context) {
  const auto& attrs = context.attrs_as<PadAttrs>();
  if (attrs.pad_mode != "constant" && attrs.pad_mode != "edge" && attrs.pad_mode != "reflect") {
    context.Unsupported(MSG(kIndexModeUnsupported, "{operator} does not support the mode {mode}",
                            context.name(), attrs.pad_mode));
  }
  NDArray fill;
  if (attrs.pad_mode == "constant") {
    const NDArray& value = context.arg(1);
    context.CheckScalar(1);
    fill = CastNDArray(ReshapeNDArray(value, {}), context.arg(0)->dtype);
  }
  return PadWith(context, attrs.pad_width, attrs.pad_mode, fill);
}

Value MirrorPad(const KernelContext& context) {
  const auto& attrs = context.attrs_as<MirrorPadAttrs>();
  return PadWith(context, attrs.pad_width, attrs.mode == "REFLECT" ? "reflect" : "symmetric",
                 nullptr);
}

// x / (bias + alpha / size · (sum of squares of `size` neighbours along the axis)) ^ beta
Value Lrn(const KernelContext& context) {
  const auto& attrs = context.attrs_as<LRNAttrs>();
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  AxisView view = ViewAxis(data, context.Axis(attrs.axis, data->rank()));
  NDArray out = MakeNDArray(data->shape, data->dtype);
  Elements<double> x(data);
  OutElements<double> y(out);
  // Of an even number of neighbours, more are behind, as in ONNX.
  int64_t before = (attrs.size - 1) / 2, behind = attrs.size / 2;
  // As in TVM, each step is rounded to the type of the elements.
  const bool in_float16 = data->dtype == DataType::Float(16);
  auto rounded = [in_float16](double value) {
    return in_float16 ? static_cast<double>(HalfToFloat(FloatToHalf(static_cast<float>(value))))
                      : value;
  };
  const double alpha = rounded(attrs.alpha), beta = rounded(attrs.beta), bias = rounded(attrs.bias),
               size = static_cast<double>(attrs.size);
  for (size_t n = 0; n < data->size(); ++n) {
    auto i = static_cast<int64_t>(n);
    int64_t position = i / view.inner % view.size;
    double sum = 0;
    SpendOperations(std::min(attrs.size, view.size));
    for (int64_t k = std::max<int64_t>(position - before, 0);
         k <= std::min(position + behind, view.size - 1); ++k) {
      double value = x[static_cast<size_t>(i + (k - position) * view.inner)];
      sum = rounded(sum + rounded(value * value));
    }
    y[n] = x[n] / rounded(std::pow(rounded(bias + rounded(rounded(alpha * sum) / size)), beta));
  }
  return y.Finish();
}

Value L2Normalize(const KernelContext& context) {
  const auto& attrs = context.attrs_as<L2NormalizeAttrs>();
  const NDArray& data = context.arg(0);
  RequireReal(context, data);
  std::vector<int64_t> sums_shape = data->shape;
  if (attrs.axis && !attrs.axis->empty()) {
    for (int64_t axis : *attrs.axis) sums_shape[context.Axis(axis, data->rank())] = 1;
  } else {
    sums_shape.assign(data->rank(), 1);
  }
  std::vector<double> sums = Scratch<double>(static_cast<size_t>(Product(sums_shape)));
  std::vector<int64_t> own = RowMajorStrides(data->shape);
  std::vector<int64_t> repeated = BroadcastStrides(sums_shape, data->shape);
  Elements<double> x(data);
  NDArray out = MakeNDArray(data->shape, data->dtype);
  OutElements<double> y(out);
  for (bool second : {false, true}) {
    for (StridedLoop loop(data->shape, {own, repeated}); !loop.done(); loop.Next()) {
      for (int64_t i = 0; i < loop.size(); ++i) {
        auto at = static_cast<size_t>(loop.offset(0) + i * loop.stride(0));
        double& sum = sums[static_cast<size_t>(loop.offset(1) + i * loop.stride(1))];
        if (second) {
          // As in `maximum`, NaN remains.
          y[at] = x[at] / std::sqrt(sum < attrs.eps ? attrs.eps : sum);
        } else {
          sum += x[at] * x[at];
        }
      }
    }
  }
  return y.Finish();
}

Value BatchFlatten(const KernelContext& context) {
  const NDArray& data = context.arg(0);
  if (data->rank() == 0)
    context.Fail(MSG(kKernelDataWithoutAxes, "the data of {operator} must have at least one axis",
                     context.name()));
  return ReshapeNDArray(
      data, {data->shape[0], Product(std::span<const int64_t>(data->shape).subspan(1))});
}

}  // namespace

void RegisterNNKernels(KernelRegistry& registry) {
  registry.Add("nn.batch_norm", BatchNorm);
  registry.Add("nn.layer_norm", LayerNorm);
  registry.Add("nn.instance_norm", InstanceNorm);
  registry.Add("nn.group_norm", GroupNorm);
  registry.Add("nn.softmax", Softmax<false>);
  registry.Add("nn.fast_softmax", Softmax<false>);
  registry.Add("nn.log_softmax", Softmax<true>);
  registry.Add("nn.bias_add", BiasAdd);
  registry.Add("nn.prelu", PRelu);
  registry.Add("nn.dropout", Dropout);
  registry.Add("nn.pad", Pad);
  registry.Add("nn.mirror_pad", MirrorPad);
  registry.Add("nn.lrn", Lrn);
  registry.Add("nn.l2_normalize", L2Normalize);
  registry.Add("nn.batch_flatten", BatchFlatten);
}

}  // namespace passcope
