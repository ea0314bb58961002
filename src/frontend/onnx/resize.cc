// Images in other sizes.
#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"

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

// `size` and `roi` are of the spatial axes; roi may be null.
Expr ResizeTo(const Node& node, const Expr& data, const Expr& size, const Expr& roi,
              const How& how) {
  static constexpr const char* kOps[] = {"image.resize1d", "image.resize2d", "image.resize3d"};
  static constexpr const char* kLayouts[] = {"NCW", "NCHW", "NCDHW"};
  int64_t rank = RankOf(data) - 2;
  if (rank < 1 || rank > 3) {
    node.Fail(DiagKind::kUnsupported, Say("Resize only supports 3, 4, or 5 dims"));
  }
  NDArray known_size = DataOf(size);
  NDArray known_roi = roi ? DataOf(roi) : nullptr;
  if (!known_size && !roi && rank == 2) {
    // The dynamic form takes the region as a tensor, too.
    Expr whole = ConstReals(std::vector<double>(4, 0.0), DataType::Float(32));
    return Op("dyn.image.resize2d", {data, size, whole},
              {{"size", AttrValue()},
               {"roi", AttrValue()},
               {"layout", kLayouts[rank - 1]},
               {"method", how.method},
               {"coordinate_transformation_mode", how.coordinates},
               {"rounding_method", how.rounding},
               {"cubic_alpha", how.cubic_alpha},
               {"cubic_exclude", how.cubic_exclude},
               {"extrapolation_value", how.extrapolation_value}});
  }
  if (!known_size) known_size = node.graph.InferValue(size);
  if (roi && !known_roi) known_roi = node.graph.InferValue(roi);
  if (!known_size || (roi && !known_roi)) {
    node.Fail(DiagKind::kUnsupported,
              Say("{operator} needs the size as a constant; here only running the model tells it",
                  node.op));
  }
  AttrArray region;
  for (int64_t i = 0; i < 2 * rank; ++i) {
    region.emplace_back(known_roi ? known_roi->ToDouble(static_cast<size_t>(i)) : 0.0);
  }
  return Op(kOps[rank - 1], {data},
            {{"size", IntsOf(known_size)},
             {"roi", AttrValue(std::move(region))},
             {"layout", kLayouts[rank - 1]},
             {"method", how.method},
             {"coordinate_transformation_mode", how.coordinates},
             {"rounding_method", how.rounding},
             {"cubic_alpha", how.cubic_alpha},
             {"cubic_exclude", how.cubic_exclude},
             {"extrapolation_value", how.extrapolation_value}});
}

// The shape of the data times a scale for each axis.
Expr ScaledShape(const Node& node, const Expr& data, const Expr& scale) {
  Expr known = node.graph.ResolveVar(scale);
  return Mul(Cast(ShapeTensor(data), DtypeOf(known)), known);
}

Expr SpatialPart(const Expr& sizes, int64_t rank) {
  return FoldConstant(StridedSlice(sizes, Ints{2}, Ints{rank}));
}

Results ResizeByScale(Node& node) {
  const Expr& data = node.In(0);
  How how;
  how.method = MethodOf(node);
  Expr size = ScaledShape(node, data, node.In(1));
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
    node.Fail(DiagKind::kBadAttribute, IsGiven(size)
                                           ? Say("One of scale or size should be passed, not both.")
                                           : Say("One of scale or size should be passed."));
  }
  size = IsGiven(size) ? node.graph.ResolveVar(size) : ScaledShape(node, data, scale);
  How how;
  how.method = MethodOf(node);
  how.coordinates = std::string(node.Text("coordinate_transformation_mode", "half_pixel"));
  how.rounding = std::string(node.Text("nearest_mode", "round_prefer_floor"));
  how.cubic_alpha = node.Real("cubic_coeff_a", -0.75);
  how.cubic_exclude = node.Int("exclude_outside", 0);
  how.extrapolation_value = node.Real("extrapolation_value", 0);
  if (!IsGiven(roi) || how.coordinates != "tf_crop_and_resize") {
    roi = nullptr;
  } else {
    roi = node.graph.ResolveVar(roi);
    roi = FoldConstant(Concatenate({StridedSlice(roi, Ints{2}, Ints{rank}),
                                    StridedSlice(roi, Ints{rank + 2}, Ints{2 * rank})},
                                   0));
  }
  return ResizeTo(node, data, SpatialPart(size, rank), roi, how);
}

// Before Resize there was Upsample, with factors as an attribute and then as an input.
Results Upsample(Node& node) {
  const Expr& data = node.In(0);
  int64_t rank = RankOf(data);
  std::string_view mode = node.Text("mode", "nearest");
  if (mode != "nearest" && mode != "linear" && mode != "bilinear") node.FailAttribute("mode", mode);
  std::vector<double> scales = node.Reals("scales");
  if (scales.empty() && node.Has("height_scale")) {
    scales = {1, 1, node.Real("height_scale"), node.Real("width_scale", 1)};
  }
  if (scales.empty()) {
    node.TakesInputs(2, 2);
    scales = RealsOf(node.NeedValueOf(1));
  }
  if (rank < 4 || rank > 5 || static_cast<int64_t>(scales.size()) != rank || scales[0] != 1 ||
      scales[1] != 1) {
    node.Fail(DiagKind::kUnsupported,
              Say("{operator} needs a scale for each of 4 or 5 axes, and 1 for the first two",
                  node.op));
  }
  bool nearest = mode == "nearest";
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
