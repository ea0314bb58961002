// Resizing of images and volumes: image.resize1d to 3d, nn.upsampling.
//
// Each position of a resized axis is a weighted sum of a few positions of the data. The axes are
// resized one after the other, the last first. As in TVM, values are float32; those of float64 data
// and of integers are float64. Integers are cut off at the end.
#include <algorithm>
#include <cmath>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"
#include "op/layout.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/numeric.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

struct ResizeMode {
  std::string method;          // "nearest_neighbor", "linear" or "cubic".
  std::string transformation;  // Maps a position in the result to one in the data.
  std::string rounding;
  double cubic_alpha = -0.5;
  bool cubic_exclude = false;
  std::vector<double> roi;  // The first and last coordinates of all axes, as fractions.
  double extrapolation_value = 0;

  bool crops() const { return transformation == "tf_crop_and_resize"; }
};

// One axis: its size in the data and in the result, its exact length in the result before rounding,
// and the region of the data.
struct ResizedAxis {
  int64_t size, target;
  double length;
  double start = 0, end = 0;
};

struct Tap {
  int64_t index;
  double weight;
};
using Taps = std::vector<std::vector<Tap>>;  // For each position of the result.

// The coordinate in the data for position `x` of the result. A quotient of integers is rounded
// once, so that a coordinate in the middle between two positions is exact.
double Coordinate(const KernelContext& context, const std::string& mode, int64_t x,
                  const ResizedAxis& axis) {
  auto position = static_cast<double>(x), size = static_cast<double>(axis.size);
  double center = (2 * position + 1) * size;
  if (mode == "half_pixel" || (mode == "pytorch_half_pixel" && axis.target > 1)) {
    return (center - axis.length) / (2 * axis.length);
  }
  if (mode == "pytorch_half_pixel") return 0;
  if (mode == "tf_half_pixel_for_nn") return center / (2 * axis.length);
  if (mode == "asymmetric") return position * size / axis.length;
  if (mode == "align_corners") {
    return axis.target > 1 ? position * (size - 1) / (axis.length - 1) : 0;
  }
  if (mode == "tf_crop_and_resize") {
    if (axis.length <= 1) return 0.5 * (axis.start + axis.end) * (size - 1);
    return axis.start * (size - 1) +
           position * (axis.end - axis.start) * (size - 1) / (axis.length - 1);
  }
  context.Unsupported(MSG(kResizeCoordinatesUnsupported,
                          "{operator} does not support the coordinate transformation {mode}",
                          context.name(), mode));
}

int64_t Nearest(const KernelContext& context, const ResizeMode& mode, double x) {
  // Corrects quotients that are slightly below an integer.
  constexpr double kEpsilon = 1e-5;
  std::string rounding = mode.rounding;
  if (rounding.empty()) rounding = mode.transformation == "align_corners" ? "round" : "floor";
  double index = 0;
  if (rounding == "round") {
    index = std::round(x);
  } else if (rounding == "round_prefer_floor") {
    index = std::ceil(x - 0.5);
  } else if (rounding == "round_prefer_ceil") {
    index = std::floor(x + 0.5);
  } else if (rounding == "floor") {
    index = std::floor(x + kEpsilon);
  } else if (rounding == "ceil") {
    index = std::ceil(x - kEpsilon);
  } else {
    context.Unsupported(MSG(kQnnRoundingUnsupported,
                            "{operator} does not support the rounding {rounding}", context.name(),
                            rounding));
  }
  return static_cast<int64_t>(index);
}

Taps MakeTaps(const KernelContext& context, const ResizeMode& mode, const ResizedAxis& axis) {
  constexpr int64_t kTaps = 4;
  RequireScratch(static_cast<uint64_t>(axis.target),
                 sizeof(Taps::value_type) + kTaps * sizeof(Tap));
  Taps taps;
  int64_t last = axis.size - 1;
  auto clamp = [last](int64_t i) { return std::min(std::max<int64_t>(i, 0), last); };
  for (int64_t i = 0; i < axis.target; ++i) {
    SpendOperations(kTaps);
    // A region may be anywhere. The clamp makes no difference, and avoids overflow.
    constexpr double kFar = 1e15;
    double x = Coordinate(context, mode.transformation, i, axis);
    x = x > -kFar ? std::min(x, kFar) : -kFar;
    std::vector<Tap>& entry = taps.emplace_back();
    if (mode.method == "nearest_neighbor") {
      entry = {{clamp(Nearest(context, mode, x)), 1}};
      continue;
    }
    double low_place = std::floor(x);
    auto low = static_cast<int64_t>(low_place);
    double t = x - low_place;
    if (mode.method == "linear") {
      entry = {{clamp(low), 1 - t}, {clamp(low + 1), t}};
      continue;
    }
    if (mode.method != "cubic")
      context.Unsupported(MSG(kResizeMethodUnsupported,
                              "{operator} does not support the method {method}", context.name(),
                              mode.method));
    // Keys' cubic convolution kernel with parameter alpha, in factors: precise near its zeros, too.
    double a = mode.cubic_alpha, u = 1 - t;
    double weights[] = {a * t * u * u, u * (1 + t - (a + 2) * t * t), t * (1 + u - (a + 2) * u * u),
                        a * u * t * t};
    double sum = 0;
    for (int64_t k = 0; k < 4; ++k) {
      int64_t index = low - 1 + k;
      double weight = mode.cubic_exclude && clamp(index) != index ? 0 : weights[k];
      entry.push_back({clamp(index), weight});
      sum += weight;
    }
    if (mode.cubic_exclude && sum != 0) {
      for (Tap& tap : entry) tap.weight /= sum;
    }
  }
  return taps;
}

// For each axis, the positions of the result within the data. Other positions get the extrapolation
// value.
std::vector<AxisTable> InsideTables(const KernelContext& context, const ResizeMode& mode,
                                    size_t rank,
                                    std::span<const std::pair<size_t, ResizedAxis>> axes) {
  std::vector<AxisTable> tables(rank);
  for (const auto& [at, axis] : axes) {
    tables[at] = AxisTable::Make(axis.target, [&, resized = axis](int64_t i) {
      double x = Coordinate(context, mode.transformation, i, resized);
      return x < 0 || x > static_cast<double>(resized.size - 1) ? int64_t{-1} : i;
    });
  }
  return tables;
}

// Resizes one axis of an array whose elements are T.
template <class T>
NDArray ResizeAxis(const NDArray& data, size_t axis, const Taps& taps) {
  std::vector<int64_t> shape = data->shape;
  shape[axis] = static_cast<int64_t>(taps.size());
  NDArray out = MakeNDArray(shape, data->dtype);
  std::span<const int64_t> dims(data->shape);
  int64_t outer = Product(dims.first(axis)), inner = Product(dims.subspan(axis + 1));
  T* to = out->mutable_as<T>();
  for (int64_t o = 0; o < outer; ++o) {
    const T* from = data->as<T>() + o * dims[axis] * inner;
    for (const std::vector<Tap>& entry : taps) {
      SpendOperations(inner * static_cast<int64_t>(entry.size()));
      for (int64_t i = 0; i < inner; ++i) {
        T sum = 0;
        for (const Tap& tap : entry)
          sum += from[tap.index * inner + i] * static_cast<T>(tap.weight);
        *to++ = sum;
      }
    }
  }
  return out;
}

// Cuts off the fractions of sums of weighted integers, and saturates. The weights are rounded, so a
// sum may be slightly below its integer.
void CutOff(const NDArray& sums, DataType dtype) {
  constexpr double kNear = 1e-12;
  double low = LowestScalar(dtype)->ToDouble(0), high = HighestScalar(dtype)->ToDouble(0);
  double* values = sums->mutable_as<double>();
  for (size_t i = 0; i < sums->size(); ++i) {
    double whole = std::nearbyint(values[i]);
    bool close = std::abs(values[i] - whole) <= kNear * (1 + std::abs(whole));
    values[i] = std::min(std::max(close ? whole : std::trunc(values[i]), low), high);
  }
}

// `shape` is that of the result. `lengths` are those of its spatial axes, if they differ from the
// sizes.
NDArray Resize(const KernelContext& context, const ResizeMode& mode, const std::string& layout_text,
               const std::vector<int64_t>& shape, const std::vector<double>& lengths = {}) {
  const NDArray& data = context.arg(0);
  auto layout = Layout::Parse(layout_text);
  DataType dtype = context.out().dtype;
  if (!layout || layout->ndim() != data->rank() || shape.size() != data->rank()) {
    context.Unsupported(MSG(kPoolLayoutUnsupported,
                            "{operator} does not support the layout {layout}", context.name(),
                            layout_text));
  }
  std::vector<std::pair<size_t, ResizedAxis>> axes;
  for (char name : {'D', 'H', 'W'}) {
    int at = layout->IndexOf(name);
    if (at < 0) continue;
    auto axis = static_cast<size_t>(at);
    double length = static_cast<double>(shape[axis]);
    if (axes.size() < lengths.size()) length = lengths[axes.size()];
    axes.push_back({axis, {data->shape[axis], shape[axis], length}});
  }
  for (const auto& [at, axis] : axes) {
    if (axis.size == 0 && axis.target != 0)
      context.Fail(MSG(kResizeEmpty, "{operator} cannot resize an empty axis to {size} elements",
                       context.name(), axis.target));
  }
  if (mode.crops()) {
    if (mode.roi.size() != 2 * axes.size()) {
      context.Fail(MSG(kResizeRoiCount,
                       "roi of {operator} must have {expected} numbers, not {actual}",
                       context.name(), 2 * axes.size(), mode.roi.size()));
    }
    for (size_t i = 0; i < axes.size(); ++i) {
      axes[i].second.start = mode.roi[i];
      axes[i].second.end = mode.roi[i + axes.size()];
    }
  }
  const bool whole = dtype.is_int() || dtype.is_uint();
  const bool wide = whole || data->dtype == DataType::Float(64);
  const DataType real = DataType::Float(wide ? 64 : 32);
  NDArray current = data;
  if (mode.method == "nearest_neighbor") {
    std::vector<AxisTable> tables(data->rank());
    for (const auto& [at, axis] : axes) {
      Taps taps = MakeTaps(context, mode, axis);
      tables[at] = AxisTable::Make(
          axis.target, [&](int64_t i) { return taps[static_cast<size_t>(i)][0].index; });
    }
    current = IndexAxes(data, tables);
  } else {
    current = CastNDArray(data, real);
    for (size_t k = axes.size(); k-- > 0;) {
      size_t axis = axes[k].first;
      Taps taps = MakeTaps(context, mode, axes[k].second);
      current =
          wide ? ResizeAxis<double>(current, axis, taps) : ResizeAxis<float>(current, axis, taps);
    }
    if (whole) CutOff(current, dtype);
  }
  if (mode.crops()) {
    current = IndexAxes(CastNDArray(current, real), InsideTables(context, mode, data->rank(), axes),
                        ScalarNDArray(mode.extrapolation_value, real));
  }
  return CastNDArray(current, dtype);
}

const ResizeAttrs& AttrsOf(const KernelContext& context) {
  const ResizeAttrs* attrs = AsResizeAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  return *attrs;
}

ResizeMode ModeOf(const ResizeAttrs& attrs, std::vector<double> roi) {
  return {attrs.method,
          attrs.coordinate_transformation_mode,
          attrs.rounding_method,
          attrs.cubic_alpha,
          attrs.cubic_exclude != 0,
          std::move(roi),
          attrs.extrapolation_value};
}

Value ImageResize(const KernelContext& context) {
  const ResizeAttrs& attrs = AttrsOf(context);
  return Resize(context, ModeOf(attrs, ToReals(attrs.roi)), attrs.layout, context.out_shape());
}

Value Upsampling(const KernelContext& context) {
  const auto& attrs = context.attrs_as<UpSamplingAttrs>();
  ResizeMode mode;
  mode.method = attrs.method == "bilinear"  ? "linear"
                : attrs.method == "bicubic" ? "cubic"
                                            : attrs.method;
  mode.transformation = attrs.align_corners ? "align_corners" : "asymmetric";
  return Resize(context, mode, attrs.layout, context.out_shape());
}

Value Upsampling3D(const KernelContext& context) {
  const auto& attrs = context.attrs_as<UpSampling3DAttrs>();
  ResizeMode mode;
  mode.method = attrs.method == "trilinear" ? "linear" : attrs.method;
  mode.transformation = attrs.coordinate_transformation_mode;
  return Resize(context, mode, attrs.layout, context.out_shape());
}

}  // namespace

Value ResizeByScales(const KernelContext& context) {
  const ResizeAttrs& attrs = AttrsOf(context);
  const NDArray& size = context.arg(1);
  const NDArray& roi = context.arg(2);
  auto layout = Layout::Parse(attrs.layout);
  std::vector<int64_t> shape = context.arg(0)->shape;
  if (!layout || layout->ndim() != shape.size() || size->size() != 2) {
    context.Unsupported(MSG(kPoolLayoutUnsupported,
                            "{operator} does not support the layout {layout}", context.name(),
                            attrs.layout));
  }
  std::vector<double> lengths;
  for (char name : {'H', 'W'}) {
    double length = size->ToDouble(lengths.size());
    int axis = layout->IndexOf(name);
    constexpr double kMost = 1 << 30;
    bool fits = axis >= 0 && length >= 0 && length <= kMost;
    if (!fits)
      context.Fail(MSG(kResizeSizeOutOfRange, "a size of {operator} must be 0 to 2^30, not {size}",
                       context.name(), length));
    shape[static_cast<size_t>(axis)] = static_cast<int64_t>(length);
    lengths.push_back(length);
  }
  CheckArrayType(shape, context.out().dtype);
  std::vector<double> region;
  for (size_t i = 0; i < roi->size(); ++i) region.push_back(roi->ToDouble(i));
  return Resize(context, ModeOf(attrs, std::move(region)), attrs.layout, shape, lengths);
}

void RegisterResizeKernels(KernelRegistry& registry) {
  for (const char* name : {"image.resize1d", "image.resize2d", "image.resize3d"}) {
    registry.Add(name, ImageResize);
  }
  registry.Add("nn.upsampling", Upsampling);
  registry.Add("nn.upsampling3d", Upsampling3D);
}

}  // namespace passcope
