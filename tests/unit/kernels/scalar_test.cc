#include "kernels/scalar.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "support/random.h"

namespace passcope::kernels {
namespace {

ScalarStep Step(ScalarOp op, uint8_t out, uint8_t a, int b = -1, int c = -1, ScalarWord x = {},
                ScalarWord y = {}) {
  return {op, out, a, static_cast<uint8_t>(b < 0 ? a : b), static_cast<uint8_t>(c < 0 ? a : c),
          x,  y};
}

// Applies one operation to each of `x`.
std::vector<float> Apply(ScalarOp op, const std::vector<float>& x, ScalarWord imm0 = {},
                         ScalarWord imm1 = {}) {
  ScalarStep step = Step(op, 0, kFirstInput, -1, -1, imm0, imm1);
  ScalarInput input{x.data(), ElementType::kFloat32, {1}};
  std::vector<float> out(x.size());
  std::vector<float> scratch(static_cast<size_t>(ScalarScratchBytes(1, 1)) / 4 + 4);
  ScalarProgram program{};
  program.steps = &step;
  program.num_steps = 1;
  program.inputs = &input;
  program.num_inputs = 1;
  program.rank = 1;
  program.shape[0] = static_cast<int64_t>(x.size());
  program.out = out.data();
  program.num_registers = 1;
  program.scratch = scratch.data();
  RunScalar(&program, nullptr, 0, program.shape[0]);
  return out;
}

// The distance of two numbers in units in the last place of a float; one is given in double.
double UlpError(float actual, double exact) {
  if (std::isnan(exact)) return std::isnan(actual) ? 0 : 1e9;
  auto rounded = static_cast<float>(exact);
  if (actual == rounded) return 0;
  if (std::isinf(rounded) || std::isinf(actual)) return 1e9;
  double step = std::fabs(static_cast<double>(std::nextafter(rounded, INFINITY)) - rounded);
  step = std::max(step, static_cast<double>(std::numeric_limits<float>::min()) * 0x1p-23);
  return std::fabs(actual - exact) / step;
}

TEST_CASE("functions are as accurate as they say", "[scalar]") {
  struct Case {
    ScalarOp op;
    double (*exact)(double);
    double limit;
    double low, high;
  };
  const Case cases[] = {
      {ScalarOp::kExpF, [](double x) { return std::exp(x); }, 2, -87.3, 88.7},
      {ScalarOp::kLogF, [](double x) { return std::log(x); }, 2, 1e-6, 1e6},
      {ScalarOp::kLogF, [](double x) { return std::log(x); }, 2, 0.5, 2},
      {ScalarOp::kTanhF, [](double x) { return std::tanh(x); }, 4, -10, 10},
      {ScalarOp::kTanhF, [](double x) { return std::tanh(x); }, 4, -0.7, 0.7},
      {ScalarOp::kErfF, [](double x) { return std::erf(x); }, 8, -5, 5},
      {ScalarOp::kSigmoidF, [](double x) { return 1 / (1 + std::exp(-x)); }, 4, -80, 80},
      {ScalarOp::kSqrtF, [](double x) { return std::sqrt(x); }, 0.5, 0, 1e9},
      {ScalarOp::kRsqrtF, [](double x) { return 1 / std::sqrt(x); }, 2, 1e-9, 1e9},
      {ScalarOp::kFloorF, [](double x) { return std::floor(x); }, 0, -1e4, 1e4},
      {ScalarOp::kCeilF, [](double x) { return std::ceil(x); }, 0, -1e4, 1e4},
      {ScalarOp::kTruncF, [](double x) { return std::trunc(x); }, 0, -1e9, 1e9},
      {ScalarOp::kRoundF, [](double x) { return std::nearbyint(x); }, 0, -1e3, 1e3},
  };
  SplitMix64 random(1);
  for (const Case& each : cases) {
    std::vector<float> x;
    for (int i = 0; i < 40000; ++i) {
      x.push_back(
          static_cast<float>(each.low + (random.Symmetric(0.5) + 0.5) * (each.high - each.low)));
    }
    std::vector<float> y = Apply(each.op, x);
    double worst = 0;
    float at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double error = UlpError(y[i], each.exact(x[i]));
      if (error > worst) {
        worst = error;
        at = x[i];
      }
    }
    INFO("operation " << static_cast<int>(each.op) << " at " << at);
    CHECK(worst <= each.limit);
  }
}

TEST_CASE("functions of what is no ordinary number", "[scalar]") {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
  auto one = [](ScalarOp op, float x) { return Apply(op, {x})[0]; };
  CHECK(one(ScalarOp::kExpF, kInf) == kInf);
  CHECK(one(ScalarOp::kExpF, -kInf) == 0);
  CHECK(one(ScalarOp::kExpF, 89) == kInf);
  CHECK(one(ScalarOp::kExpF, -100) == 0);
  CHECK(one(ScalarOp::kExpF, 0) == 1);
  CHECK(one(ScalarOp::kLogF, 0) == -kInf);
  CHECK(one(ScalarOp::kLogF, kInf) == kInf);
  CHECK(std::isnan(one(ScalarOp::kLogF, -1)));
  CHECK(UlpError(one(ScalarOp::kLogF, 1e-40f), std::log(static_cast<double>(1e-40f))) <= 2);
  CHECK(one(ScalarOp::kLogF, 1) == 0);
  CHECK(one(ScalarOp::kTanhF, kInf) == 1);
  CHECK(one(ScalarOp::kTanhF, -kInf) == -1);
  CHECK(one(ScalarOp::kErfF, kInf) == 1);
  CHECK(one(ScalarOp::kErfF, -kInf) == -1);
  CHECK(one(ScalarOp::kSigmoidF, kInf) == 1);
  CHECK(one(ScalarOp::kSigmoidF, -kInf) == 0);
  CHECK(one(ScalarOp::kFloorF, kInf) == kInf);
  // Halves to even.
  CHECK(Apply(ScalarOp::kRoundF, {-3.5f, -2.5f, 0.5f, 1.5f, 0.49999997f, 4194304.5f, 8388609.0f,
                                  16777216.0f, -kInf}) ==
        std::vector<float>{-4, -2, 0, 2, 0, 4194304, 8388609, 16777216, -kInf});
  CHECK(std::signbit(one(ScalarOp::kTruncF, -0.5f)));
  for (ScalarOp op : {ScalarOp::kRoundF, ScalarOp::kCeilF}) {
    CHECK(std::signbit(one(op, -0.25f)));
    CHECK(one(op, -0.25f) == 0);
  }
  CHECK(std::isnan(one(ScalarOp::kSqrtF, -1)));
  CHECK(Apply(ScalarOp::kReluF, {-kInf, -0.0f, kInf}) == std::vector<float>{0, 0, kInf});
  ScalarWord low{}, high{};
  low.f = -1;
  high.f = 5;
  CHECK(std::isnan(Apply(ScalarOp::kClipF, {kNaN}, low, high)[0]));
  CHECK(one(ScalarOp::kSignF, kNaN) == 0);
  for (ScalarOp op :
       {ScalarOp::kExpF, ScalarOp::kLogF, ScalarOp::kTanhF, ScalarOp::kErfF, ScalarOp::kSigmoidF,
        ScalarOp::kFloorF, ScalarOp::kRoundF, ScalarOp::kReluF}) {
    CHECK(std::isnan(one(op, kNaN)));
  }
}

TEST_CASE("conversions to integers as the evaluator's", "[scalar]") {
  std::vector<float> y = Apply(ScalarOp::kToInt, {1.9f, -1.9f, 3e9f, -3e9f, 1e30f, -1e30f,
                                                  std::numeric_limits<float>::quiet_NaN(), 0.0f});
  std::vector<int32_t> expected = {1, -1, -1294967296, 1294967296, -1, 0, 0, 0};
  REQUIRE(std::memcmp(y.data(), expected.data(), y.size() * 4) == 0);
}

// A tensor with random strides, as the plain loop reads it.
struct Tensor {
  std::vector<float> data;
  ScalarInput input;
  float At(const std::vector<int64_t>& index) const {
    const auto* from = static_cast<const float*>(input.data);
    for (size_t i = 0; i < index.size(); ++i) from += index[i] * input.strides[i];
    return *from;
  }
};

TEST_CASE("programs over random shapes, strides and parts are as a plain loop", "[scalar]") {
  SplitMix64 random(2);
  for (int round = 0; round < 400; ++round) {
    auto rank = static_cast<size_t>(random.Below(4));
    std::vector<int64_t> shape;
    int64_t size = 1;
    for (size_t i = 0; i < rank; ++i) {
      int64_t dim = static_cast<int64_t>(random.Below(random.Below(4) == 0 ? 700 : 9)) + 1;
      if (size * dim > 6000) dim = 1;
      shape.push_back(dim);
      size *= dim;
    }
    std::vector<Tensor> tensors(3);
    for (Tensor& tensor : tensors) {
      tensor.input = {};
      tensor.input.type = ElementType::kFloat32;
      // The axes have a random order in memory; some are repeated or reversed.
      int64_t stride = 1, first = 0;
      std::vector<size_t> order(rank);
      for (size_t i = 0; i < rank; ++i) order[i] = i;
      if (random.Below(2)) {
        for (size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[random.Below(i)]);
      }
      for (size_t k = rank; k-- > 0;) {
        size_t axis = order[k];
        if (random.Below(4) == 0) continue;
        bool back = random.Below(6) == 0;
        tensor.input.strides[axis] = back ? -stride : stride;
        if (back) first += stride * (shape[axis] - 1);
        stride *= shape[axis];
      }
      tensor.data.resize(static_cast<size_t>(stride));
      for (float& x : tensor.data) x = static_cast<float>(random.Symmetric(2));
      tensor.input.data = tensor.data.data() + first;
    }
    // (root * t0 + t1) where t2 > 0, else t0; with registers that are reused.
    bool with_root = random.Below(2) != 0;
    std::vector<float> root(static_cast<size_t>(size));
    for (float& x : root) x = static_cast<float>(random.Symmetric(2));
    uint8_t first_operand = with_root ? kRootOperand : static_cast<uint8_t>(kFirstInput + 1);
    const uint8_t t0 = kFirstInput, t1 = kFirstInput + 1, t2 = kFirstInput + 2;
    ScalarStep steps[] = {Step(ScalarOp::kMulF, 0, first_operand, t0),
                          Step(ScalarOp::kAddF, 0, 0, t1), Step(ScalarOp::kSubF, 1, t2, t2),
                          Step(ScalarOp::kGreaterF, 1, t2, 1),
                          Step(ScalarOp::kSelect, 2, 1, 0, t0)};
    std::vector<ScalarInput> inputs;
    for (const Tensor& tensor : tensors) inputs.push_back(tensor.input);
    ScalarProgram program{};
    program.steps = steps;
    program.num_steps = 5;
    program.inputs = inputs.data();
    program.num_inputs = 3;
    program.rank = static_cast<int32_t>(rank);
    std::copy(shape.begin(), shape.end(), program.shape);
    program.result = 2;
    program.num_registers = 3;
    std::vector<float> scratch(static_cast<size_t>(ScalarScratchBytes(3, 3)) / 4 + 4);
    program.scratch = scratch.data();
    // Sometimes in place of the root.
    std::vector<float> out = with_root && random.Below(2) ? root : std::vector<float>(root.size());
    const float* tile = out == root ? out.data() : root.data();
    std::vector<float> kept = root;
    program.out = out.data();
    int64_t gap = random.Below(4) == 0 ? 2 : 1;
    std::vector<float> spread(static_cast<size_t>(size * gap), -7.0f);
    if (gap > 1) {
      program.out = spread.data();
      program.strided_out = 1;
      int64_t stride = gap;
      for (size_t i = rank; i-- > 0;) {
        program.out_strides[i] = stride;
        stride *= shape[i];
      }
    }
    // In parts, as kernels pass their tiles.
    for (int64_t done = 0; done < size;) {
      int64_t count = std::min<int64_t>(size - done, 1 + static_cast<int64_t>(random.Below(900)));
      RunScalar(&program, with_root ? tile + done : nullptr, done, count);
      done += count;
    }
    std::vector<int64_t> index(rank, 0);
    for (int64_t i = 0; i < size; ++i) {
      float a = tensors[0].At(index), b = tensors[1].At(index), c = tensors[2].At(index);
      float x = with_root ? kept[static_cast<size_t>(i)] : b;
      float product = x * a;
      float expected = c > 0 ? product + b : a;
      float actual = gap > 1 ? spread[static_cast<size_t>(i * gap)] : out[static_cast<size_t>(i)];
      if (actual != Approx(expected).epsilon(1e-6)) FAIL("round " << round << ", element " << i);
      for (size_t axis = rank; axis-- > 0;) {
        if (++index[axis] < shape[axis]) break;
        index[axis] = 0;
      }
    }
    if (gap > 1) {
      for (size_t i = 1; i < spread.size(); i += 2) REQUIRE(spread[i] == -7.0f);
    }
  }
}

TEST_CASE("narrow elements are read and stored", "[scalar]") {
  std::vector<int8_t> bytes = {-128, -1, 0, 1, 127, 5, 6, 7, 8};
  std::vector<uint8_t> flags = {0, 1, 1, 0, 1, 0, 1, 0, 1};
  ScalarInput inputs[] = {{bytes.data(), ElementType::kInt8, {1}},
                          {flags.data(), ElementType::kBool, {1}}};
  // (bytes + bytes) wrapped where the flag is set, else bytes.
  ScalarStep steps[] = {Step(ScalarOp::kAddI, 0, kFirstInput, kFirstInput),
                        Step(ScalarOp::kToInt8, 0, 0),
                        Step(ScalarOp::kSelect, 1, kFirstInput + 1, 0, kFirstInput)};
  std::vector<int8_t> out(9);
  std::vector<float> scratch(static_cast<size_t>(ScalarScratchBytes(2, 2)) / 4 + 4);
  ScalarProgram program{};
  program.steps = steps;
  program.num_steps = 3;
  program.inputs = inputs;
  program.num_inputs = 2;
  program.rank = 1;
  program.shape[0] = 9;
  program.result = 1;
  program.out = out.data();
  program.out_type = ElementType::kInt8;
  program.num_registers = 2;
  program.scratch = scratch.data();
  RunScalar(&program, nullptr, 0, 9);
  REQUIRE(out == std::vector<int8_t>{-128, -2, 0, 1, -2, 5, 12, 7, 16});
  // Halves convert to float and back.
  std::vector<uint16_t> halves;
  for (uint32_t i = 0; i < 65536; ++i) halves.push_back(static_cast<uint16_t>(i));
  std::vector<uint16_t> back(halves.size());
  ScalarInput half{halves.data(), ElementType::kFloat16, {1}};
  program.steps = nullptr;
  program.num_steps = 0;
  program.inputs = &half;
  program.num_inputs = 1;
  program.shape[0] = static_cast<int64_t>(halves.size());
  program.result = kFirstInput;
  program.out = back.data();
  program.out_type = ElementType::kFloat16;
  RunScalar(&program, nullptr, 0, program.shape[0]);
  for (size_t i = 0; i < halves.size(); ++i) {
    bool nan = (halves[i] & 0x7c00) == 0x7c00 && (halves[i] & 0x3ff) != 0;
    if (!nan && halves[i] != back[i]) FAIL("half " << i);
  }
}

}  // namespace
}  // namespace passcope::kernels
