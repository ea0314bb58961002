// Resizing images and volumes: image.resize1d to 3d, nn.upsampling.
//
// An axis is resized by taking, for each position of the result, a few weighted positions of the
// data; the axes follow one another. Reals and integers alike are interpolated in double.
#include <algorithm>
#include <cmath>

#include "ir/work_budget.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/layout.h"
#include "runtime/axis_index.h"
#include "runtime/convert.h"
#include "runtime/kernel.h"
#include "runtime/strided.h"

namespace passcope {
namespace {

struct ResizeMode {
  std::string method;          // "nearest_neighbor", "linear" or "cubic".
  std::string transformation;  // How a position in the result maps to one in the data.
  std::string rounding;
  double cubic_alpha = -0.5;
  bool cubic_exclude = false;
};

struct Tap {
  int64_t index;
  double weight;
};
using Taps = std::vector<std::vector<Tap>>;  // Per position of the result.

// The coordinate in the data of position `x` of the result.
double Coordinate(const KernelContext& context, const std::string& mode, int64_t x, int64_t size,
                  int64_t target) {
  auto position = static_cast<double>(x);
  double scale = static_cast<double>(size) / static_cast<double>(target);
  if (mode == "half_pixel") return (position + 0.5) * scale - 0.5;
  if (mode == "pytorch_half_pixel") return target > 1 ? (position + 0.5) * scale - 0.5 : 0;
  if (mode == "tf_half_pixel_for_nn") return (position + 0.5) * scale;
  if (mode == "asymmetric") return position * scale;
  if (mode == "align_corners") {
    return target > 1 ? position * static_cast<double>(size - 1) / static_cast<double>(target - 1)
                      : 0;
  }
  context.Unsupported(
      Say("{operator} with coordinates {mode} is not supported", context.name(), mode));
}

int64_t Nearest(const KernelContext& context, const ResizeMode& mode, double x) {
  // Keeps a quotient that should be an integer on the right side.
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
    context.Unsupported(
        Say("{operator} with rounding {rounding} is not supported", context.name(), rounding));
  }
  return static_cast<int64_t>(index);
}

Taps MakeTaps(const KernelContext& context, const ResizeMode& mode, int64_t size, int64_t target) {
  constexpr int64_t kTaps = 4;
  RequireScratch(static_cast<uint64_t>(target), sizeof(Taps::value_type) + kTaps * sizeof(Tap));
  Taps taps;
  auto clamp = [size](int64_t i) { return std::min(std::max<int64_t>(i, 0), size - 1); };
  for (int64_t i = 0; i < target; ++i) {
    SpendOperations(kTaps);
    double x = Coordinate(context, mode.transformation, i, size, target);
    std::vector<Tap>& entry = taps.emplace_back();
    if (mode.method == "nearest_neighbor") {
      entry = {{clamp(Nearest(context, mode, x)), 1}};
      continue;
    }
    auto low = static_cast<int64_t>(std::floor(x));
    double t = x - static_cast<double>(low);
    if (mode.method == "linear") {
      entry = {{clamp(low), 1 - t}, {clamp(low + 1), t}};
      continue;
    }
    if (mode.method != "cubic")
      context.Unsupported(
          Say("{operator} by {method} is not supported", context.name(), mode.method));
    // Keys' cubic convolution kernel with parameter alpha.
    double a = mode.cubic_alpha, t2 = t * t, t3 = t2 * t;
    double weights[] = {a * (t3 - 2 * t2 + t), (a + 2) * t3 - (a + 3) * t2 + 1,
                        -(a + 2) * t3 + (2 * a + 3) * t2 - a * t, -a * t3 + a * t2};
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

NDArray Resize(const KernelContext& context, const ResizeMode& mode,
               const std::string& layout_text) {
  const NDArray& data = context.arg(0);
  auto layout = Layout::Parse(layout_text);
  std::vector<int64_t> shape = context.out_shape();
  DataType dtype = context.out().dtype;
  if (!layout || layout->ndim() != data->rank() || shape.size() != data->rank()) {
    context.Unsupported(
        Say("{operator} with layout {layout} is not supported", context.name(), layout_text));
  }
  std::vector<size_t> axes;
  for (char name : {'D', 'H', 'W'}) {
    int at = layout->IndexOf(name);
    if (at >= 0) axes.push_back(static_cast<size_t>(at));
  }
  for (size_t axis : axes) {
    if (data->shape[axis] == 0 && shape[axis] != 0)
      context.Fail(Say("{operator} resizes nothing", context.name()));
  }
  if (mode.method == "nearest_neighbor") {
    std::vector<AxisTable> tables(data->rank());
    for (size_t axis : axes) {
      Taps taps = MakeTaps(context, mode, data->shape[axis], shape[axis]);
      tables[axis] = AxisTable::Make(
          shape[axis], [&](int64_t i) { return taps[static_cast<size_t>(i)][0].index; });
    }
    return CastNDArray(IndexAxes(data, tables), dtype);
  }
  NDArray current = CastNDArray(data, DataType::Float(64));
  for (size_t axis : axes) {
    Taps taps = MakeTaps(context, mode, data->shape[axis], shape[axis]);
    std::vector<int64_t> next_shape = current->shape;
    next_shape[axis] = shape[axis];
    NDArray next = MakeNDArray(next_shape, DataType::Float(64));
    std::span<const int64_t> dims(current->shape);
    int64_t outer = Product(dims.first(axis)), inner = Product(dims.subspan(axis + 1));
    double* to = next->mutable_as<double>();
    for (int64_t o = 0; o < outer; ++o) {
      const double* from = current->as<double>() + o * dims[axis] * inner;
      for (const std::vector<Tap>& entry : taps) {
        SpendOperations(inner * static_cast<int64_t>(entry.size()));
        for (int64_t i = 0; i < inner; ++i) {
          double sum = 0;
          for (const Tap& tap : entry) sum += from[tap.index * inner + i] * tap.weight;
          *to++ = sum;
        }
      }
    }
    current = next;
  }
  return CastNDArray(current, dtype);
}

Value ImageResize(const KernelContext& context) {
  const ResizeAttrs* attrs = AsResizeAttrs(context.attrs);
  PASSCOPE_CHECK(attrs);
  ResizeMode mode = {attrs->method, attrs->coordinate_transformation_mode, attrs->rounding_method,
                     attrs->cubic_alpha, attrs->cubic_exclude != 0};
  return Resize(context, mode, attrs->layout);
}

Value Upsampling(const KernelContext& context) {
  const auto& attrs = context.attrs_as<UpSamplingAttrs>();
  ResizeMode mode;
  if (attrs.method == "nearest_neighbor") {
    mode.method = attrs.method;
    mode.transformation = "asymmetric";
  } else {
    mode.method = attrs.method == "bilinear" ? "linear" : attrs.method == "bicubic" ? "cubic" : "";
    mode.transformation = attrs.align_corners ? "align_corners" : "half_pixel";
  }
  return Resize(context, mode, attrs.layout);
}

Value Upsampling3D(const KernelContext& context) {
  const auto& attrs = context.attrs_as<UpSampling3DAttrs>();
  ResizeMode mode;
  mode.method = attrs.method == "trilinear" ? "linear" : attrs.method;
  mode.transformation = attrs.coordinate_transformation_mode;
  return Resize(context, mode, attrs.layout);
}

}  // namespace

void RegisterResizeKernels(KernelRegistry& registry) {
  for (const char* name : {"image.resize1d", "image.resize2d", "image.resize3d"}) {
    registry.Add(name, ImageResize);
  }
  registry.Add("nn.upsampling", Upsampling);
  registry.Add("nn.upsampling3d", Upsampling3D);
}

}  // namespace passcope
