// Kernels of quantized operators against explicit arithmetic.
#include "kernel_fixture.h"
#include "op/attrs_nn.h"
#include "op/attrs_qnn.h"
#include "op/attrs_tensor.h"

namespace passcope {
namespace {

const DataType kI8 = DataType::Int(8);
const DataType kI32 = DataType::Int(32);

NDArray Real(double value) { return Reals({}, {value}); }
NDArray Int(int64_t value) { return Ints({}, {value}); }

void CheckInts(const NDArray& actual, DataType dtype, const std::vector<int64_t>& expected) {
  REQUIRE(actual->dtype == dtype);
  REQUIRE(actual->size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    INFO(i);
    CHECK(actual->ToInt(i) == expected[i]);
  }
}

Attrs Quantized(DataType dtype, int64_t axis = -1) {
  return With<QuantizeAttrs>([&](QuantizeAttrs& a) {
    a.out_dtype = dtype;
    a.axis = axis;
  });
}

TEST_CASE("quantize rounds, shifts and saturates") {
  // Halves are rounded to even.
  NDArray data = Reals({7}, {0.24, 0.25, -0.25, 0.75, -1.25, 100, -100});
  CheckInts(RunTensor("qnn.quantize", {data, Real(0.5), Int(3)}, Quantized(kI8)), kI8,
            {3, 3, 3, 5, 1, 127, -128});
  // A scale and a zero point per row.
  NDArray rows = Reals({2, 2}, {1, 2, 1, 2});
  CheckInts(RunTensor("qnn.quantize", {rows, Reals({2}, {1, 0.5}), Ints({2}, {0, 10})},
                      Quantized(DataType::UInt(8), 0)),
            DataType::UInt(8), {1, 2, 12, 14});
}

TEST_CASE("dequantize") {
  NDArray result = RunTensor(
      "qnn.dequantize", {Ints({2, 2}, {1, 2, 3, 4}, kI8), Reals({2}, {2, 0.5}), Ints({2}, {0, 1})},
      With<DequantizeAttrs>([](DequantizeAttrs& a) { a.axis = 1; }));
  const double expected[] = {2, 0.5, 6, 1.5};
  CheckArray(result, {2, 2}, DataType::Float(32),
             [&](const std::vector<int64_t>& at) { return expected[at[0] * 2 + at[1]]; });
}

TEST_CASE("requantize in each way of computing and rounding") {
  NDArray data = Ints({6}, {-3, -1, 1, 3, 500, 7});
  struct Case {
    const char* rounding;
    std::vector<int64_t> expected;
  };
  // Multiplied by one half.
  for (const Case& c :
       {Case{"UPWARD", {-1, 0, 1, 2, 127, 4}}, Case{"TONEAREST", {-2, -1, 1, 2, 127, 4}},
        Case{"None", {-1, 0, 1, 2, 127, 4}}}) {
    for (const char* compute : {"int64", "float32", "float64", "None"}) {
      INFO(c.rounding << " " << compute);
      Attrs attrs = With<RequantizeAttrs>([&](RequantizeAttrs& a) {
        a.rounding = c.rounding;
        a.compute_dtype = compute;
        a.out_dtype = kI8;
      });
      CheckInts(RunTensor("qnn.requantize", {data, Real(0.5), Int(0), Real(1), Int(0)}, attrs), kI8,
                c.expected);
    }
  }
  Attrs attrs = With<RequantizeAttrs>([&](RequantizeAttrs& a) {
    a.axis = 0;
    a.out_dtype = kI32;
  });
  CheckInts(RunTensor("qnn.requantize",
                      {Ints({2, 2}, {10, 20, 10, 20}), Reals({2}, {1, 4}), Ints({2}, {0, 2}),
                       Real(2), Int(0)},
                      attrs),
            kI32, {5, 10, 16, 36});
}

TEST_CASE("requantize beyond 32 bits leaves what the casts that round leave") {
  NDArray data = Ints({4}, {-3, 0, 1, 3});
  auto run = [&](double factor, const char* rounding, const char* compute) {
    return RunTensor("qnn.requantize", {data, Real(factor), Int(0), Real(1), Int(0)},
                     With<RequantizeAttrs>([&](RequantizeAttrs& a) {
                       a.rounding = rounding;
                       a.compute_dtype = compute;
                       a.out_dtype = kI32;
                     }));
  };
  for (const char* rounding : {"UPWARD", "TONEAREST"}) {
    INFO(rounding);
    // Shifted by more bits than there are: nothing remains.
    for (double factor : {1e30, 1e-30}) {
      CheckInts(run(factor, rounding, "int64"), kI32, {0, 0, 0, 0});
    }
    CheckInts(run(1e-30, rounding, "float32"), kI32, {0, 0, 0, 0});
    // 2^33 is 0 in 32 bits, and 2^31 is the smallest integer.
    CheckInts(run(8589934592.0, rounding, "float64"), kI32, {0, 0, 0, 0});
    CheckInts(run(2147483648.0, rounding, "float64"), kI32,
              {-2147483648, 0, -2147483648, -2147483648});
  }
}

TEST_CASE("quantized addition, subtraction and multiplication") {
  NDArray a = Ints({1, 4}, {10, 20, 30, 120}, kI8), b = Ints({4}, {4, 8, -12, 100}, kI8);
  Attrs attrs = With<BroadcastAttrs>([](BroadcastAttrs&) {});
  auto run = [&](const char* name) {
    return RunTensor(name, {a, b, Real(1), Int(0), Real(0.5), Int(2), Real(2), Int(1)}, attrs);
  };
  // a / 2 and (b - 2) / 4, both rounded half up and shifted by the zero point of the result.
  CheckInts(run("qnn.add"), kI8, {7, 13, 13, 86});
  CheckInts(run("qnn.subtract"), kI8, {5, 9, 19, 36});
  CheckInts(run("qnn.mul"), kI8, {6, 31, -104, 127});
}

TEST_CASE("functions of quantized tensors") {
  NDArray x = Ints({4}, {0, 8, -8, 100}, kI8);
  auto run = [&](const char* name) {
    return RunTensor(name, {x, Real(0.125), Int(0), Real(0.125), Int(0)});
  };
  CheckInts(run("qnn.exp"), kI8, {8, 22, 3, 127});
  CheckInts(run("qnn.abs"), kI8, {0, 8, 8, 100});
  CheckInts(run("qnn.tanh"), kI8, {0, 6, -6, 8});
  CheckInts(run("qnn.hardswish"), kI8, {0, 5, -3, 100});
  Attrs attrs = With<LeakyReluAttrs>([](LeakyReluAttrs& a) { a.alpha = 0.5; });
  CheckInts(RunTensor("qnn.leaky_relu", {x, Real(0.125), Int(0), Real(0.125), Int(4)}, attrs), kI8,
            {4, 12, 0, 104});
}

TEST_CASE("quantized products subtract the zero points") {
  NDArray data = Ints({2, 2}, {1, 2, 3, 4}, kI8), weight = Ints({2, 2}, {5, 6, 7, 8}, kI8);
  Attrs dense = With<DenseAttrs>([](DenseAttrs& a) {
    a.units = 2;
    a.out_dtype = kI32;
  });
  CheckInts(
      RunTensor("qnn.dense", {data, weight, Int(1), Ints({2}, {4, 6}), Real(1), Real(1)}, dense),
      kI32, {2, 2, 8, 8});
  Attrs matmul = With<BatchMatmulAttrs>([](BatchMatmulAttrs& a) {
    a.transpose_b = true;
    a.out_dtype = kI32;
  });
  CheckInts(RunTensor("qnn.batch_matmul",
                      {ReshapeNDArray(data, {1, 2, 2}), ReshapeNDArray(weight, {1, 2, 2}), Int(1),
                       Int(4), Real(1), Real(1)},
                      matmul),
            kI32, {2, 4, 8, 18});
}

TEST_CASE("quantized convolutions pad with the zero point") {
  SplitMix64 random(3);
  NDArray data = RandomArray(random, {1, 2, 4, 4}, kI8);
  NDArray weight = RandomArray(random, {3, 2, 3, 3}, kI8);
  Attrs attrs = With<Conv2DAttrs>([](Conv2DAttrs& a) {
    a.kernel_size = {3, 3};
    a.channels = 3;
    a.padding = {1, 1, 1, 1};
    a.out_dtype = kI32;
  });
  NDArray result = RunTensor("qnn.conv2d",
                             {data, weight, Int(5), Ints({3}, {1, 2, 3}), Real(1), Real(1)}, attrs);
  CheckArray(result, {1, 3, 4, 4}, kI32, [&](const std::vector<int64_t>& at) {
    double sum = 0;
    ForIndices({2, 3, 3}, [&](const std::vector<int64_t>& k) {
      int64_t y = at[2] + k[1] - 1, x = at[3] + k[2] - 1;
      if (y < 0 || y > 3 || x < 0 || x > 3) return;
      sum += (At(data, {0, k[0], y, x}) - 5) *
             (At(weight, {at[1], k[0], k[1], k[2]}) - static_cast<double>(at[1] + 1));
    });
    return sum;
  });
}

TEST_CASE("quantized concatenation brings its parts to one scale") {
  NDArray a = Ints({2}, {2, 4}, kI8), b = Ints({1}, {100}, kI8);
  Attrs attrs = With<ConcatenateAttrs>([](ConcatenateAttrs& c) { c.axis = 0; });
  auto tuple = [](std::vector<NDArray> arrays) {
    std::vector<Expr> fields;
    for (const NDArray& array : arrays) fields.push_back(Constant(array));
    return Tuple(fields);
  };
  Expr call = Call(GetOp("qnn.concatenate"),
                   {tuple({a, b}), tuple({Real(1), Real(4)}), tuple({Int(0), Int(90)}),
                    Constant(Real(2)), Constant(Int(1))},
                   attrs);
  CheckInts(EvaluateExpr(InferTypes(call)).tensor(), kI8, {2, 3, 21});
}

TEST_CASE("fixed-point factors, one and along an axis") {
  Attrs half = With<FixedPointMultiplyAttrs>([](FixedPointMultiplyAttrs& a) {
    a.multiplier = int64_t{1} << 30;
    a.shift = 0;
  });
  CheckInts(RunTensor("fixed_point_multiply", {Ints({4}, {3, -3, 4, 7})}, half), kI32,
            {2, -1, 2, 4});
  Attrs axis =
      With<FixedPointMultiplyPerAxisAttrs>([](FixedPointMultiplyPerAxisAttrs& a) { a.axes = {0}; });
  CheckInts(RunTensor("fixed_point_multiply_per_axis",
                      {Ints({2, 2}, {3, 4, 3, 4}), Ints({2}, {1 << 30, 1 << 30}), Ints({2}, {0, 2}),
                       Ints({2}, {1, 0})},
                      axis),
            kI32, {1, 1, 6, 8});
  // A factor for each place along two axes, in their order, or one factor for all places.
  Attrs axes = With<FixedPointMultiplyPerAxisAttrs>([](FixedPointMultiplyPerAxisAttrs& a) {
    a.axes = {2, 0};
  });
  NDArray data = Ints({2, 1, 2}, {8, 8, 8, 8}), zeros = Ints({2, 2}, {0, 0, 0, 0});
  CheckInts(RunTensor("fixed_point_multiply_per_axis",
                      {data, Ints({2, 2}, {1 << 30, 1 << 30, 1 << 30, 1 << 30}),
                       Ints({2, 2}, {0, 1, 2, 3}), zeros},
                      axes),
            kI32, {4, 16, 8, 32});
  NDArray none = Ints({1}, {0});
  CheckInts(
      RunTensor("fixed_point_multiply_per_axis", {data, Ints({1}, {1 << 30}), none, none}, axes),
      kI32, {4, 4, 4, 4});
}

TEST_CASE("fixed-point factors along several axes") {
  auto axes = [](std::vector<int64_t> list) {
    return With<FixedPointMultiplyPerAxisAttrs>(
        [&](FixedPointMultiplyPerAxisAttrs& a) { a.axes = list; });
  };
  // A factor is multiplier / 2^31 · 2^(left - right).
  const int64_t half = 1 << 30;
  NDArray data = Ints({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  auto run = [&](std::vector<int64_t> list, std::vector<int64_t> shape,
                 std::vector<int64_t> lefts) {
    size_t count = lefts.size();
    return RunTensor("fixed_point_multiply_per_axis",
                     {data, Ints(shape, std::vector<int64_t>(count, half)), Ints(shape, lefts),
                      Ints(shape, std::vector<int64_t>(count, 0))},
                     axes(list));
  };
  // The factors 1, 2, 4 and 8 of channels 0 to 3, in blocks: (channel / 2, …, channel % 2).
  CheckInts(run({0, 2}, {2, 2}, {1, 2, 3, 4}), kI32, {1, 4, 3, 8, 20, 48, 28, 64});
  CheckInts(run({0, -1}, {2, 2}, {1, 2, 3, 4}), kI32, {1, 4, 3, 8, 20, 48, 28, 64});
  // The axes of the factors are in the order of the list.
  CheckInts(run({2, 0}, {2, 2}, {1, 2, 3, 4}), kI32, {1, 8, 3, 16, 10, 48, 14, 64});
  CheckInts(run({0, 1, 2}, {2, 2, 2}, {1, 1, 1, 1, 2, 2, 2, 2}), kI32,
            {1, 2, 3, 4, 10, 12, 14, 16});
  CheckInts(run({}, {}, {2}), kI32, {2, 4, 6, 8, 10, 12, 14, 16});
  CheckInts(run({1}, {}, {2}), kI32, {2, 4, 6, 8, 10, 12, 14, 16});
  CHECK_THROWS_AS(run({0, 2}, {4}, {1, 2, 3, 4}), DiagnosticError);
  CHECK_THROWS_AS(run({0}, {3}, {1, 2, 3}), DiagnosticError);
}

TEST_CASE("simulated quantisation keeps reals") {
  NDArray data = Reals({2, 2}, {1, -3, 200, 0.4});
  auto run = [&](const char* op, int64_t code, Attrs attrs) {
    return RunTensor(op, {data, Ints({}, {code}), Reals({2}, {0.5, 1}), Ints({1}, {10})}, attrs);
  };
  auto check = [](const NDArray& array, std::vector<double> expected) {
    CheckArray(array, {2, 2}, DataType::Float(32), [&](const std::vector<int64_t>& at) {
      return expected[static_cast<size_t>(at[0] * 2 + at[1])];
    });
  };
  Attrs quantize = With<SimulatedQuantizeAttrs>([](SimulatedQuantizeAttrs& a) { a.axis = 0; });
  Attrs dequantize = With<DequantizeAttrs>([](DequantizeAttrs& a) { a.axis = 0; });
  check(run("qnn.simulated_quantize", 0, quantize), {1, -3, 200, 0.4});
  check(run("qnn.simulated_quantize", 1, quantize), {12, 4, 127, 10});
  check(run("qnn.simulated_quantize", 2, quantize), {12, 4, 210, 10});
  check(run("qnn.simulated_dequantize", 3, dequantize), {-4.5, -6.5, 190, -9.6});
}

}  // namespace
}  // namespace passcope
