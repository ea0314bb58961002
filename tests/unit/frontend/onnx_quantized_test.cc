// Converters of quantized operators: their operators in order, and their values.
#include "../runtime/kernel_fixture.h"
#include "onnx_builder.h"
#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
const DataType kU8 = DataType::UInt(8);
const DataType kI32 = DataType::Int(32);

NDArray U8(std::vector<int64_t> shape, std::vector<int64_t> values) {
  return passcope::Ints(std::move(shape), std::move(values), kU8);
}

TEST_CASE("QuantizeLinear and DequantizeLinear") {
  NDArray x = Reals({6}, {0, 2, 4, 1000, -254, -1000});
  auto run = [](OnnxModel& model, std::vector<Value> inputs) {
    model.Output("y");
    return RunOnnx(model, inputs).tensor();
  };
  for (int64_t opset : {10, 13}) {
    OnnxModel quantize(opset);
    quantize.Input("x", kF32, {6}).Input("s", kF32, {}).Input("z", kU8, {});
    quantize.Node("QuantizeLinear", {"x", "s", "z"}, {"y"});
    CheckInts(run(quantize, {x, Reals({}, {2}), U8({}, {128})}), kU8, {128, 129, 130, 255, 1, 0});
    OnnxModel dequantize(opset);
    dequantize.Input("x", kU8, {4}).Input("s", kF32, {}).Input("z", kU8, {});
    dequantize.Node("DequantizeLinear", {"x", "s", "z"}, {"y"});
    CheckReals(run(dequantize, {U8({4}, {0, 3, 128, 255}), Reals({}, {2}), U8({}, {128})}),
               {-256, -250, 0, 254});
  }
  // Along an axis.
  OnnxModel axis;
  axis.Input("x", kU8, {1, 2, 2}).Input("s", kF32, {2}).Input("z", kU8, {2});
  axis.Node("DequantizeLinear", {"x", "s", "z"}, {"y"});
  CheckReals(run(axis, {U8({1, 2, 2}, {1, 2, 3, 4}), Reals({2}, {2, 4}), U8({2}, {1, 2})}),
             {0, 2, 4, 8});
  // Without a zero point.
  OnnxModel none;
  none.Input("x", kF32, {2}).Input("s", kF32, {});
  none.Node("QuantizeLinear", {"x", "s"}, {"y"});
  CheckInts(run(none, {Reals({2}, {-3, 300}), Reals({}, {2})}), kU8, {0, 150});
}

TEST_CASE("DynamicQuantizeLinear finds scale and zero point") {
  OnnxModel model;
  model.Input("x", kF32, {6}).Node("DynamicQuantizeLinear", {"x"}, {"y", "s", "z"});
  model.Output("y").Output("s").Output("z");
  CHECK(Operators(model) ==
        "max maximum min minimum subtract divide equal where divide subtract clip round cast cast "
        "qnn.quantize");
  Value result = RunOnnx(model, {Reals({6}, {-1, -2.1, -1.3, -2.5, -3.34, -4})});
  CheckInts(result.fields()[0].tensor(), kU8, {191, 121, 172, 96, 42, 0});
  CheckReals(result.fields()[1].tensor(), {4.0 / 255});
  CheckInts(result.fields()[2].tensor(), kU8, {255});
}

TEST_CASE("QLinearConv convolves and requantises") {
  OnnxModel model;
  model.Input("x", kU8, {1, 1, 3, 3});
  model.Initializer("xs", Reals({}, {0.5})).Initializer("xz", U8({}, {1}));
  model.Initializer("w", U8({2, 1, 2, 2}, {1, 2, 3, 4, 2, 2, 2, 2}));
  model.Initializer("ws", Reals({2}, {1, 2})).Initializer("wz", U8({2}, {0, 1}));
  model.Initializer("ys", Reals({}, {2})).Initializer("yz", U8({}, {3}));
  model.Initializer("b", passcope::Ints({2}, {4, 8}));
  model.Node("QLinearConv", {"x", "xs", "xz", "w", "ws", "wz", "ys", "yz", "b"}, {"y"},
             {{"pads", std::vector<int64_t>{0, 0, 0, 0}}});
  model.Output("y");
  // With these scales, some sums are halfway between two results.
  CHECK(Operators(model) == "qnn.conv2d nn.bias_add qnn.dequantize qnn.quantize");
  NDArray x = U8({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  // The window of x - 1: (0 1 2, 3 4 5, 6 7 8).
  std::vector<int64_t> expected;
  for (int64_t channel : {0, 1}) {
    for (int64_t row : {0, 1}) {
      for (int64_t column : {0, 1}) {
        int64_t first = row * 3 + column;
        double sum = channel == 0 ? first + 2 * (first + 1) + 3 * (first + 3) + 4 * (first + 4) + 4
                                  : 4 * first + 8 + 8;
        expected.push_back(
            static_cast<int64_t>(std::nearbyint(sum * 0.5 * (channel == 0 ? 1 : 2) / 2)) + 3);
      }
    }
  }
  CheckInts(RunOnnx(model, {x}).tensor(), kU8, expected);
}

TEST_CASE("QLinearConv with groups and a scale for each channel") {
  // Two groups of two channels, three results each. Channel c is the sum of its products times
  // 0.5 · scale c / 1, plus 128.
  OnnxModel model;
  const DataType int8 = DataType::Int(8);
  model.Input("x", kU8, {1, 4, 1, 1});
  model.Initializer("xs", Reals({}, {0.5})).Initializer("xz", U8({}, {0}));
  model.Initializer("w",
                    passcope::Ints({6, 2, 1, 1}, {-1, 2, 3, -4, 5, 6, 7, 8, 9, -10, 1, -2}, int8));
  model.Initializer("ws", Reals({6}, {0.1, 0.2, 0.3, 0.12, 0.2, 0.3}));
  model.Initializer("wz", passcope::Ints({6}, {0, 0, 0, 0, 0, 0}, int8));
  model.Initializer("ys", Reals({}, {1})).Initializer("yz", U8({}, {128}));
  model.Node("QLinearConv", {"x", "xs", "xz", "w", "ws", "wz", "ys", "yz"}, {"y"}, {{"group", 2}});
  model.Output("y");
  CHECK(Operators(model) == "qnn.conv2d qnn.requantize");
  // Sums: -10 + 40, 30 - 80, 50 + 120, 210 + 320, 270 - 400, 30 - 80.
  CheckInts(RunOnnx(model, {U8({1, 4, 1, 1}, {10, 20, 30, 40})}).tensor(), kU8,
            {130, 123, 154, 160, 115, 120});
}

TEST_CASE("zero points and scales for each row and column") {
  NDArray a = U8({2, 2}, {1, 2, 3, 4}), b = U8({2, 2}, {5, 6, 7, 8});
  OnnxModel integers;
  integers.Input("a", kU8, {2, 2})
      .Input("b", kU8, {2, 2})
      .Input("z", kU8, {2})
      .Input("w", kU8, {2});
  integers.Node("MatMulInteger", {"a", "b", "z", "w"}, {"y"}).Output("y");
  // (0 1, 1 2) times (4 4, 6 6).
  CheckInts(RunOnnx(integers, {a, b, U8({2}, {1, 2}), U8({2}, {1, 2})}).tensor(), kI32,
            {6, 6, 16, 16});
  OnnxModel scaled;
  scaled.Input("a", kU8, {2, 2}).Input("b", kU8, {2, 2});
  scaled.Input("as", kF32, {2}).Input("bs", kF32, {2});
  scaled.Initializer("z", U8({}, {0})).Initializer("ys", Reals({}, {1}));
  scaled.Node("QLinearMatMul", {"a", "as", "z", "b", "bs", "z", "ys", "z"}, {"y"}).Output("y");
  // (19 22, 43 50) times the scales of row and column.
  CheckInts(RunOnnx(scaled, {a, b, Reals({2}, {1, 2}), Reals({2}, {0.5, 1})}).tensor(), kU8,
            {10, 22, 43, 100});
}

TEST_CASE("ConvInteger pads with the zero point") {
  NDArray x = U8({1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10});
  auto make = [](std::vector<OnnxAttr> attrs) {
    OnnxModel model;
    model.Input("x", kU8, {1, 1, 3, 3}).Input("w", kU8, {1, 1, 2, 2}).Input("z", kU8, {});
    model.Node("ConvInteger", {"x", "w", "z"}, {"y"}, attrs).Output("y");
    return model;
  };
  std::vector<Value> inputs = {x, U8({1, 1, 2, 2}, {1, 1, 1, 1}), U8({}, {1})};
  CheckInts(RunOnnx(make({}), inputs).tensor(), kI32, {12, 16, 24, 28});
  CheckInts(RunOnnx(make({{"pads", std::vector<int64_t>{1, 1, 1, 1}}}), inputs).tensor(), kI32,
            {1, 3, 5, 3, 5, 12, 16, 9, 11, 24, 28, 15, 7, 15, 17, 9});
  CheckInts(RunOnnx(make({{"auto_pad", "VALID"}}), inputs).tensor(), kI32, {12, 16, 24, 28});
}

TEST_CASE("ConvInteger over one axis") {
  OnnxModel model;
  model.Input("x", kU8, {1, 1, 3}).Input("w", kU8, {1, 1, 2});
  model.Input("z", kU8, {}).Input("v", kU8, {1});
  model.Node("ConvInteger", {"x", "w", "z", "v"}, {"y"}, {{"pads", std::vector<int64_t>{1, 0}}});
  model.Output("y");
  // (0, 0, 1, 2) by (1, 2).
  CheckInts(
      RunOnnx(model, {U8({1, 1, 3}, {3, 4, 5}), U8({1, 1, 2}, {5, 6}), U8({}, {3}), U8({1}, {4})})
          .tensor(),
      kI32, {0, 2, 5});
}

TEST_CASE("QLinearMatMul and MatMulInteger multiply matrices and batches") {
  SplitMix64 random(3);
  auto product = [](const NDArray& a, const NDArray& b, int64_t a_zero, int64_t b_zero) {
    int64_t rows = a->shape[a->rank() - 2], inner = a->shape.back(), columns = b->shape.back();
    int64_t batch = a->rank() == 3 ? a->shape[0] : 1;
    std::vector<int64_t> values;
    for (int64_t n = 0; n < batch; ++n) {
      for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
          int64_t sum = 0;
          for (int64_t k = 0; k < inner; ++k) {
            auto at_b = static_cast<size_t>(((b->rank() == 3 ? n : 0) * inner + k) * columns + j);
            sum += (a->ToInt(static_cast<size_t>((n * rows + i) * inner + k)) - a_zero) *
                   (b->ToInt(at_b) - b_zero);
          }
          values.push_back(sum);
        }
      }
    }
    return values;
  };
  struct Case {
    std::vector<int64_t> a, b, y;
  };
  for (const Case& shapes : {Case{{2, 4}, {4, 3}, {2, 3}}, Case{{2, 2, 4}, {2, 4, 3}, {2, 2, 3}},
                             Case{{2, 2, 4}, {4, 3}, {2, 2, 3}}}) {
    NDArray a = RandomArray(random, shapes.a, kU8), b = RandomArray(random, shapes.b, kU8);
    OnnxModel integer;
    integer.Input("a", kU8, shapes.a).Input("b", kU8, shapes.b);
    integer.Initializer("az", U8({}, {12})).Initializer("bz", U8({}, {3}));
    integer.Node("MatMulInteger", {"a", "b", "az", "bz"}, {"y"}).Output("y");
    NDArray y = RunOnnx(integer, {a, b}).tensor();
    CHECK(y->shape == shapes.y);
    CheckInts(y, kI32, product(a, b, 12, 3));

    OnnxModel linear;
    linear.Input("a", kU8, shapes.a).Input("b", kU8, shapes.b);
    linear.Initializer("as", Reals({1}, {0.5})).Initializer("az", U8({1}, {12}));
    linear.Initializer("bs", Reals({1}, {0.25})).Initializer("bz", U8({1}, {3}));
    linear.Initializer("ys", Reals({1}, {0.125})).Initializer("yz", U8({1}, {100}));
    linear.Node("QLinearMatMul", {"a", "as", "az", "b", "bs", "bz", "ys", "yz"}, {"y"});
    linear.Output("y");
    std::vector<int64_t> expected = product(a, b, 12, 3);
    for (int64_t& value : expected) {
      value = std::clamp<int64_t>(value + 100, 0, 255);  // 0.5 * 0.25 / 0.125 is 1.
    }
    CheckInts(RunOnnx(linear, {a, b}).tensor(), kU8, expected);
  }
}

TEST_CASE("quantised operators of onnxruntime compute in reals") {
  auto make = [](const char* op, std::vector<OnnxAttr> attrs, bool binary) {
    OnnxModel model;
    model.Input("a", kU8, {1, 1, 2, 2});
    if (binary) model.Input("b", kU8, {1, 1, 2, 2});
    model.Initializer("s", Reals({1}, {0.5})).Initializer("z", U8({1}, {4}));
    std::vector<std::string> inputs = {"a", "s", "z"};
    if (binary) inputs.insert(inputs.end(), {"b", "s", "z"});
    inputs.insert(inputs.end(), {"s", "z"});
    model.Node(op, inputs, {"y"}, attrs, "com.microsoft").Output("y");
    return model;
  };
  NDArray a = U8({1, 1, 2, 2}, {0, 4, 8, 12}), b = U8({1, 1, 2, 2}, {6, 6, 8, 2});
  // The reals are (-2, 0, 2, 4) and (1, 1, 2, -1).
  OnnxModel add = make("QLinearAdd", {}, true);
  CHECK(Operators(add) == "qnn.dequantize qnn.dequantize add qnn.quantize");
  CheckInts(RunOnnx(add, {a, b}).tensor(), kU8, {2, 6, 12, 10});
  CheckInts(RunOnnx(make("QLinearMul", {}, true), {a, b}).tensor(), kU8, {0, 4, 12, 0});
  CheckInts(RunOnnx(make("QLinearSigmoid", {}, false), {a}).tensor(), kU8, {4, 5, 6, 6});
  CheckInts(RunOnnx(make("QLinearLeakyRelu", {{"alpha", 0.5}}, false), {a}).tensor(), kU8,
            {2, 4, 8, 12});
  CheckInts(
      RunOnnx(make("QLinearAveragePool", {{"kernel_shape", std::vector<int64_t>{2, 2}}}, false),
              {a})
          .tensor(),
      kU8, {6});
  CheckInts(RunOnnx(make("QLinearGlobalAveragePool", {}, false), {a}).tensor(), kU8, {6});
  OnnxModel concat;
  concat.Input("a", kU8, {2}).Input("b", kU8, {2});
  concat.Initializer("s", Reals({}, {0.5})).Initializer("z", U8({}, {4}));
  concat.Initializer("t", Reals({}, {1})).Initializer("u", U8({}, {0}));
  concat.Node("QLinearConcat", {"s", "z", "a", "s", "z", "b", "t", "u"}, {"y"}, {{"axis", 0}},
              "com.microsoft");
  concat.Output("y");
  CheckInts(RunOnnx(concat, {U8({2}, {1, 2}), U8({2}, {1, 2})}).tensor(), kU8, {1, 2, 6, 8});
}

}  // namespace
}  // namespace passcope::frontend::testing
