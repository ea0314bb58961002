// Resizing of images.
#include "frontend/onnx/resize.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "op/relations.h"
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

// What a node gives: scales or sizes, and a region or null, each for `axes`.
struct Given {
  NDArray scale;
  NDArray size;
  NDArray roi;
  Ints axes;
  std::string_view policy = "stretch";
};

// The scale of an axis as a quotient.
struct Quotient {
  double above = 1;
  double below = 1;
};

// The one scale for all axes that keeps the ratios of their lengths; nullopt if each axis has its
// own. Empty axes have no ratio.
std::optional<Quotient> CommonScale(const Given& given, const Ints& shape) {
  if (!given.size || given.policy == "stretch") return std::nullopt;
  bool least = given.policy == "not_larger";
  std::optional<Quotient> common;
  for (size_t i = 0; i < given.axes.size(); ++i) {
    double length = static_cast<double>(shape[static_cast<size_t>(given.axes[i])]);
    Quotient own{static_cast<double>(given.size->ToInt(i)), length};
    if (length == 0 && own.above == 0) continue;
    bool better = common && (own.above / own.below < common->above / common->below) == least;
    if (!common || better) common = own;
  }
  return common;
}

void CheckCounts(const Node& node, const Given& given) {
  size_t count = given.axes.size();
  const NDArray& numbers = given.scale ? given.scale : given.size;
  if (numbers->size() != count) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxResizeNumbersPerAxis,
                  "{operator} needs {expected} scales or sizes, one for each axis, not {actual}",
                  node.op, count, numbers->size()));
  }
  if (given.roi && given.roi->size() != 2 * count) {
    node.Fail(DiagKind::kBadAttribute,
              MSG(kOnnxResizeRegionCount,
                  "`roi` of {operator} must have {expected} numbers, not {actual}", node.op,
                  2 * count, given.roi->size()));
  }
}

// All axes of the data. Those that the node does not name stay.
std::vector<Axis> AxesOf(const Node& node, const Expr& data, const Given& given) {
  Ints shape = StaticShapeOf(data);
  CheckCounts(node, given);
  std::optional<Quotient> common = CommonScale(given, shape);
  std::vector<Axis> axes;
  for (int64_t size : shape) axes.push_back({size, size});
  for (size_t i = 0; i < given.axes.size(); ++i) {
    Axis& axis = axes[static_cast<size_t>(given.axes[i])];
    auto length = static_cast<double>(axis.in);
    constexpr double kMost = 1 << 30;
    bool empty = axis.in == 0 && (given.scale || given.size->ToInt(i) == 0);
    axis.scale = given.scale ? given.scale->ToDouble(i)
                 : common    ? common->above / common->below
                             : static_cast<double>(given.size->ToInt(i)) / length;
    bool fits = empty || (axis.scale > 0 && axis.in >= 1 && length * axis.scale <= kMost);
    if (!fits) {
      node.Fail(DiagKind::kBadAttribute,
                MSG(kOnnxResizeSizesNotPositive,
                    "{operator} cannot scale an axis of length {length} by {scale}: the result "
                    "must be above 0 and at most 2^30",
                    node.op, axis.in, axis.scale));
    }
    axis.out = empty         ? 0
               : given.scale ? TowardZero(length * axis.scale)
               // Halves are rounded up, and the quotient is exact.
               : common ? TowardZero(std::floor(length * common->above / common->below + 0.5))
                        : given.size->ToInt(i);
    if (given.roi) {
      axis.begin = given.roi->ToDouble(i);
      axis.end = given.roi->ToDouble(i + given.axes.size());
    }
  }
  return axes;
}

Ints AllAxes(const Expr& data) {
  Ints axes(static_cast<size_t>(RankOf(data)));
  std::iota(axes.begin(), axes.end(), 0);
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
  bool smaller = std::any_of(axes.begin(), axes.end(), [](const Axis& a) { return a.scale < 1; });
  if (how.antialias && smaller) return false;
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
    std::vector<Axis> axes = AxesOf(node, data, {scale, nullptr, nullptr, AllAxes(data)});
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

[[noreturn]] void Refuse(const Node& node, const char* option) {
  node.Fail(
      DiagKind::kUnsupported,
      MSG(kOnnxOptionUnsupported, "{operator} with `{option}` is not supported", node.op, option));
}

How HowOf(const Node& node) {
  How how;
  how.method = MethodOf(node);
  how.coordinates = std::string(node.Text("coordinate_transformation_mode", "half_pixel"));
  how.rounding = std::string(node.Text("nearest_mode", "round_prefer_floor"));
  how.cubic_alpha = node.Real("cubic_coeff_a", -0.75);
  how.cubic_exclude = node.Int("exclude_outside", 0);
  how.extrapolation_value = node.Real("extrapolation_value", 0);
  // The nearest element has no filter.
  how.antialias = node.Int("antialias", 0) != 0 && how.method != "nearest_neighbor";
  constexpr std::string_view kModes[] = {
      "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
      "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"};
  if (std::find(std::begin(kModes), std::end(kModes), how.coordinates) == std::end(kModes)) {
    node.FailAttribute("coordinate_transformation_mode", how.coordinates);
  }
  constexpr std::string_view kRoundings[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                             "ceil"};
  if (std::find(std::begin(kRoundings), std::end(kRoundings), how.rounding) ==
      std::end(kRoundings)) {
    node.FailAttribute("nearest_mode", how.rounding);
  }
  return how;
}

std::string_view PolicyOf(const Node& node) {
  std::string_view policy = node.Text("keep_aspect_ratio_policy", "stretch");
  if (policy != "stretch" && policy != "not_larger" && policy != "not_smaller") {
    node.FailAttribute("keep_aspect_ratio_policy", policy);
  }
  return policy;
}

// The axes that the other inputs are for: all, or those of the attribute, each at most once.
Ints NamedAxes(const Node& node, const Expr& data) {
  std::optional<Ints> axes = node.MaybeInts("axes");
  if (!axes) return AllAxes(data);
  for (int64_t& axis : *axes) axis = CheckedAxis(node, axis, RankOf(data));
  Ints sorted = *axes;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    node.FailAttribute("axes", IntsText(*axes));
  }
  return *axes;
}

// Numbers for all axes, from those for `axes`, which are elements `begin` and on, and from
// `others`.
Expr ForAllAxes(const Expr& numbers, int64_t begin, const Ints& axes, const Expr& others) {
  std::vector<Expr> parts;
  for (int64_t i = 0; i < ShapeOf(others)[0].value(); ++i) {
    auto at = std::find(axes.begin(), axes.end(), i);
    parts.push_back(at == axes.end()
                        ? Take(others, ConstInts(Ints{i}), 0)
                        : Take(numbers, ConstInts(Ints{begin + (at - axes.begin())}), 0));
  }
  return Concatenate(parts, 0);
}

// The inputs of Resize behind the data; null if they are not given.
struct Inputs {
  Expr roi;
  Expr scale;
  Expr size;
};

Inputs InputsOf(const Node& node) {
  Inputs in{node.Maybe(1), node.Maybe(2), node.Maybe(3)};
  for (Expr* input : {&in.roi, &in.scale, &in.size}) {
    if (!IsGiven(*input)) *input = nullptr;
  }
  if (!in.size == !in.scale) {
    node.Fail(DiagKind::kBadAttribute,
              in.size
                  ? MSG(kOnnxResizeTargetRepeated, "`scales` or `sizes` must be given, not both")
                  : MSG(kOnnxResizeTargetMissing, "`scales` or `sizes` must be given"));
  }
  return in;
}

// The same for all axes. Others than `axes` stay.
Inputs ForAllAxes(const Inputs& in, const Expr& data, const Ints& axes) {
  auto rank = static_cast<size_t>(RankOf(data));
  auto same = [&](double value, const Expr& like) {
    return ConstReals(std::vector<double>(rank, value), DtypeOf(like));
  };
  Inputs all;
  if (in.scale) all.scale = ForAllAxes(in.scale, 0, axes, same(1, in.scale));
  if (in.size) all.size = ForAllAxes(in.size, 0, axes, ShapeTensor(data, DtypeOf(in.size)));
  if (in.roi) {
    auto count = static_cast<int64_t>(axes.size());
    all.roi = Concatenate({ForAllAxes(in.roi, 0, axes, same(0, in.roi)),
                           ForAllAxes(in.roi, count, axes, same(1, in.roi))},
                          0);
  }
  return all;
}

Results ResizeByScaleOrSize(Node& node) {
  const Expr& data = node.In(0);
  Inputs in = InputsOf(node);
  How how = HowOf(node);
  bool symmetric = how.coordinates == "half_pixel_symmetric";
  bool cropped = how.coordinates == "tf_crop_and_resize";
  if (cropped) node.In(1);  // Must be present.
  Given given{nullptr, nullptr, nullptr, NamedAxes(node, data), PolicyOf(node)};
  // Known values of parameters count here, so that the result is right where Relay's operator
  // differs from ONNX's. Where they agree, the program computes sizes from parameters, as TVM's
  // does.
  if (in.scale) given.scale = node.ValueOf(2);
  if (in.size) given.size = node.ValueOf(3);
  if (cropped && in.roi) given.roi = node.ValueOf(1);
  bool keeps_ratio = in.size && given.policy != "stretch";
  if ((given.scale || given.size) && (given.roi || !cropped || !in.roi) && !IsDynamic(data)) {
    std::vector<Axis> axes = AxesOf(node, data, given);
    if (keeps_ratio || !RelayResizes(axes, how)) return ResizeByMatrices(data, axes, how);
  } else {
    if (symmetric && !in.size) Refuse(node, "half_pixel_symmetric");
    if (how.antialias) Refuse(node, "antialias");
    if (keeps_ratio) Refuse(node, "keep_aspect_ratio_policy");
    // Relay's operators resize spatial axes only.
    auto is_spatial = [](int64_t axis) { return axis > 1; };
    if (node.Has("axes") && !std::all_of(given.axes.begin(), given.axes.end(), is_spatial)) {
      Refuse(node, "axes");
    }
  }
  if (!cropped && node.Has("axes")) in.roi = nullptr;
  if (node.Has("axes")) in = ForAllAxes(in, data, given.axes);
  // For whole sizes, both are the same.
  if (symmetric) how.coordinates = "half_pixel";
  if (!in.size) in.size = ScaledShape(data, in.scale);
  int64_t rank = RankOf(data);
  return ResizeTo(node, data, SpatialPart(in.size, rank),
                  in.roi ? SpatialRegion(in.roi, rank) : nullptr, how);
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
    std::vector<Axis> axes = AxesOf(node, data, {factors, nullptr, nullptr, AllAxes(data)});
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
