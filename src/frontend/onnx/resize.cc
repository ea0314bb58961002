// Resizing of images.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "support/toward_zero.h"

namespace passcope::frontend::onnx {
namespace {

std::string MethodOf(const Node& node) {
  std::string_view mode = node.Text("mode", "nearest");
  if (mode == "nearest") return "nearest_neighbor";
  if (mode == "linear") return "linear";
  if (mode == "cubic") return "cubic";
  node.FailAttribute("mode", mode);
}

struct How {
  std::string method;
  std::string coordinates = "asymmetric";
  std::string rounding;
  double cubic_alpha = -0.5;
  int64_t cubic_exclude = 0;
  double extrapolation_value = 0;
};

// One axis of a resizing, as ONNX's operator defines it.
struct Axis {
  int64_t in = 1;
  int64_t out = 1;
  double scale = 1;
  double begin = 0;  // Begin of the region, as a fraction of the axis.
  double end = 1;
};

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
  double place = (x + 0.5) / axis.scale - 0.5;
  if (mode != "half_pixel_symmetric") return place;
  // Both ends of the input are cut alike.
  return place + (last + 1) / 2 * (1 - static_cast<double>(axis.out) / length);
}

// The weights of the neighbours of a place. It lies `ratio` after the second of four neighbours, or
// after the first of two.
std::vector<double> Weights(const How& how, double ratio) {
  if (how.method == "linear") return {1 - ratio, ratio};
  if (how.method == "cubic") {
    double a = how.cubic_alpha;
    auto far = [&](double t) { return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a; };
    auto near = [&](double t) { return ((a + 2) * t - (a + 3)) * t * t + 1; };
    return {far(ratio + 1), near(ratio), near(1 - ratio), far(2 - ratio)};
  }
  bool second = ratio == 1 || how.rounding == "ceil" ||
                (how.rounding == "round_prefer_ceil" && ratio >= 0.5) ||
                (how.rounding != "floor" && how.rounding != "round_prefer_ceil" && ratio > 0.5);
  return {second ? 0.0 : 1.0, second ? 1.0 : 0.0};
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
    double below = std::floor(x);
    // An integral place is the second of its neighbours.
    if (below == x) below -= 1;
    std::vector<double> weights = Weights(how, x - below);
    // A larger distance makes no difference, and the clamp keeps it in int64_t.
    constexpr double kFar = 1e15;
    int64_t first = TowardZero(std::clamp(below, -kFar, kFar)) - (weights.size() == 4 ? 1 : 0);
    double sum = 0;
    for (size_t k = 0; k < weights.size(); ++k) {
      int64_t at = first + static_cast<int64_t>(k);
      if (how.cubic_exclude != 0 && (at < 0 || at >= axis.in)) weights[k] = 0;
      sum += weights[k];
    }
    for (size_t k = 0; k < weights.size(); ++k) {
      int64_t at = std::clamp<int64_t>(first + static_cast<int64_t>(k), 0, axis.in - 1);
      double weight = how.cubic_exclude != 0 ? weights[k] / sum : weights[k];
      matrix[static_cast<size_t>(i * axis.in + at)] += weight;
    }
  }
  return matrix;
}

// Resizes by multiplying with a matrix along each axis that changes. Relay's operators compute
// scales from the rounded sizes, so some results differ from ONNX's.
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
      out = Take(out, ConstInts(places, kInt64), i);
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

// All axes, from scales or sizes and an optional region.
std::vector<Axis> AxesOf(const Node& node, const Expr& data, const NDArray& scale,
                         const NDArray& size, const NDArray& roi) {
  Ints shape = StaticShapeOf(data);
  const NDArray& given = scale ? scale : size;
  if (given->size() != shape.size()) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxResizeNumbersPerAxis,
                  "{operator} needs {expected} scales or sizes, one for each axis, not {actual}",
                  node.op, shape.size(), given->size()));
  }
  if (roi && roi->size() != 2 * shape.size()) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxResizeRegionCount,
                  "`roi` of {operator} must have {expected} numbers, not {actual}", node.op,
                  2 * shape.size(), roi->size()));
  }
  std::vector<Axis> axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    Axis axis;
    axis.in = shape[i];
    auto length = static_cast<double>(axis.in);
    constexpr double kMost = 1 << 30;
    bool empty = axis.in == 0 && (scale || size->ToInt(i) == 0);
    axis.scale = scale ? scale->ToDouble(i) : static_cast<double>(size->ToInt(i)) / length;
    bool fits = empty || (axis.scale > 0 && axis.in >= 1 && length * axis.scale <= kMost);
    if (!fits) {
      node.Fail(DiagKind::kBadAttribute,
                MSG(kOnnxResizeSizesNotPositive,
                    "{operator} cannot scale an axis of length {length} by {scale}: the result "
                    "must be above 0 and at most 2^30",
                    node.op, axis.in, axis.scale));
    }
    axis.out = empty ? 0 : scale ? TowardZero(length * axis.scale) : size->ToInt(i);
    if (roi) {
      axis.begin = roi->ToDouble(i);
      axis.end = roi->ToDouble(i + shape.size());
    }
    axes.push_back(axis);
  }
  return axes;
}

// `size` and `roi` are for the spatial axes only. Without a region, `roi` is null.
Expr ResizeTo(const Node& node, const Expr& data, const Expr& size, const Expr& roi,
              const How& how) {
  static constexpr const char* kOps[] = {"image.resize1d", "image.resize2d", "image.resize3d"};
  static constexpr const char* kLayouts[] = {"NCW", "NCHW", "NCDHW"};
  int64_t rank = RankOf(data) - 2;
  if (rank < 1 || rank > 3) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxSpatialRankUnsupported,
                  "input {index} of {operator} must have 3 to 5 dimensions, not {actual}", 0,
                  node.op, RankOf(data)));
  }
  NDArray known_size = DataOf(size);
  NDArray known_roi = roi ? DataOf(roi) : nullptr;
  auto resize = [&](std::string_view op, std::initializer_list<Expr> args, AttrValue size_value,
                    AttrValue region) {
    return Op(op, args,
              {{"size", std::move(size_value)},
               {"roi", std::move(region)},
               {"layout", kLayouts[rank - 1]},
               {"method", how.method},
               {"coordinate_transformation_mode", how.coordinates},
               {"rounding_method", how.rounding},
               {"cubic_alpha", how.cubic_alpha},
               {"cubic_exclude", how.cubic_exclude},
               {"extrapolation_value", how.extrapolation_value}});
  };
  if (rank == 2 && (!known_size || (roi && !known_roi))) {
    // The dynamic form needs the region as a tensor.
    Expr sizes = known_size ? ConstInts(IntsOf(known_size), kInt64) : size;
    Expr region = roi ? roi : ConstReals(std::vector<double>(4, 0.0), DataType::Float(32));
    return resize("dyn.image.resize2d", {data, sizes, region}, AttrValue(), AttrValue());
  }
  if (!known_size) known_size = node.graph.InferValue(size);
  if (!known_size) {
    node.Fail(
        DiagKind::kUnsupported,
        MSG(kOnnxResizeSizeNotConstant,
            "the size of {operator} must be a constant, but the model computes it at run time",
            node.op));
  }
  AttrArray region(static_cast<size_t>(2 * rank), AttrValue(0.0));
  if (known_roi && known_roi->size() == region.size()) {
    for (size_t i = 0; i < region.size(); ++i) region[i] = AttrValue(known_roi->ToDouble(i));
  }
  return resize(kOps[rank - 1], {data}, AttrValue::Ints(IntsOf(known_size)),
                AttrValue(std::move(region)));
}

// The shape of the data times a scale for each axis.
Expr ScaledShape(const Expr& data, const Expr& scale) {
  return Mul(Cast(ShapeTensor(data), DtypeOf(scale)), scale);
}

Expr SpatialPart(const Expr& sizes, int64_t rank) {
  return FoldConstant(StridedSlice(sizes, Ints{2}, Ints{rank}));
}

// The spatial part of a region, which has all beginnings before all ends.
Expr SpatialRegion(const Expr& roi, int64_t rank) {
  return FoldConstant(Concatenate(
      {StridedSlice(roi, Ints{2}, Ints{rank}), StridedSlice(roi, Ints{rank + 2}, Ints{2 * rank})},
      0));
}

// True if Relay's operator computes the same as ONNX's along these axes.
bool RelayResizes(const std::vector<Axis>& axes, const How& how) {
  size_t rank = axes.size();
  if (how.coordinates == "tf_crop_and_resize" || rank < 3 || rank > 5) return false;
  // Relay has cubic interpolation only for two spatial axes.
  if (how.method == "cubic" && rank != 4) return false;
  for (size_t i = 0; i < rank; ++i) {
    const Axis& axis = axes[i];
    double length = axis.scale * static_cast<double>(axis.in);
    bool whole = std::abs(length - static_cast<double>(axis.out)) < 1e-4;
    if (!whole || axis.out == 0 || (i < 2 && axis.in != axis.out)) return false;
  }
  return true;
}

Results ResizeByScale(Node& node) {
  const Expr& data = node.In(0);
  How how;
  how.method = MethodOf(node);
  if (NDArray scale = node.ValueOf(1); scale && !IsDynamic(data)) {
    std::vector<Axis> axes = AxesOf(node, data, scale, nullptr, nullptr);
    How exact = how;
    exact.rounding = "floor";
    if (!RelayResizes(axes, how)) return ResizeByMatrices(data, axes, exact);
  }
  Expr size = ScaledShape(data, node.In(1));
  return ResizeTo(node, data, SpatialPart(size, RankOf(data)), nullptr, how);
}

bool IsGiven(const Expr& input) {
  return input && !ShapeOf(input).empty() && !(ShapeOf(input)[0] == Dim(0));
}

Results ResizeByScaleOrSize(Node& node) {
  const Expr& data = node.In(0);
  int64_t rank = RankOf(data);
  Expr roi = node.Maybe(1);
  Expr scale = node.Maybe(2);
  Expr size = node.Maybe(3);
  if (IsGiven(size) == IsGiven(scale)) {
    node.Fail(DiagKind::kBadAttribute,
              IsGiven(size)
                  ? MSG(kOnnxResizeTargetRepeated, "`scales` or `sizes` must be given, not both")
                  : MSG(kOnnxResizeTargetMissing, "`scales` or `sizes` must be given"));
  }
  // Options of version 18.
  auto refuse = [&](const char* option) {
    node.Fail(DiagKind::kUnsupported,
              MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op,
                  option));
  };
  if (node.Int("antialias", 0) != 0) refuse("antialias");
  if (node.Has("axes")) refuse("axes");
  if (node.Text("keep_aspect_ratio_policy", "stretch") != "stretch") {
    refuse("keep_aspect_ratio_policy");
  }
  How how;
  how.method = MethodOf(node);
  how.coordinates = std::string(node.Text("coordinate_transformation_mode", "half_pixel"));
  how.rounding = std::string(node.Text("nearest_mode", "round_prefer_floor"));
  how.cubic_alpha = node.Real("cubic_coeff_a", -0.75);
  how.cubic_exclude = node.Int("exclude_outside", 0);
  how.extrapolation_value = node.Real("extrapolation_value", 0);
  constexpr std::string_view kModes[] = {
      "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
      "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"};
  if (std::find(std::begin(kModes), std::end(kModes), how.coordinates) == std::end(kModes)) {
    node.FailAttribute("coordinate_transformation_mode", how.coordinates);
  }
  bool symmetric = how.coordinates == "half_pixel_symmetric";
  bool cropped = how.coordinates == "tf_crop_and_resize";
  if (cropped) node.In(1);  // Must be present.
  // Known values of parameters count here, so that the result is right where Relay's operator
  // differs from ONNX's. Where they agree, the program computes sizes from parameters, as TVM's
  // does.
  NDArray known_scale = IsGiven(scale) ? node.ValueOf(2) : nullptr;
  NDArray known_size = IsGiven(size) ? node.ValueOf(3) : nullptr;
  NDArray known_roi = cropped && IsGiven(roi) ? node.ValueOf(1) : nullptr;
  bool known = (known_scale || known_size) && (known_roi || !cropped || !IsGiven(roi));
  if (known && !IsDynamic(data)) {
    std::vector<Axis> axes = AxesOf(node, data, known_scale, known_size, known_roi);
    if (!RelayResizes(axes, how)) return ResizeByMatrices(data, axes, how);
  } else if (symmetric && !IsGiven(size)) {
    refuse("half_pixel_symmetric");
  }
  // For whole sizes, both are the same.
  if (symmetric) how.coordinates = "half_pixel";
  if (!IsGiven(size)) size = ScaledShape(data, scale);
  return ResizeTo(node, data, SpatialPart(size, rank),
                  IsGiven(roi) ? SpatialRegion(roi, rank) : nullptr, how);
}

// Upsampling by scales that are known only at run time. Relay's operators round the sizes, and TVM
// takes the wrong elements of `scales`.
Expr UpsampleBy(const Expr& data, const Expr& scales, bool nearest) {
  DataType dtype = DtypeOf(data);
  const DataType kFloat64 = DataType::Float(64);
  Expr out = data;
  for (int64_t axis = 2; axis < RankOf(data); ++axis) {
    Expr scale = Cast(Take(scales, ConstInt(axis)), kFloat64);
    Expr size = Take(ShapeTensor(data), ConstInt(axis));
    Expr count = Cast(Op("floor", {Mul(Cast(size, kFloat64), scale)}), kInt64);
    Expr numbers = Arange(ConstInt(0, kInt64), count, ConstInt(1, kInt64), kInt64);
    Expr places = Div(Cast(numbers, kFloat64), scale);
    Expr below = Op("floor", {places});
    auto at = [&](const Expr& place) { return Take(out, Cast(place, kInt64), axis, "clip"); };
    if (nearest) {
      out = at(below);
      continue;
    }
    Expr weight = Cast(Sub(places, below), dtype);
    if (int64_t behind = RankOf(data) - axis - 1) weight = ExpandDims(weight, 1, behind);
    Expr rest = Sub(Const(1, dtype), weight);
    out = Add(Mul(at(below), rest), Mul(at(Add(below, Const(1, kFloat64))), weight));
  }
  return out;
}

// Upsample came before Resize. Its factors were first an attribute and later an input.
Results Upsample(Node& node) {
  const Expr& data = node.In(0);
  int64_t rank = RankOf(data);
  std::string_view mode = node.Text("mode", "nearest");
  if (mode != "nearest" && mode != "linear" && mode != "bilinear") node.FailAttribute("mode", mode);
  std::vector<double> scales = node.Reals("scales");
  if (scales.empty() && node.Has("height_scale")) {
    scales = {1, 1, node.Real("height_scale"), node.Real("width_scale", 1)};
  }
  Expr computed;
  if (scales.empty()) {
    node.TakesInputs(2, 2);
    if (NDArray known = node.ValueOf(1)) {
      scales = RealsOf(known);
    } else {
      computed = node.In(1);
    }
  }
  bool fits = computed
                  ? RankOf(computed) == 1 && ShapeOf(computed)[0] == Dim(rank)
                  : static_cast<int64_t>(scales.size()) == rank && scales[0] == 1 && scales[1] == 1;
  if (rank < 4 || rank > 5 || !fits) {
    node.Fail(
        DiagKind::kUnsupported,
        MSG(kOnnxUpsampleScalesInvalid,
            "{operator} needs a scale for each axis of a 4D or 5D input, with 1 for the first two",
            node.op));
  }
  bool nearest = mode == "nearest";
  if (computed) return UpsampleBy(data, computed, nearest);
  if (!IsDynamic(data)) {
    // Relay's operator rounds sizes to the nearest integer, ONNX to the next lower one.
    How how;
    how.method = nearest ? "nearest_neighbor" : "linear";
    how.rounding = "floor";
    NDArray factors = DataOf(ConstReals(scales, DataType::Float(64)));
    std::vector<Axis> axes = AxesOf(node, data, factors, nullptr, nullptr);
    if (!RelayResizes(axes, how)) return ResizeByMatrices(data, axes, how);
  }
  if (rank == 5) {
    return Op("nn.upsampling3d", {data},
              {{"scale_d", scales[2]},
               {"scale_h", scales[3]},
               {"scale_w", scales[4]},
               {"layout", "NCDHW"},
               {"method", nearest ? "nearest_neighbor" : "trilinear"},
               {"coordinate_transformation_mode", "asymmetric"}});
  }
  return Op("nn.upsampling", {data},
            {{"scale_h", scales[2]},
             {"scale_w", scales[3]},
             {"layout", "NCHW"},
             {"method", nearest ? "nearest_neighbor" : "bilinear"},
             {"align_corners", false}});
}

}  // namespace

void AddResizeConverters(ConverterTable& table) {
  table.Add("Resize", {{10, ResizeByScale}, {11, ResizeByScaleOrSize}});
  table.Add("Upsample", {{9, Upsample}});
}

}  // namespace passcope::frontend::onnx
