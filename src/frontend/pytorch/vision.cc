// Operators of torchvision, and sampling at computed places.
#include "diagnostics/diagnostic.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

PyValue ConvertNms(TorchCall& call) {
  const Expr& boxes = call.tensor(0);
  // Relay's operator ignores scores that are not positive.
  Expr scores = call.tensor(1);
  scores = Add(Sub(scores, Reduce("min", scores, std::nullopt)), Const(1));
  DataType int32 = DataType::Int(32);
  Expr count = ShapeOfCall(scores);
  Expr indices = Arange(ConstInt(0, int32), Squeeze(count), ConstInt(1, int32), int32);
  indices = ExpandDims(indices, 0);
  Expr data = ExpandDims(Concatenate({ExpandDims(scores, -1), boxes}, -1), 0);
  Expr result =
      Op("vision.non_max_suppression", {data, count, indices, ConstInt(-1, int32), call[2].expr()},
         {{"force_suppress", true},
          {"top_k", int64_t{-1}},
          {"coord_start", int64_t{1}},
          {"score_index", int64_t{0}},
          {"id_index", int64_t{-1}},
          {"return_indices", true},
          {"invalid_to_bottom", false}});
  Expr size = Squeeze(Field(result, 1), Ints{1});
  Expr kept = Squeeze(Field(result, 0), Ints{0});
  Ints begin = {0};
  return Cast(StridedSlice(kept, ConstInts(begin), size, nullptr, "size"), DataType::Int(64));
}

PyValue ConvertRoiAlign(TorchCall& call) {
  Expr boxes = call.tensor(1);
  double scale = call[2].real();
  const bool aligned = call.get(6).truth();
  if (aligned) {
    // The first column is the number of the image.
    double half = 0.5 / scale;
    boxes = Sub(boxes, ConstReals(std::vector<double>{0, half, half, half, half}));
  }
  return Op("vision.roi_align", {call.tensor(0), boxes},
            {{"pooled_size", Ints{call[3].integer(), call[4].integer()}},
             {"spatial_scale", scale},
             {"sample_ratio", call[5].integer()},
             {"layout", std::string("NCHW")},
             {"mode", std::string(aligned ? "avg_aligned" : "avg")}});
}

PyValue ConvertDeformConv2d(TorchCall& call) {
  // Older versions do not have a mask, and Relay's operator does not take one.
  bool with_mask = call.size() > 12;
  if (with_mask) call[3];
  if (call.get("use_mask").truth()) FailTorchArgument(call, "use_mask");
  size_t at = with_mask ? 5 : 4;
  auto pair = [&](size_t i) { return Ints{call[at + i].integer(), call[at + i + 1].integer()}; };
  const Expr &data = call.tensor(0), &weight = call.tensor(1), &offset = call.tensor(2);
  Ints shape = TorchShape(weight);
  Require(
      call, shape.size() == 4,
      MSG(kTorchVisionWeightRank, "its weight must have 4 dimensions, not {rank}", shape.size()));
  Expr result = Op("nn.deformable_conv2d", {data, offset, weight},
                   {{"strides", pair(0)},
                    {"padding", pair(2)},
                    {"dilation", pair(4)},
                    {"deformable_groups", call[at + 7].integer()},
                    {"groups", call[at + 6].integer()},
                    {"channels", shape[0]},
                    {"kernel_size", Ints{shape[2], shape[3]}}});
  return BiasAdd(result, call.tensor(with_mask ? 4 : 3));
}

PyValue ConvertGridSampler(TorchCall& call) {
  constexpr const char* kMethods[] = {"bilinear", "nearest", "bicubic"};
  constexpr const char* kPaddings[] = {"zeros", "border", "reflection"};
  int64_t rank = RankOf(call.tensor(0)), method = call[2].integer(), padding = call[3].integer();
  Require(
      call, rank == 4 || rank == 5,
      MSG(kTorchResizeArgumentRank, "its argument must have 4 or 5 dimensions, not {rank}", rank));
  Require(call, method >= 0 && method <= 2 && padding >= 0 && padding <= 2,
          MSG(kTorchGridSampleModeUnknown,
              "its interpolation and padding modes must be 0, 1 or 2, not {method} and {padding}",
              method, padding));
  Expr grid = Transpose(call.tensor(1), rank == 4 ? Ints{0, 3, 1, 2} : Ints{0, 4, 1, 2, 3});
  return Op("image.grid_sample", {call.tensor(0), grid},
            {{"method", std::string(kMethods[method])},
             {"layout", std::string(rank == 4 ? "NCHW" : "NCDHW")},
             {"padding_mode", std::string(kPaddings[padding])},
             {"align_corners", call[4].truth()}});
}

}  // namespace

void AddVisionConverters(TorchConverterTable* table) {
  table->Add("aten::grid_sampler", ConvertGridSampler);
  table->Add("torchvision::deform_conv2d", ConvertDeformConv2d);
  table->Add("torchvision::nms", ConvertNms);
  table->Add("torchvision::roi_align", ConvertRoiAlign);
}

}  // namespace passcope::frontend
