// Resizing of images by matrices, as ONNX's operator defines it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "frontend/onnx/resize.h"
#include "support/toward_zero.h"

namespace passcope::frontend::onnx {
namespace {

// The place in the input that an element of the result comes from.
double Origin(const Axis& axis, const std::string& mode, int64_t at) {
  auto x = static_cast<double>(at);
  auto last = static_cast<double>(axis.in - 1);
  double length = axis.scale * static_cast<double>(axis.in);
  if (mode == "align_corners") return length == 1 ? 0 : x * last / (length - 1);
  if (mode == "asymmetric") return x / axis.scale;
  if (mode == "tf_half_pixel_for_nn") return (x + 0.5) / axis.scale;
  if (mode == "tf_crop_and_resize") {
    double part = (axis.end - axis.begin) * last;
    return axis.begin * last + (length == 1 ? part / 2 : x * part / (length - 1));
  }
  if (mode == "pytorch_half_pixel" && axis.out == 1) return 0;
  if (mode != "half_pixel_symmetric") return (x + 0.5) / axis.scale - 0.5;
  // Both ends of the input are cut alike: the middle of the result is that of the input.
  return (last + 1) / 2 + (x + 0.5 - static_cast<double>(axis.out) / 2) / axis.scale - 0.5;
}

// The filters of interpolation, for a distance of at least 0.
double FilterAt(const How& how, double distance) {
  if (how.method == "linear") return std::max(0.0, 1 - distance);
  double a = how.cubic_alpha, d = distance;
  if (d <= 1) return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

// The weights of the elements around a place, and the position of the first of them.
struct Neighbours {
  int64_t first = 0;
  std::vector<double> weights;
};

Neighbours NeighboursOf(const Axis& axis, const How& how, double x) {
  double below = std::floor(x);
  // An integral place is the second of its neighbours.
  if (below == x) below -= 1;
  double ratio = x - below;
  // A larger distance makes no difference, and the clamp keeps it in int64_t.
  constexpr double kFar = 1e15;
  int64_t first = TowardZero(std::clamp(below, -kFar, kFar));
  if (how.method == "nearest_neighbor") {
    bool second = ratio == 1 || how.rounding == "ceil" ||
                  (how.rounding == "round_prefer_ceil" && ratio >= 0.5) ||
                  (how.rounding != "floor" && how.rounding != "round_prefer_ceil" && ratio > 0.5);
    return {second ? first + 1 : first, {1.0}};
  }
  // A filter against aliasing is as much wider as the result is smaller.
  double scale = how.antialias ? std::min(axis.scale, 1.0) : 1;
  double width = how.method == "linear" ? 1 : 2;
  int64_t before = TowardZero(std::ceil(width / scale)) - 1;
  Neighbours result{first - before, {}};
  for (int64_t k = -before; k <= before + 1; ++k) {
    double distance = std::abs(static_cast<double>(k) - ratio);
    result.weights.push_back(FilterAt(how, distance * scale));
  }
  return result;
}

// The matrix [out, in] of an axis. `outside` tells which elements lie outside of the input.
std::vector<double> MatrixOf(const Axis& axis, const How& how, std::vector<bool>* outside) {
  auto size = static_cast<size_t>(axis.out * axis.in);
  RequireScratch(size, sizeof(double));
  std::vector<double> matrix(size);
  for (int64_t i = 0; i < axis.out; ++i) {
    double x = Origin(axis, how.coordinates, i);
    outside->push_back(how.coordinates == "tf_crop_and_resize" &&
                       (x < 0 || x > static_cast<double>(axis.in - 1)));
    Neighbours near = NeighboursOf(axis, how, x);
    auto is_outside = [&](int64_t at) { return at < 0 || at >= axis.in; };
    double sum = 0, inside = 0;
    for (size_t k = 0; k < near.weights.size(); ++k) {
      sum += near.weights[k];
      if (!is_outside(near.first + static_cast<int64_t>(k))) inside += near.weights[k];
    }
    // If all elements are outside, none can be left out.
    bool exclude = how.cubic_exclude != 0 && inside != 0;
    double whole = exclude ? inside : how.antialias ? sum : 1;
    for (size_t k = 0; k < near.weights.size(); ++k) {
      int64_t at = near.first + static_cast<int64_t>(k);
      if (exclude && is_outside(at)) continue;
      at = std::clamp<int64_t>(at, 0, axis.in - 1);
      matrix[static_cast<size_t>(i * axis.in + at)] += near.weights[k] / whole;
    }
  }
  return matrix;
}

}  // namespace

Expr ResizeByMatrices(const Expr& data, const std::vector<Axis>& axes, const How& how) {
  DataType dtype = DtypeOf(data);
  bool nearest = how.method == "nearest_neighbor";
  bool whole = dtype.is_int() || dtype.is_uint();
  // float64 holds all integers of 32 bits.
  DataType real = DataType::Float(whole && dtype.bits >= 32 ? 64 : 32);
  DataType made = nearest || dtype == DataType::Float(64) ? dtype : real;
  Expr out = dtype == made ? data : Cast(data, made);
  auto rank = static_cast<int64_t>(axes.size());
  Ints result;
  for (const Axis& axis : axes) result.push_back(axis.out);
  if (std::find(result.begin(), result.end(), 0) != result.end()) return Zeros(result, dtype);
  std::vector<std::pair<int64_t, std::vector<bool>>> cut;
  for (int64_t i = 0; i < rank; ++i) {
    const Axis& axis = axes[static_cast<size_t>(i)];
    if (axis.in == axis.out && axis.scale == 1 && axis.begin == 0 && axis.end == 1) continue;
    std::vector<bool> outside;
    std::vector<double> matrix = MatrixOf(axis, how, &outside);
    if (nearest) {
      // Each row has one element.
      Ints places;
      for (auto row = matrix.begin(); row != matrix.end(); row += axis.in) {
        places.push_back(std::max_element(row, row + axis.in) - row);
      }
      out = Take(out, ConstInts(places, DataType::Int(64)), i);
    } else {
      Ints order(axes.size());
      std::iota(order.begin(), order.end(), 0);
      std::swap(order[static_cast<size_t>(i)], order.back());
      bool last = i == rank - 1;
      if (!last) out = Transpose(out, order);
      Ints shape = StaticShapeOf(out);
      shape.back() = axis.out;
      Expr weights = Reshape(ConstReals(matrix, made), Ints{axis.out, axis.in});
      out = Reshape(Dense(Reshape(out, Ints{-1, axis.in}), weights), shape);
      if (!last) out = Transpose(out, order);
    }
    if (std::find(outside.begin(), outside.end(), true) != outside.end()) {
      cut.emplace_back(i, std::move(outside));
    }
  }
  for (const auto& [i, outside] : cut) {
    Ints shape(axes.size(), 1);
    shape[static_cast<size_t>(i)] = static_cast<int64_t>(outside.size());
    NDArray mask = MakeNDArray(shape, DataType::Bool());
    for (size_t k = 0; k < outside.size(); ++k) StoreInt(mask, k, outside[k]);
    out = Where(ConstArray(mask), Const(how.extrapolation_value, made), out);
  }
  if (dtype == made) return out;
  if (!whole) return Cast(out, dtype);
  if (dtype.bits < 64) {
    // Cubic interpolation can leave the range of the data.
    double most = std::exp2(dtype.is_uint() ? dtype.bits : dtype.bits - 1);
    out = Clip(out, dtype.is_uint() ? 0 : -most, most - 1);
  }
  return Cast(Op("round", {out}), dtype);
}

}  // namespace passcope::frontend::onnx
