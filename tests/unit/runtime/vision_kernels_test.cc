// Kernels that handle boxes or sample images, against small examples and plain loops.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"
#include "runtime/numeric.h"

namespace passcope {
namespace {

const DataType kFloat = DataType::Float(32);

void CheckReals(const NDArray& actual, const std::vector<double>& expected) {
  REQUIRE(actual->size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    INFO(i);
    CHECK(actual->ToDouble(i) == Approx(expected[i]).margin(1e-5));
  }
}

TEST_CASE("multibox_prior puts boxes around each pixel") {
  Attrs attrs = With<MultiBoxPriorAttrs>([](MultiBoxPriorAttrs& a) {
    a.sizes = AttrArray{0.5};
    a.ratios = AttrArray{1.0, 4.0};
    a.clip = true;
  });
  NDArray result = RunTensor("vision.multibox_prior", {Reals({1, 1, 1, 2}, {0, 0})}, attrs);
  CheckReals(result, {0.125, 0.25, 0.375, 0.75, 0, 0.375, 0.5, 0.625, 0.625, 0.25, 0.875, 0.75, 0.5,
                      0.375, 1, 0.625});
}

TEST_CASE("multibox_transform_loc moves anchors and leaves out the background") {
  NDArray scores = Reals({1, 3, 2}, {0.1, 0.9, 0.2, 0.005, 0.7, 0.001});
  NDArray offsets = Reals({1, 8}, {1, 0, 0, 0, 0, 0, 0, 0});
  NDArray anchors = Reals({1, 2, 4}, {0.2, 0.2, 0.4, 0.4, 0, 0, 1, 1});
  Value result = RunOp("vision.multibox_transform_loc", {scores, offsets, anchors},
                       With<MultiBoxTransformLocAttrs>([](MultiBoxTransformLocAttrs&) {}));
  CheckReals(result.fields()[0].tensor(), {1, 0.7, 0.22, 0.2, 0.42, 0.4, -1, -1, -1, -1, -1, -1});
  CHECK(result.fields()[1].tensor()->ToInt(0) == 1);
}

TEST_CASE("get_valid_counts moves the good boxes up") {
  NDArray data = Reals({1, 3, 3}, {0, 0.1, 1, -1, 0.9, 2, 1, 0.8, 3});
  Value result = RunOp("vision.get_valid_counts", {data, Reals({}, {0.5})},
                       With<GetValidCountsAttrs>([](GetValidCountsAttrs&) {}));
  CHECK(result.fields()[0].tensor()->ToInt(0) == 1);
  CheckReals(result.fields()[1].tensor(), {1, 0.8, 3, -1, -1, -1, -1, -1, -1});
  CheckReals(result.fields()[2].tensor(), {2, -1, -1});
}

TEST_CASE("all_class_non_max_suppression goes through images and classes") {
  NDArray boxes = Reals({1, 4, 4}, {0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 10, 1, 11, 1, 11, 0, 10});
  NDArray scores = Reals({1, 2, 4}, {0.9, 0.8, 0.5, 0.6, 0.1, 0.7, 0.75, 0.2});
  auto run = [&](const char* format, int64_t limit) {
    return RunOp(
        "vision.all_class_non_max_suppression",
        {boxes, scores, Ints({}, {limit}, DataType::Int(64)), Reals({}, {0.5}), Reals({}, {0.15})},
        With<AllClassNonMaximumSuppressionAttrs>(
            [&](AllClassNonMaximumSuppressionAttrs& a) { a.output_format = format; }));
  };
  // Box 3 is box 2, given by other corners.
  Value onnx = run("onnx", 3);
  CHECK(onnx.fields()[1].tensor()->ToInt(0) == 4);
  CheckReals(onnx.fields()[0].tensor(),
             {0, 0, 0, 0, 0, 3, 0, 1, 2, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(run("onnx", 1).fields()[1].tensor()->ToInt(0) == 2);
  Value both = run("tensorflow", 0);
  CheckReals(both.fields()[0].tensor(), {0, 0, 0, 3, 1, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0});
  CheckReals(both.fields()[1].tensor(), {0.9, 0.6, 0.75, 0.7, 0, 0, 0, 0});
  CHECK(both.fields()[2].tensor()->ToInt(0) == 4);
}

TEST_CASE("non_max_suppression keeps the best of what overlaps") {
  // Class, score, box. The second and the third overlap; the first is separate.
  NDArray data = Reals({1, 4, 6}, {0, 0.5, 8, 8, 9, 9,   0, 0.8, 0, 0, 2, 2,  //
                                   0, 0.9, 0, 0, 2, 1.8, 1, 0.7, 0, 0, 2, 2});
  std::vector<NDArray> args = {data, Ints({1}, {4}), Ints({1, 4}, {10, 11, 12, 13}), Ints({}, {-1}),
                               Reals({}, {0.5})};
  auto run = [&](bool force, bool indices, bool bottom) {
    return RunOp("vision.non_max_suppression", args,
                 With<NonMaximumSuppressionAttrs>([&](NonMaximumSuppressionAttrs& a) {
                   a.force_suppress = force;
                   a.return_indices = indices;
                   a.invalid_to_bottom = bottom;
                 }));
  };
  Value by_class = run(false, true, false);
  CheckReals(by_class.fields()[0].tensor(), {12, 13, 10, -1});
  CHECK(by_class.fields()[1].tensor()->ToInt(0) == 3);
  CheckReals(run(true, true, false).fields()[0].tensor(), {12, 10, -1, -1});
  NDArray gaps = run(true, false, false).tensor(), packed = run(true, false, true).tensor();
  CHECK(At(gaps, {0, 1, 1}) == -1);
  CHECK(At(gaps, {0, 3, 1}) == Approx(0.5));
  CHECK(At(packed, {0, 1, 1}) == Approx(0.5));
  args[3] = Ints({}, {1});
  CheckReals(run(false, true, false).fields()[0].tensor(), {12, -1, -1, -1});
}

TEST_CASE("yolo_reorg picks elements at a distance") {
  std::vector<double> values(16);
  for (size_t i = 0; i < 16; ++i) values[i] = static_cast<double>(i);
  NDArray result = RunTensor("vision.yolo_reorg", {Reals({1, 4, 2, 2}, values)},
                             With<YoloReorgAttrs>([](YoloReorgAttrs& a) { a.stride = 2; }));
  CHECK(result->shape == std::vector<int64_t>{1, 16, 1, 1});
  CheckReals(result, {0, 2, 8, 10, 1, 3, 9, 11, 4, 6, 12, 14, 5, 7, 13, 15});
}

TEST_CASE("grid_sample of the identity's grid gives the data") {
  SplitMix64 random(1);
  NDArray data = RandomArray(random, {2, 3, 4, 5});
  NDArray map = Reals({2, 2, 3}, {1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0});
  NDArray grid = RunTensor("image.affine_grid", {map}, With<AffineGridAttrs>([](auto& a) {
                             a.target_shape = {4, 5};
                           }));
  for (const char* method : {"bilinear", "nearest", "bicubic"}) {
    for (const char* padding : {"zeros", "border", "reflection"}) {
      INFO(method << " " << padding);
      NDArray result =
          RunTensor("image.grid_sample", {data, grid}, With<GridSampleAttrs>([&](auto& a) {
                      a.method = method;
                      a.padding_mode = padding;
                    }));
      CheckArray(
          result, data->shape, kFloat, [&](const std::vector<int64_t>& at) { return At(data, at); },
          20);
    }
  }
}

TEST_CASE("grid_sample beyond the border") {
  NDArray data = Reals({1, 1, 1, 2}, {10, 20});
  // x = -1, 0, 2 in units of half the width; y is in the middle.
  NDArray grid = Reals({1, 2, 1, 3}, {-1, 0, 2, 0, 0, 0});
  auto run = [&](const char* padding, bool align) {
    return RunTensor("image.grid_sample", {data, grid}, With<GridSampleAttrs>([&](auto& a) {
                       a.padding_mode = padding;
                       a.align_corners = align;
                     }));
  };
  CheckReals(run("zeros", true), {10, 15, 10});
  CheckReals(run("border", true), {10, 15, 20});
  CheckReals(run("reflection", true), {10, 15, 15});
  CheckReals(run("zeros", false), {5, 15, 0});
  CheckReals(run("border", false), {10, 15, 20});
}

TEST_CASE("crop_and_resize of the whole image") {
  SplitMix64 random(2);
  NDArray data = RandomArray(random, {2, 4, 5, 3});
  NDArray boxes = Reals({2, 4}, {0, 0, 1, 1, 0, 0, 2, 1});
  for (const char* method : {"bilinear", "nearest_neighbor"}) {
    NDArray result = RunTensor("image.crop_and_resize", {data, boxes, Ints({2}, {1, 0})},
                               With<CropAndResizeAttrs>([&](auto& a) {
                                 a.crop_size = std::vector<int64_t>{4, 5};
                                 a.layout = "NHWC";
                                 a.method = method;
                                 a.extrapolation_value = 7;
                               }));
    CHECK(At(result, {0, 2, 3, 1}) == Approx(At(data, {1, 2, 3, 1})));
    // The second box extends beyond the image.
    CHECK(At(result, {1, 3, 0, 0}) == 7);
  }
}

TEST_CASE("regions aligned and pooled") {
  std::vector<double> values(16);
  for (size_t i = 0; i < 16; ++i) values[i] = static_cast<double>(i);
  NDArray data = Reals({1, 1, 4, 4}, values), rois = Reals({1, 5}, {0, 0, 0, 2, 2});
  auto align = [&](const char* mode, int64_t ratio) {
    return RunTensor("vision.roi_align", {data, rois}, With<ROIAlignAttrs>([&](auto& a) {
                       a.pooled_size = {2, 2};
                       a.spatial_scale = 1;
                       a.mode = mode;
                       a.sample_ratio = ratio;
                     }));
  };
  // Bins of one pixel, sampled in the middle, or twice along each axis.
  CheckReals(align("avg", -1), {2.5, 3.5, 6.5, 7.5});
  CheckReals(align("avg", 2), {2.5, 3.5, 6.5, 7.5});
  CheckReals(align("max", 2), {3.75, 4.75, 7.75, 8.75});
  CheckReals(align("avg_aligned", 2), {2.5, 3.5, 6.5, 7.5});
  CheckReals(align("max_aligned", 2), {3.75, 4.75, 7.75, 8.75});
  NDArray pooled = RunTensor("vision.roi_pool", {data, rois}, With<ROIPoolAttrs>([](auto& a) {
                               a.pooled_size = {2, 2};
                               a.spatial_scale = 1;
                             }));
  CheckReals(pooled, {5, 6, 9, 10});
}

TEST_CASE("a deformable convolution without offsets is a convolution") {
  SplitMix64 random(4);
  NDArray data = RandomArray(random, {1, 4, 6, 6}), weight = RandomArray(random, {6, 2, 3, 3});
  Attrs plain = With<Conv2DAttrs>([](auto& a) {
    a.groups = 2;
    a.channels = 6;
    a.kernel_size = {3, 3};
    a.padding = {1, 1};
    a.strides = {2, 1};
  });
  Attrs deformable = With<DeformableConv2DAttrs>([](auto& a) {
    a.groups = 2;
    a.channels = 6;
    a.kernel_size = {3, 3};
    a.padding = {1, 1};
    a.strides = {2, 1};
    a.deformable_groups = 2;
  });
  NDArray expected = RunTensor("nn.conv2d", {data, weight}, plain);
  NDArray offset = MakeNDArray({1, 36, 3, 6}, kFloat);
  for (size_t i = 0; i < offset->size(); ++i) StoreDouble(offset, i, 0);
  NDArray result = RunTensor("nn.deformable_conv2d", {data, offset, weight}, deformable);
  CheckArray(
      result, expected->shape, kFloat,
      [&](const std::vector<int64_t>& at) { return At(expected, at); }, 10);
  // Half a pixel to the right, with a window of size 1.
  NDArray one = RunTensor("nn.deformable_conv2d",
                          {Reals({1, 1, 1, 2}, {4, 6}), Reals({1, 2, 1, 2}, {0, 0, 0.5, 0.5}),
                           Reals({1, 1, 1, 1}, {1})},
                          With<DeformableConv2DAttrs>([](auto&) {}));
  // Pixels beyond the border count as 0.
  CheckReals(one, {5, 3});
  // Half a pixel to the left: the first element is halfway between 0 and 4.
  NDArray left = RunTensor("nn.deformable_conv2d",
                           {Reals({1, 1, 1, 2}, {4, 6}), Reals({1, 2, 1, 2}, {0, 0, -0.5, -0.5}),
                            Reals({1, 1, 1, 1}, {1})},
                           With<DeformableConv2DAttrs>([](auto&) {}));
  CheckReals(left, {2, 5});
}

TEST_CASE("correlation compares patches") {
  SplitMix64 random(5);
  NDArray a = RandomArray(random, {1, 2, 5, 5}), b = RandomArray(random, {1, 2, 5, 5});
  for (bool multiply : {true, false}) {
    NDArray result = RunTensor("nn.correlation", {a, b}, With<CorrelationAttrs>([&](auto& c) {
                                 c.kernel_size = 3;
                                 c.max_displacement = 1;
                                 c.padding = {2, 2};
                                 c.is_multiply = multiply;
                               }));
    auto pixel = [](const NDArray& x, int64_t c, int64_t row, int64_t column) {
      bool inside = row >= 0 && column >= 0 && row < 5 && column < 5;
      return inside ? At(x, {0, c, row, column}) : 0.0;
    };
    CheckArray(
        result, {1, 9, 5, 5}, kFloat,
        [&](const std::vector<int64_t>& at) {
          double sum = 0;
          ForIndices({2, 3, 3}, [&](const std::vector<int64_t>& k) {
            // The patch begins at the padded position plus the maximum displacement.
            int64_t y = at[2] + 1 + k[1] - 2, x = at[3] + 1 + k[2] - 2;
            double p = pixel(a, k[0], y, x);
            double q = pixel(b, k[0], y + at[1] / 3 - 1, x + at[1] % 3 - 1);
            sum += multiply ? p * q : std::fabs(p - q);
          });
          return sum / 18;
        },
        10);
  }
}

TEST_CASE("dilation2d takes the greatest sum") {
  NDArray result = RunTensor("image.dilation2d",
                             {Reals({1, 1, 2, 2}, {1, 2, 3, 4}), Reals({1, 2, 2}, {0, 1, 0, 5})},
                             With<Dilation2DAttrs>([](auto& a) {
                               a.padding = {0, 0, 1, 1};
                             }));
  CheckReals(result, {9, 5, 5, 5});
}

TEST_CASE("sparse_reshape counts positions in another shape") {
  DataType wide = DataType::Int(64);
  Value result = RunOp("sparse_reshape", {Ints({2, 2}, {0, 3, 1, 5}, wide), Ints({2}, {2, 6}, wide),
                                          Ints({3}, {3, -1, 2}, wide)});
  CheckReals(result.fields()[0].tensor(), {0, 1, 1, 2, 1, 1});
  CheckReals(result.fields()[1].tensor(), {3, 2, 2});
}

TEST_CASE("depth_to_space leaves out what does not fill a block") {
  NDArray none = RunTensor("nn.depth_to_space", {Reals({1, 3, 1, 1}, {1, 2, 3})},
                           With<SubPixelAttrs>([](auto& a) { a.block_size = 2; }));
  CHECK(none->shape == std::vector<int64_t>{1, 0, 2, 2});
  NDArray five = RunTensor("nn.depth_to_space", {Reals({1, 5, 1, 1}, {1, 2, 3, 4, 5})},
                           With<SubPixelAttrs>([](auto& a) { a.block_size = 2; }));
  CheckReals(five, {1, 2, 3, 4});
}

TEST_CASE("values that make no sense are diagnostics, not crashes") {
  NDArray data = Reals({1, 1, 2, 2}, {1, 2, 3, 4});
  double nan = std::nan(""), huge = 1e30;
  auto align = With<ROIAlignAttrs>([](auto& a) {
    a.pooled_size = {1, 1};
    a.spatial_scale = 1;
  });
  auto pool = With<ROIPoolAttrs>([](auto& a) {
    a.pooled_size = {1, 1};
    a.spatial_scale = 1;
  });
  for (double number : {nan, -1.0, 1.0, huge}) {
    NDArray roi = Reals({1, 5}, {number, 0, 0, 1, 1});
    CHECK(Throws(DiagKind::kEvaluation, [&] {
      RunTensor("vision.roi_align", {data, roi}, align);
    }));
    CHECK(Throws(DiagKind::kEvaluation, [&] { RunTensor("vision.roi_pool", {data, roi}, pool); }));
  }
  CHECK(Throws(DiagKind::kUnsupported, [&] {
    RunTensor("vision.roi_align", {data, Reals({1, 5}, {0, 0, 0, huge, 1})}, align);
  }));
  CheckReals(RunTensor("vision.roi_pool", {data, Reals({1, 5}, {0, -huge, 0, huge, nan})}, pool),
             {2});
  CHECK(Throws(DiagKind::kEvaluation, [&] {
    RunTensor("vision.roi_align", {data, Reals({1, 4}, {0, 0, 0, 1})}, align);
  }));
  for (const char* padding : {"zeros", "border", "reflection"}) {
    NDArray grid = Reals({1, 2, 1, 2}, {nan, huge, 0, 0});
    NDArray result = RunTensor("image.grid_sample", {data, grid},
                               With<GridSampleAttrs>([&](auto& a) { a.padding_mode = padding; }));
    CHECK(result->shape == std::vector<int64_t>{1, 1, 1, 2});
  }
  DataType wide = DataType::Int(64);
  // As in TVM, indices and sizes are not checked.
  Value beyond = RunOp("sparse_reshape",
                       {Ints({1, 1}, {9}, wide), Ints({1}, {4}, wide), Ints({2}, {3, 2}, wide)});
  CheckReals(beyond.fields()[0].tensor(), {4, 1});
  CHECK(Throws(DiagKind::kEvaluation, [&] {
    RunOp("sparse_reshape", {Ints({1, 1}, {0}, wide), Ints({1}, {4}, wide),
                             Ints({2}, {int64_t{1} << 40, int64_t{1} << 40}, wide)});
  }));
}

TEST_CASE("proposal gives the best regions, again until there are enough") {
  // One anchor of 16 by 16 around each of two places; the offsets do not move it.
  NDArray scores = Reals({1, 2, 1, 2}, {0, 0, 0.25, 0.75});
  NDArray offsets = FilledNDArray({1, 4, 1, 2}, kFloat, 0);
  NDArray result = RunTensor("vision.proposal", {scores, offsets, Reals({1, 3}, {32, 64, 1})},
                             With<ProposalAttrs>([](ProposalAttrs& a) {
                               a.scales = AttrArray{1.0};
                               a.ratios = AttrArray{1.0};
                               a.rpn_post_nms_top_n = 3;
                               a.rpn_min_size = 4;
                             }));
  CheckReals(result, {0, 16, 0, 31, 15, 0, 0, 0, 15, 15, 0, 16, 0, 31, 15});
}

}  // namespace
}  // namespace passcope
