// Operators of algorithms on odd sizes and values: empty tensors, NaN, indices and windows out of
// range, results too large for the memory.
#include <limits>
#include <optional>

#include "ir/work_budget.h"
#include "kernel_fixture.h"
#include "op/attrs_algorithm.h"
#include "runtime/numeric.h"
#include "text/parser.h"

namespace passcope {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kGreatest = std::numeric_limits<int64_t>::max();
const DataType kInt64 = DataType::Int(64);
const double kNaN = std::nan(""), kInfinity = std::numeric_limits<double>::infinity();

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

using Numbers = std::vector<double>;
Numbers NumbersOf(const NDArray& array) {
  Numbers numbers;
  for (size_t i = 0; i < array->size(); ++i) numbers.push_back(array->ToDouble(i));
  return numbers;
}

// The result of a call in a program whose types leave all sizes open.
NDArray RunOpen(const std::string& params, const std::string& body, std::vector<NDArray> args) {
  IRModule program = InferTypes(ParseModule(
      "#[version = \"0.0.5\"]\ndef @main(" + params + ") {\n  " + body + "\n}", "text"));
  std::vector<Value> values(args.begin(), args.end());
  return Evaluate(program, "main", values).tensor();
}

TEST_CASE("unique of anything tells where each element is", "[kernels][hostile]") {
  const std::vector<NDArray> cases = {
      MakeNDArray({0}, DataType::Float(32)),
      Reals({1}, {kNaN}),
      Reals({7}, {kNaN, 1, kInfinity, -kInfinity, kNaN, 1, -0.0}),
      Reals({5}, {0, -0.0, 65504, 1e-8, 65504}, DataType::Float(16)),
      Ints({5}, {kLeast, kGreatest, kLeast, 0, kGreatest}, kInt64),
      // As unsigned numbers, the negative ones are the largest.
      Ints({4}, {-1, 1, kLeast, -1}, DataType::UInt(64)),
      Ints({6}, {1, 0, 1, 1, 0, 0}, DataType::Bool()),
      FilledNDArray({1 << 12}, DataType::Int(8), -128),
  };
  for (const NDArray& data : cases) {
    for (bool sorted : {false, true}) {
      CAPTURE(data->size(), data->dtype.str(), sorted);
      Value value = RunOp("unique", {data}, With<UniqueAttrs>([&](UniqueAttrs& a) {
                            a.sorted = sorted;
                            a.return_counts = true;
                          }));
      const NDArray &elements = value.fields()[0].tensor(), &first = value.fields()[1].tensor(),
                    &inverse = value.fields()[2].tensor(), &number = value.fields()[3].tensor(),
                    &counts = value.fields()[4].tensor();
      auto found = static_cast<size_t>(number->ToInt(0));
      REQUIRE(found <= data->size());
      REQUIRE(elements->shape == data->shape);
      auto same = [&](const NDArray& a, size_t i, const NDArray& b, size_t k) {
        double x = a->ToDouble(i), y = b->ToDouble(k);
        // Reals distinguish large integers only roughly.
        bool exact = IsRealType(data->dtype) || a->ToInt(i) == b->ToInt(k);
        return (std::isnan(x) && std::isnan(y)) || (x == y && exact);
      };
      size_t total = 0;
      for (size_t i = 0; i < found; ++i) {
        CHECK(same(elements, i, data, static_cast<size_t>(first->ToInt(i))));
        total += static_cast<size_t>(counts->ToInt(i));
      }
      CHECK(total == data->size());
      for (size_t i = 0; i < data->size(); ++i) {
        auto group = static_cast<size_t>(inverse->ToInt(i));
        REQUIRE(group < found);
        if (!same(elements, group, data, i)) FAIL_CHECK("element " << i);
      }
    }
  }
  Value value = RunOp("unique", {cases[5]}, With<UniqueAttrs>([](auto& a) { a.sorted = true; }));
  CHECK(value.fields()[0].tensor()->ToInt(0) == 1);
  CHECK(value.fields()[0].tensor()->ToInt(2) == -1);
}

constexpr int64_t kGreatestInt32 = std::numeric_limits<int32_t>::max();

TEST_CASE("windows of a signal that do not fit", "[kernels][hostile]") {
  auto stft = [](const NDArray& data, const NDArray& window, int64_t n_fft, int64_t hop,
                 int64_t length, bool onesided) {
    return RunTensor("stft", {data, window}, With<StftAttrs>([&](StftAttrs& a) {
                       a.n_fft = n_fft;
                       a.hop_length = hop;
                       a.win_length = length;
                       a.normalized = false;
                       a.onesided = onesided;
                     }));
  };
  NDArray signal = Reals({5}, {1, 2, 3, 4, 5}), ones = FilledNDArray({8}, DataType::Float(32), 1);
  using Shape = std::vector<int64_t>;
  // Odd lengths, one frame, a step far beyond the end.
  CHECK(stft(signal, ones, 5, 1, 3, true)->shape == Shape{3, 1, 2});
  CHECK(stft(signal, ones, 3, kGreatestInt32, 3, false)->shape == Shape{3, 1, 2});
  CHECK(stft(signal, ones, 1, 1, 1, true)->shape == Shape{1, 5, 2});
  CHECK(stft(MakeNDArray({0, 5}, DataType::Float(32)), ones, 3, 2, 3, true)->shape ==
        Shape{0, 2, 2, 2});
  // The first number of each window is its sum; for three elements from the second on: 2 + 3 + 4.
  CHECK(stft(signal, ones, 3, 1, 3, true)->ToDouble(2) == Approx(9));
  // NaN affects only the frames that contain it.
  NDArray broken = Reals({5}, {kNaN, 2, 3, kInfinity, 5});
  NDArray frames = stft(broken, ones, 2, 1, 2, true);
  CHECK(std::isnan(frames->ToDouble(0)));
  CHECK(frames->ToDouble(2) == Approx(5));
  CHECK(std::isinf(frames->ToDouble(4)));
  // Also for integers.
  CHECK(Refusal([&] { stft(Ints({4}, {1, 2, 3, 4}), ones, 2, 2, 2, true); }) == std::nullopt);
  // Windows that have too few elements, or that are longer than the transform.
  NDArray few = Reals({2}, {1, 1});
  CHECK(Refusal([&] { stft(signal, few, 4, 1, 4, true); }) == DiagKind::kEvaluation);
  CHECK(Refusal([&] { stft(signal, ones, 2, 1, 4, true); }) == DiagKind::kEvaluation);
  CHECK(Refusal([&] { stft(signal, few, 4, 1, kGreatestInt32, true); }) == DiagKind::kEvaluation);
  CHECK(Refusal([&] { stft(signal, ones, 6, 1, 4, true); }) != std::nullopt);
  CHECK(Refusal([&] { stft(signal, ones, kGreatest, 1, 1, true); }) != std::nullopt);
  CHECK(Refusal([&] { stft(signal, ones, kLeast, 1, 1, true); }) != std::nullopt);
  CHECK(Refusal([&] { stft(signal, ones, 3, 0, 3, true); }) != std::nullopt);
  CHECK(Refusal([&] { stft(signal, ones, 3, -1, 3, true); }) != std::nullopt);
  // A signal that is too short at run time.
  const char* params = "%s: Tensor[(?), float32], %w: Tensor[(?), float32]";
  const char* body =
      "stft(%s, %w, n_fft=4, hop_length=2, win_length=4, normalized=False, onesided=True)";
  CHECK(RunOpen(params, body, {signal, ones})->shape == Shape{3, 1, 2});
  CHECK(Refusal([&] { RunOpen(params, body, {few, ones}); }) != std::nullopt);
  CHECK(Refusal([&] {
          RunOpen(params, body, {MakeNDArray({0}, DataType::Float(32)), ones});
        }) != std::nullopt);
}

TEST_CASE("equations over nothing, one, and more than there is room for", "[kernels][hostile]") {
  auto einsum = [](const char* equation, std::vector<NDArray> args) {
    return RunTensor("einsum", std::move(args),
                     With<EinsumAttrs>([&](EinsumAttrs& a) { a.equation = equation; }), true);
  };
  auto none = [](std::vector<int64_t> shape) { return MakeNDArray(shape, DataType::Float(32)); };
  NDArray two = Reals({2}, {3, 5}), matrix = Reals({2, 2}, {1, 2, 3, 4});
  // An empty sum is 0, and a result without elements is empty.
  CHECK(NumbersOf(einsum("ij,jk->ik", {none({2, 0}), none({0, 3})})) == Numbers(6, 0));
  CHECK(einsum("ij,jk->ik", {none({0, 2}), matrix})->shape == std::vector<int64_t>{0, 2});
  CHECK(NumbersOf(einsum("i->", {none({0})})) == Numbers{0});
  CHECK(NumbersOf(einsum("...,...->...", {two, Reals({1}, {2})})) == Numbers{6, 10});
  CHECK(NumbersOf(einsum("ii->i", {matrix})) == Numbers{1, 4});
  CHECK(NumbersOf(einsum("ii", {matrix})) == Numbers{5});
  CHECK(NumbersOf(einsum("iii->", {Reals({1, 2, 1}, {3, 5})})) == Numbers{8});
  CHECK(NumbersOf(einsum("->", {Reals({}, {7})})) == Numbers{7});
  CHECK(NumbersOf(einsum(",,->", {Reals({}, {7}), Reals({}, {2}), Reals({}, {3})})) == Numbers{42});
  CHECK(NumbersOf(einsum("...->", {matrix})) == Numbers{10});
  CHECK(NumbersOf(einsum("a...,...b->b", {matrix, Reals({2, 1}, {1, 10})})) == Numbers{64});
  CHECK(std::isnan(einsum("i,i->", {two, Reals({2}, {kNaN, 1})})->ToDouble(0)));
  // Integers wrap.
  NDArray bytes = Ints({2}, {100, 100}, DataType::Int(8));
  CHECK(einsum("i,i->", {bytes, bytes})->ToInt(0) == static_cast<int8_t>(20000));
  for (const char* equation : {"", ",", "i->ii", "i->j", "i->i->i", "i-", "i.", "1->1", "....->",
                               "...i...->", "ij->", "i,i->", "->i", "\xff->"}) {
    CAPTURE(equation);
    CHECK(Refusal([&] { einsum(equation, {two}); }) != std::nullopt);
  }
  CHECK(Refusal([&] { einsum("ii->", {Reals({2, 3}, Numbers(6, 1))}); }) != std::nullopt);
  CHECK(Refusal([&] { einsum("i,i->", {two, Reals({3}, {1, 2, 3})}); }) != std::nullopt);
  // 2^48 elements, 2^64 elements, and 2^64 products for one element.
  NDArray large = FilledNDArray({1 << 16}, DataType::Int(8), 1);
  CHECK(Refusal([&] { einsum("a,b,c->abc", {large, large, large}); }) == DiagKind::kTensorTooLarge);
  CHECK(Refusal([&] { einsum("a,b,c,d->abcd", {large, large, large, large}); }) != std::nullopt);
  WorkScope scope({.operations = 1 << 20});
  CHECK(Refusal([&] {
          einsum("a,b,c,d->", {large, large, large, large});
        }) == DiagKind::kOverBudget);
}

TEST_CASE("indices into each axis that are nowhere", "[kernels][hostile]") {
  auto pick = [](std::vector<NDArray> args) {
    return RunTensor("adv_index", std::move(args), nullptr, true);
  };
  NDArray data = Reals({2, 3}, {0, 1, 2, 3, 4, 5});
  CHECK(NumbersOf(pick({data, Ints({2, 1}, {0, -1}), Ints({2}, {2, -3})})) == Numbers{2, 0, 5, 3});
  CHECK(NumbersOf(pick({data, Ints({}, {1})})) == Numbers{3, 4, 5});
  CHECK(pick({data, Ints({0}, {})})->shape == std::vector<int64_t>{0, 3});
  CHECK(pick({data, Ints({0, 1}, {}), Ints({2}, {0, 1})})->shape == std::vector<int64_t>{0, 2});
  CHECK(NumbersOf(pick({data, Ints({2}, {1, 0}, DataType::Bool())})) == Numbers{3, 4, 5, 0, 1, 2});
  // Nothing can be selected from an axis without elements.
  NDArray none = MakeNDArray({0, 3}, DataType::Float(32));
  CHECK(pick({none, Ints({0}, {})})->shape == std::vector<int64_t>{0, 3});
  CHECK(Refusal([&] { pick({none, Ints({1}, {0})}); }) == DiagKind::kEvaluation);
  NDArray thin = MakeNDArray({2, 0}, DataType::Float(32));
  CHECK(pick({thin, Ints({3}, {0, 1, 1})})->shape == std::vector<int64_t>{3, 0});
  for (int64_t index : {int64_t{2}, int64_t{-3}, kGreatest, kLeast}) {
    CAPTURE(index);
    CHECK(Refusal([&] { pick({data, Ints({1}, {index}, kInt64)}); }) == DiagKind::kEvaluation);
    CHECK(Refusal([&] { pick({thin, Ints({1}, {index}, kInt64)}); }) == DiagKind::kEvaluation);
  }
  CHECK(Refusal([&] { pick({data}); }) != std::nullopt);
  CHECK(Refusal([&] { pick({data, Ints({2}, {0, 1}), Ints({3}, {0, 1, 2})}); }) != std::nullopt);
  CHECK(Refusal([&] {
          pick({data, Ints({1}, {0}), Ints({1}, {0}), Ints({1}, {0})});
        }) != std::nullopt);
  // Each tensor of indices is small, but the result is not.
  NDArray many = FilledNDArray({1 << 20, 1}, DataType::Int(8), 0),
          others = FilledNDArray({1 << 20}, DataType::Int(8), 0);
  CHECK(Refusal([&] { pick({data, many, others}); }) == DiagKind::kTensorTooLarge);
  CHECK(Refusal([&] {
          RunOpen("%x: Tensor[(?, ?), float32], %i: Tensor[(?), int64], %j: Tensor[(?), int64]",
                  "adv_index((%x, %i, %j))",
                  {data, Ints({2}, {0, 1}, kInt64), Ints({3}, {0, 1, 2}, kInt64)});
        }) != std::nullopt);
}

TEST_CASE("sparse convolutions with windows larger than their data", "[kernels][hostile]") {
  auto attrs = [](const char* layout, std::vector<int64_t> kernel) {
    return With<SparseConv2DAttrs>([&](SparseConv2DAttrs& a) {
      a.layout = layout;
      a.kernel_size = kernel;
    });
  };
  // One channel. The weight of each element of a window is its number, from 1 on.
  auto conv = [&](const NDArray& data, int64_t side, const char* layout) {
    NDArray values = MakeNDArray({side * side, 1, 1}, DataType::Float(32));
    NDArray columns = MakeNDArray({side * side}, DataType::Int(32));
    for (int64_t i = 0; i < side * side; ++i) {
      StoreDouble(values, static_cast<size_t>(i), static_cast<double>(i + 1));
      StoreInt(columns, static_cast<size_t>(i), i);
    }
    return RunTensor("nn.sparse_conv2d", {data, values, columns, Ints({2}, {0, side * side})},
                     attrs(layout, {side, side}));
  };
  for (int64_t side : {1, 3, 5, 7}) {
    for (auto [height, width] : {std::pair(1, 1), std::pair(1, 4), std::pair(5, 2)}) {
      for (bool channels_last : {false, true}) {
        CAPTURE(side, height, width, channels_last);
        std::vector<int64_t> shape = channels_last ? std::vector<int64_t>{1, height, width, 1}
                                                   : std::vector<int64_t>{1, 1, height, width};
        SplitMix64 random(static_cast<uint64_t>(side * 100 + height * 10 + width));
        NDArray data = RandomArray(random, shape);
        NDArray out = conv(data, side, channels_last ? "NHWC" : "NCHW");
        REQUIRE(out->shape == shape);
        for (int64_t i = 0; i < height; ++i) {
          for (int64_t j = 0; j < width; ++j) {
            double sum = 0;
            for (int64_t e = 0; e < side * side; ++e) {
              int64_t y = i + e / side - side / 2, x = j + e % side - side / 2;
              if (y < 0 || y >= height || x < 0 || x >= width) continue;
              sum +=
                  static_cast<double>(e + 1) * data->ToDouble(static_cast<size_t>(y * width + x));
            }
            CHECK(out->ToDouble(static_cast<size_t>(i * width + j)) == Approx(sum).margin(1e-4));
          }
        }
      }
    }
  }
  NDArray data = FilledNDArray({1, 2, 2, 4}, DataType::Float(32), 1);
  NDArray values = FilledNDArray({1, 2, 4}, DataType::Float(32), 1);
  auto refusal = [&](const NDArray& x, std::vector<int64_t> kernel, int64_t column,
                     std::vector<int64_t> rows) {
    auto count = static_cast<int64_t>(rows.size());
    return Refusal([&] {
      RunTensor("nn.sparse_conv2d",
                {x, values, Ints({1}, {column}, kInt64), Ints({count}, rows, kInt64)},
                attrs("NHWC", kernel));
    });
  };
  CHECK(refusal(data, {1, 1}, 0, {0, 1}) == std::nullopt);
  CHECK(refusal(data, {3, 3}, 8, {0, 1}) == std::nullopt);
  for (int64_t column : {int64_t{9}, int64_t{-1}, kGreatest, kGreatest / 4 + 2, kLeast}) {
    CAPTURE(column);
    CHECK(refusal(data, {3, 3}, column, {0, 1}) == DiagKind::kEvaluation);
  }
  for (std::vector<int64_t> kernel : {std::vector<int64_t>{2, 2}, {0, 0}, {-1, -1}, {1, 3}}) {
    CHECK(refusal(data, kernel, 0, {0, 1}) == DiagKind::kUnsupported);
  }
  for (std::vector<int64_t> kernel : {std::vector<int64_t>{1}, {1, 1, 1}, {}}) {
    CHECK(refusal(data, kernel, 0, {0, 1}) == DiagKind::kBadAttribute);
  }
  // Windows with too many elements to count.
  for (int64_t side : {kGreatest, (int64_t{1} << 32) - 1, (int64_t{1} << 31) + 1}) {
    CHECK(refusal(data, {side, side}, 0, {0, 1}) != std::optional(DiagKind::kInternal));
  }
  for (std::vector<int64_t> rows :
       {std::vector<int64_t>{1, 0}, {0, 2}, {-1, 1}, {0, kGreatest}, {kLeast, 1}, {0, 1, 0}}) {
    CHECK(refusal(data, {1, 1}, 0, rows) == DiagKind::kEvaluation);
  }
  // No data, no channels, no rows.
  CHECK(refusal(MakeNDArray({0, 2, 2, 4}, DataType::Float(32)), {1, 1}, 0, {0, 1}) == std::nullopt);
  CHECK(refusal(MakeNDArray({1, 0, 2, 4}, DataType::Float(32)), {1, 1}, 0, {0, 1}) == std::nullopt);
  CHECK(refusal(MakeNDArray({1, 2, 2, 0}, DataType::Float(32)), {1, 1}, 0, {0, 1}) ==
        DiagKind::kEvaluation);
  CHECK(refusal(data, {1, 1}, 0, {0}) == std::nullopt);
}

}  // namespace
}  // namespace passcope
