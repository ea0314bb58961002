// Boxes, regions and sampling of images.
#include <algorithm>
#include <limits>

#include "diagnostics/diagnostic.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"

namespace passcope::frontend::onnx {
namespace {

// A threshold as a scalar; null if omitted.
Expr Threshold(const Node& node, size_t i) {
  Expr x = node.Maybe(i);
  if (!x || RankOf(x) == 0) return x;
  if (RankOf(x) > 1) {
    node.Fail(DiagKind::kBadRank,
              MSG(kOnnxInputNotScalar, "input {index} of {operator} must be a scalar, not {type}",
                  i, node.op, TypeText(x->checked_type())));
  }
  return Squeeze(x, Ints{0});
}

Results NonMaxSuppression(Node& node) {
  node.TakesInputs(2, 5);
  Expr boxes = node.In(0);
  DataType dtype = DtypeOf(boxes);
  if (node.Int("center_point_box", 0) != 0) {
    std::vector<Expr> parts = FieldsOf(SplitParts(boxes, 4, 2));
    Expr half_w = Div(parts[2], Const(2, dtype));
    Expr half_h = Div(parts[3], Const(2, dtype));
    Expr left = Sub(parts[0], half_w), right = Add(parts[0], half_w);
    Expr top = Sub(parts[1], half_h), bottom = Add(parts[1], half_h);
    boxes = Concatenate({top, left, bottom, right}, 2);
  }
  Expr most = Threshold(node, 2), overlap = Threshold(node, 3), score = Threshold(node, 4);
  // Without a maximum number of boxes, no box is selected.
  if (!most) return Zeros(Ints{0, 3}, kInt64);
  if (!overlap) overlap = Const(0);
  // Without a threshold, all scores count. TVM then takes 0.
  if (!score) score = Const(static_cast<double>(std::numeric_limits<float>::lowest()));
  Expr found =
      Op("vision.all_class_non_max_suppression", {boxes, node.In(1), most, overlap, score});
  return StridedSlice(Field(found, 0), ConstInts(Ints{0}, kInt64), Field(found, 1), nullptr);
}

Results MaxRoiPool(Node& node) {
  node.TakesInputs(2, 2);
  return Op("vision.roi_pool", {node.In(0), node.In(1)},
            {{"pooled_size", node.GetInts("pooled_shape")},
             {"spatial_scale", node.Real("spatial_scale", 1)}});
}

Expr AlignRegions(Node& node, bool half_pixel) {
  node.TakesInputs(3, 3);
  std::string_view mode = node.Text("mode", "avg");
  if (mode != "avg" && mode != "max") node.FailAttribute("mode", mode);
  double scale = node.Real("spatial_scale", 1);
  Expr regions = node.In(1);
  DataType dtype = DtypeOf(regions);
  if (half_pixel) regions = Sub(regions, Const(0.5 / scale, dtype));
  Expr images = Cast(ExpandDims(node.In(2), 1), dtype);
  return Op("vision.roi_align", {node.In(0), Concatenate({images, regions}, 1)},
            {{"pooled_size", Ints{node.Int("output_height", 1), node.Int("output_width", 1)}},
             {"spatial_scale", scale},
             {"sample_ratio", node.Int("sampling_ratio", 0)},
             {"mode", std::string(mode) + (half_pixel ? "_aligned" : "")}});
}
Results RoiAlign10(Node& node) { return AlignRegions(node, false); }
Results RoiAlign16(Node& node) {
  std::string_view mode = node.Text("coordinate_transformation_mode", "half_pixel");
  if (mode != "half_pixel" && mode != "output_half_pixel") {
    node.FailAttribute("coordinate_transformation_mode", mode);
  }
  return AlignRegions(node, mode == "half_pixel");
}

Results GridSample(Node& node) {
  node.TakesInputs(2, 2);
  // ONNX has (n, h, w, 2), Relay has (n, 2, h, w).
  Expr grid = Transpose(node.In(1), Ints{0, 3, 1, 2});
  return Op("image.grid_sample", {node.In(0), grid},
            {{"method", std::string(node.Text("mode", "bilinear"))},
             {"layout", "NCHW"},
             {"padding_mode", std::string(node.Text("padding_mode", "zeros"))},
             {"align_corners", node.Int("align_corners", 0) != 0}});
}

}  // namespace

void AddVisionConverters(ConverterTable& table) {
  table.Add("NonMaxSuppression", {{10, NonMaxSuppression}});
  table.Add("MaxRoiPool", {{1, MaxRoiPool}});
  table.Add("RoiAlign", {{10, RoiAlign10}, {16, RoiAlign16}});
  table.Add("GridSample", {{16, GridSample}});
}

}  // namespace passcope::frontend::onnx
