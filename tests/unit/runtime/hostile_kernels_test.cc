// Arguments that relations accept and kernels must not trust: indices, counts and sizes that are
// data.
#include <limits>
#include <optional>

#include "../stop_at_poll.h"
#include "ir/work_budget.h"
#include "kernel_fixture.h"
#include "op/attrs_algorithm.h"
#include "op/attrs_nn.h"
#include "op/attrs_tensor.h"
#include "op/attrs_vision.h"
#include "runtime/numeric.h"
#include "text/parser.h"

namespace passcope {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kGreatest = std::numeric_limits<int64_t>::max();
constexpr int64_t kGreatestInt32 = std::numeric_limits<int32_t>::max();
const DataType kInt64 = DataType::Int(64);

// The kind of the diagnostic; nullopt if there is a result.
template <class F>
std::optional<DiagKind> Refusal(F f) {
  try {
    f();
  } catch (const DiagnosticError& error) {
    CHECK(error.diagnostics().front().kind != DiagKind::kInternal);
    return error.diagnostics().front().kind;
  }
  return std::nullopt;
}

TEST_CASE("columns of sparse matrices are in range", "[kernels][hostile]") {
  NDArray dense = FilledNDArray({2, 8}, DataType::Float(32), 1);
  NDArray blocks = FilledNDArray({1, 2, 4}, DataType::Float(32), 1);
  NDArray rows = Ints({2}, {0, 1});
  auto product = [&](int64_t column) {
    return RunTensor("nn.sparse_dense", {dense, blocks, Ints({1}, {column}, kInt64), rows},
                     With<SparseDenseAttrs>([](auto&) {}));
  };
  CHECK(product(1)->shape == std::vector<int64_t>{2, 2});
  for (int64_t column : {int64_t{2}, int64_t{-1}, kGreatest, kGreatest / 4 + 2, kLeast}) {
    CHECK(Refusal([&] { product(column); }) == DiagKind::kEvaluation);
  }
  // Data with fewer columns than a block.
  dense = FilledNDArray({2, 3}, DataType::Float(32), 1);
  CHECK(Refusal([&] { product(0); }) == DiagKind::kEvaluation);
  // Blocks without columns.
  dense = FilledNDArray({2, 8}, DataType::Float(32), 1);
  blocks = FilledNDArray({1, 1 << 20, 0}, DataType::Float(32), 1);
  CHECK(product(0)->shape == std::vector<int64_t>{2, 1 << 20});
  // Row starts that decrease.
  rows = Ints({3}, {1, 0, 1});
  CHECK(Refusal([&] { product(0); }) == DiagKind::kEvaluation);
}

TEST_CASE("a convolution with an empty kernel is 0", "[kernels][hostile]") {
  for (DataType dtype : AllDataTypes()) {
    for (std::vector<int64_t> kernel :
         {std::vector<int64_t>{3, 2, 0, 3}, {3, 2, 3, 0}, {3, 2, 0, 0}}) {
      INFO(dtype.str());
      NDArray result = RunTensor(
          "nn.conv2d", {FilledNDArray({1, 2, 4, 4}, dtype, 1), FilledNDArray(kernel, dtype, 1)},
          With<Conv2DAttrs>([](auto&) {}));
      CHECK(result->size() > 0);
      for (size_t i = 0; i < result->size(); ++i) CHECK(result->ToDouble(i) == 0);
    }
  }
}

TEST_CASE("an empty tensor is no larger than another", "[kernels][hostile]") {
  auto zeros = [](std::vector<int64_t> shape) {
    return Refusal([&] {
      RunTensor("zeros", {}, With<InitOpAttrs>([&](auto& a) {
                  a.shape = shape;
                  a.dtype = DataType::Float(32);
                }));
    });
  };
  CHECK(zeros({0, 1 << 20}) == std::nullopt);
  CHECK(zeros({0, int64_t{1} << 40}) == DiagKind::kTensorTooLarge);
  CHECK(zeros({int64_t{1} << 40, int64_t{1} << 40, 0}) == DiagKind::kTensorTooLarge);
}

TEST_CASE("places that are attributes do not overflow", "[kernels][hostile]") {
  NDArray boxes = FilledNDArray({1, 2, 6}, DataType::Float(32), 0.5);
  std::vector<NDArray> args = {boxes, Ints({1}, {2}), Ints({1, 2}, {0, 1}), Ints({}, {-1}),
                               Reals({}, {0.5})};
  CHECK(Refusal([&] {
          RunOp("vision.non_max_suppression", args,
                With<NonMaximumSuppressionAttrs>([](auto& a) { a.coord_start = kGreatestInt32; }));
        }) == DiagKind::kEvaluation);
  NDArray bits = Ints({4, 16}, std::vector<int64_t>(64, 1), DataType::UInt(8));
  CHECK(Refusal([&] {
          RunOp("nn.bitpack", {bits}, With<BitPackAttrs>([](auto& a) {
                  a.bits = 1;
                  a.pack_axis = -1;
                  a.bit_axis = 0;
                  a.pack_type = DataType::UInt(8);
                }));
        }) == DiagKind::kUnsupported);
  NDArray matrix = FilledNDArray({2, 2}, DataType::Float(32), 0);
  for (auto [k1, k2] : {std::pair(kLeast, kGreatest), std::pair(kLeast, int64_t{0}),
                        std::pair(int64_t{0}, kGreatest)}) {
    CHECK(Refusal([&, k1 = k1, k2 = k2] {
            RunOp("matrix_set_diag", {matrix, Reals({2}, {1, 2})},
                  With<MatrixSetDiagAttrs>([&](auto& a) {
                    a.k1 = k1;
                    a.k2 = k2;
                  }));
          }) != std::nullopt);
  }
  NDArray image = FilledNDArray({1, 1, 4, 4}, DataType::Float(32), 1);
  CHECK(Refusal([&] {
          RunOp("vision.roi_align", {image, Reals({1, 5}, {0, 0, 0, 3, 3})},
                With<ROIAlignAttrs>([](auto& a) {
                  a.pooled_size = {1, 1};
                  a.spatial_scale = 1;
                  a.sample_ratio = kGreatestInt32;
                  a.layout = "NCHW";
                  a.mode = "avg";
                }));
        }) == DiagKind::kUnsupported);
}

TEST_CASE("slices that begin far outside are found at once", "[kernels][hostile]") {
  NDArray data = Reals({4}, {1, 2, 3, 4});
  auto set = [&](int64_t begin, int64_t end, int64_t stride, std::vector<double> values) {
    auto count = static_cast<int64_t>(values.size());
    NDArray out =
        RunTensor("strided_set", {data, Reals({count}, values), Ints({1}, {begin}, kInt64),
                                  Ints({1}, {end}, kInt64), Ints({1}, {stride}, kInt64)});
    std::vector<double> found;
    for (size_t i = 0; i < out->size(); ++i) found.push_back(out->ToDouble(i));
    return found;
  };
  using Found = std::vector<double>;
  CHECK(set(kLeast, kGreatest, 1, {7, 8, 9, 10}) == Found{7, 8, 9, 10});
  // A begin before the first place is the first place, as in NumPy.
  CHECK(set(-10, 4, 4, {7}) == Found{7, 2, 3, 4});
  CHECK(set(1, kGreatest, kGreatest, {7}) == Found{1, 7, 3, 4});
  CHECK(set(3, kLeast, kLeast, {7}) == Found{1, 2, 3, 7});
}

TEST_CASE("positions of sparse tensors are counted before they are listed", "[kernels][hostile]") {
  NDArray none = MakeNDArray({0, 2}, kInt64);
  auto reshape = [&](const NDArray& from, const NDArray& to) {
    return Refusal([&] { RunOp("sparse_reshape", {none, from, to}); });
  };
  int64_t large = int64_t{1} << 62;
  CHECK(reshape(Ints({3}, {0, large, large}, kInt64), Ints({2}, {1, 1}, kInt64)) != std::nullopt);
  CHECK(reshape(Ints({2}, {large, 1}, kInt64), Ints({3}, {-1, -1, -1}, kInt64)) ==
        DiagKind::kEvaluation);
  auto fill = [&](const NDArray& indices, const NDArray& values, const NDArray& shape) {
    return Refusal([&] {
      RunOp("sparse_fill_empty_rows", {indices, values, shape, Ints({}, {9}, kInt64)});
    });
  };
  // A row with a million numbers for each of a million empty rows.
  NDArray shape = FilledNDArray({1 << 20}, kInt64, 1 << 20);
  CHECK(fill(MakeNDArray({0, 1 << 20}, kInt64), MakeNDArray({0}, kInt64), shape) ==
        DiagKind::kTensorTooLarge);
  CHECK(fill(Ints({1, 2}, {-1, 0}, kInt64), Ints({1}, {5}, kInt64), Ints({2}, {3, 3}, kInt64)) ==
        DiagKind::kEvaluation);
}

TEST_CASE("regions of images whose size is not a number", "[kernels][hostile]") {
  for (double size : {1e30, std::nan(""), -1e30, std::numeric_limits<double>::infinity()}) {
    NDArray scores = FilledNDArray({1, 2, 2, 2}, DataType::Float(32), 0.5);
    NDArray offsets = FilledNDArray({1, 4, 2, 2}, DataType::Float(32), size);
    CHECK(Refusal([&] {
            RunOp("vision.proposal", {scores, offsets, Reals({1, 3}, {size, size, 1})},
                  With<ProposalAttrs>([](auto& a) {
                    a.scales = AttrArray(1, AttrValue(8.0));
                    a.ratios = AttrArray(1, AttrValue(1.0));
                    a.feature_stride = 16;
                    a.threshold = 0.7;
                    a.rpn_pre_nms_top_n = 4;
                    a.rpn_post_nms_top_n = 2;
                    a.rpn_min_size = 1;
                  }));
          }) == std::nullopt);
  }
}

TEST_CASE("sizes that only a run knows are checked as those that a type tells",
          "[kernels][hostile]") {
  // The type allows 3 boxes, but there are 6.
  IRModule program = InferTypes(
      ParseModule("#[version = \"0.0.5\"]\n"
                  "def @main(%s: Tensor[(1, 2, ?), float32], %o: Tensor[(1, ?), float32],\n"
                  "          %a: Tensor[(2, 3, 4), float32]) {\n"
                  "  vision.multibox_transform_loc(%s, %o, %a)\n}",
                  "text"));
  auto filled = [](std::vector<int64_t> shape) -> Value {
    return FilledNDArray(std::move(shape), DataType::Float(32), 0.5);
  };
  std::vector<Value> inputs = {filled({1, 2, 6}), filled({1, 24}), filled({2, 3, 4})};
  CHECK(Refusal([&] { Evaluate(program, "main", inputs); }) == DiagKind::kEvaluation);
  inputs = {filled({1, 2, 3}), filled({1, 12}), filled({2, 3, 4})};
  CHECK(Refusal([&] { Evaluate(program, "main", inputs); }) == std::nullopt);
}

TEST_CASE("enormous factors ask the budget and can be stopped", "[kernels][hostile][budget]") {
  NDArray image = FilledNDArray({1, 4, 16, 16}, DataType::Float(32), 1);
  auto upsample = [&](double factor) {
    return Refusal([&] {
      RunOp("dyn.nn.upsampling", {image, Reals({}, {factor}), Reals({}, {factor})},
            With<UpSamplingAttrs>([](auto& a) {
              a.layout = "NCHW";
              a.method = "bilinear";
            }));
    });
  };
  for (double factor :
       {1e5, 1e18, 1e300, std::nan(""), -1.0, std::numeric_limits<double>::infinity()}) {
    CAPTURE(factor);
    CHECK(upsample(factor) != std::nullopt);
  }
  {
    WorkScope scope({.operations = 1 << 20});
    CHECK(upsample(200) == DiagKind::kOverBudget);
  }
  {
    StopAtPoll stop(2);
    CHECK_THROWS_AS(upsample(200), Stopped);
    CHECK(StopAtPoll::left == 0);
  }
  auto tile = [&](int64_t count) {
    return Refusal([&] {
      RunOp("dyn.tile", {image, Ints({1}, {count}, kInt64)}, With<TileAttrs>([](auto&) {}));
    });
  };
  for (int64_t count : {int64_t{1} << 40, kGreatest, kLeast}) CHECK(tile(count) != std::nullopt);
  NDArray sizes = Ints({2}, {kGreatest, 2}, kInt64);
  CHECK(Refusal([&] {
          RunOp("dyn.zeros", {sizes},
                With<InitOpAttrs>([](auto& a) { a.dtype = DataType::Float(32); }));
        }) != std::nullopt);
}

}  // namespace
}  // namespace passcope
