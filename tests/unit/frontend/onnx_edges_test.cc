// Values of ONNX's operators at the edges of their definitions: ties, infinities, NaN, empty
// results, even windows, negative positions. The expected values follow from the specification.
#include <cmath>
#include <limits>

#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kReal = DataType::Float(32);
const DataType kLong = DataType::Int(64);
const DataType kByte = DataType::UInt(8);
const DataType kSmall = DataType::Int(8);
using Whole = std::vector<int64_t>;

NDArray Longs(Whole values) {
  auto size = static_cast<int64_t>(values.size());
  return passcope::Ints({size}, std::move(values), kLong);
}

// One node. `run` computes with all inputs but the first as run-time values, then as constants, and
// compares the two.
struct Edge {
  Edge(std::string op, std::vector<NDArray> inputs, std::vector<OnnxAttr> attrs = {},
       int64_t opset = 17, int outputs = 1)
      : op(std::move(op)),
        inputs(std::move(inputs)),
        attrs(std::move(attrs)),
        opset(opset),
        outputs(outputs) {}

  Value Run(bool constant) const {
    OnnxModel model(opset);
    std::vector<std::string> names, results;
    std::vector<Value> values;
    for (size_t i = 0; i < inputs.size(); ++i) {
      names.push_back(inputs[i] ? "i" + std::to_string(i) : "");
      if (!inputs[i]) continue;
      if (constant && i > 0) {
        model.Initializer(names.back(), inputs[i]);
      } else {
        model.Input(names.back(), inputs[i]->dtype, inputs[i]->shape);
        values.emplace_back(inputs[i]);
      }
    }
    for (int i = 0; i < outputs; ++i) results.push_back("o" + std::to_string(i));
    model.Node(op, names, results, attrs);
    for (const std::string& name : results) model.Output(name);
    return RunOnnx(model, values);
  }
  NDArray Constant() const { return Run(true).tensor(); }
  NDArray Computed() const { return Run(false).tensor(); }
  // Of both kinds.
  void Gives(const Whole& shape, const std::vector<double>& expected) const {
    for (bool constant : {false, true}) {
      INFO(op << (constant ? " with constants" : " with computed inputs"));
      NDArray y = Run(constant).tensor();
      CHECK(y->shape == shape);
      Same(y, expected);
    }
  }
  // Infinities and NaN equal themselves.
  static void Same(const NDArray& y, const std::vector<double>& expected) {
    REQUIRE(y->size() == expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      INFO("element " << i);
      if (std::isnan(expected[i]) || std::isinf(expected[i])) {
        CHECK(
            (std::isnan(expected[i]) ? std::isnan(y->ToDouble(i)) : y->ToDouble(i) == expected[i]));
      } else {
        CHECK(y->ToDouble(i) == Approx(expected[i]).epsilon(1e-5).margin(1e-12));
      }
    }
  }

  std::string op;
  std::vector<NDArray> inputs;
  std::vector<OnnxAttr> attrs;
  int64_t opset;
  int outputs;
};

TEST_CASE("smooth functions do not overflow", "[onnx]") {
  NDArray x = Reals({6}, {-INFINITY, -100, -20, 0, 100, INFINITY});
  // log(1 + exp(x))
  Edge("Softplus", {x}).Gives({6}, {0, 0, 2.0611537e-9, std::log(2.0), 100, INFINITY});
  Edge("Elu", {x}).Gives({6}, {-1, -1, std::expm1(-20.0), 0, 100, INFINITY});
  Edge("Celu", {x}, {{"alpha", 0.5}}).Gives({6}, {-0.5, -0.5, -0.5, 0, 100, INFINITY});
  Edge("Sigmoid", {x}).Gives({6}, {0, 1 / (1 + std::exp(100.0)), 2.0611537e-9, 0.5, 1, 1});
  Edge("ThresholdedRelu", {x}).Gives({6}, {0, 0, 0, 0, 100, INFINITY});
  // The logarithm of softmax is finite where softmax is 0.
  for (int64_t opset : {11, 13}) {
    Edge("LogSoftmax", {Reals({1, 3}, {1000, 0, -1000})}, {}, opset)
        .Gives({1, 3}, {0, -1000, -2000});
  }
  Edge("ReduceLogSumExp",
       {Reals({4, 2}, {-INFINITY, -INFINITY, INFINITY, 1, 1000, 1000, -INFINITY, 2})},
       {{"axes", Whole{1}}, {"keepdims", 0}}, 13)
      .Gives({4}, {-INFINITY, INFINITY, 1000 + std::log(2.0), 2});
}

TEST_CASE("Mish and Gelu", "[onnx]") {
  // x tanh(log(1 + exp(x))), and x / 2 (1 + erf(x / √2)) or its approximation by tanh.
  NDArray x = Reals({3}, {-100, 1, 100});
  Edge("Mish", {x}, {}, 18).Gives({3}, {0, std::tanh(std::log1p(std::exp(1.0))), 100});
  Edge("Gelu", {x}, {}, 20).Gives({3}, {0, 0.5 * (1 + std::erf(1 / std::sqrt(2.0))), 100});
  double inner = std::sqrt(2 / M_PI) * 1.044715;
  Edge("Gelu", {x}, {{"approximate", "tanh"}}, 20)
      .Gives({3}, {0, 0.5 * (1 + std::tanh(inner)), 100});
}

TEST_CASE("Shrink takes the first condition that holds", "[onnx]") {
  // x < 0.5: x + 1, else x > -0.5: x - 1.
  Edge("Shrink", {Reals({3}, {-2, 0, 2})}, {{"lambd", -0.5}, {"bias", 1.0}}).Gives({3}, {-1, 1, 1});
  Edge("Shrink", {passcope::Ints({3}, {0, 1, 200}, kByte)}, {{"lambd", 1.0}, {"bias", 1.0}})
      .Gives({3}, {0, 0, 199});
}

TEST_CASE("halves are rounded to even", "[onnx]") {
  NDArray x = Reals({6}, {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5});
  Edge("Round", {x}).Gives({6}, {-2, -2, 0, 0, 2, 2});
  Edge("Round", {Reals({3}, {8388609, INFINITY, 0.49999997})}).Gives({3}, {8388609, INFINITY, 0});
  Edge("QuantizeLinear", {x, Reals({}, {1}), passcope::Ints({}, {0}, kSmall)})
      .Gives({6}, {-2, -2, 0, 0, 2, 2});
  // The least and the greatest element are -127 and 128, so the scale is 1 and the zero point 127.
  Value made = Edge("DynamicQuantizeLinear", {Reals({3}, {-127, 128, 0.5})}, {}, 11, 3).Run(true);
  Edge::Same(made.fields()[0].tensor(), {0, 255, 127});
  Edge::Same(made.fields()[1].tensor(), {1});
  Edge::Same(made.fields()[2].tensor(), {127});
  made = Edge("DynamicQuantizeLinear", {Reals({2}, {0, 0})}, {}, 11, 3).Run(true);
  Edge::Same(made.fields()[0].tensor(), {0, 0});
  // 0.5 * (1, 3, 5, 7) for a matrix and a convolution.
  NDArray half = Reals({}, {0.5}), one = Reals({}, {1}), none = passcope::Ints({}, {0}, kByte);
  NDArray zero = passcope::Ints({}, {0}, kSmall);
  Edge("QLinearMatMul", {passcope::Ints({4, 1}, {1, 3, 5, 7}, kByte), half, none,
                         passcope::Ints({1, 1}, {1}, kByte), one, none, one, none})
      .Gives({4, 1}, {0, 2, 2, 4});
  Edge("QLinearConv", {passcope::Ints({1, 1, 2, 2}, {1, 3, 5, 7}, kByte), half, none,
                       passcope::Ints({1, 1, 1, 1}, {-1}, kSmall), one, zero, one, zero})
      .Gives({1, 1, 2, 2}, {0, -2, -2, -4});
}

TEST_CASE("integers keep their values in Pow, Div and Mod", "[onnx]") {
  NDArray three = passcope::Ints({2}, {3, 7}), power = passcope::Ints({2}, {19, 11});
  Edge("Pow", {three, power}).Gives({2}, {1162261467, 1977326743});
  NDArray a = passcope::Ints({4}, {-7, 7, -7, 7}), b = passcope::Ints({4}, {2, -2, -2, 2});
  Edge("Div", {a, b}).Gives({4}, {-3, -3, 3, 3});
  Edge("Mod", {a, b}).Gives({4}, {1, -1, -1, 1});
  Edge("Mod", {a, b}, {{"fmod", 1}}).Gives({4}, {-1, 1, -1, 1});
}

TEST_CASE("NaN and infinities in Max, Clip and reductions", "[onnx]") {
  NDArray a = Reals({3}, {NAN, 1, -INFINITY}), b = Reals({3}, {1, NAN, INFINITY});
  Edge("Max", {a, b}).Gives({3}, {NAN, NAN, INFINITY});
  Edge("Min", {a, b}).Gives({3}, {NAN, NAN, -INFINITY});
  NDArray low = Reals({}, {-1}), high = Reals({}, {2});
  Edge("Clip", {Reals({3}, {NAN, INFINITY, -INFINITY}), low, high}).Gives({3}, {NAN, 2, -1});
  // If the bounds cross, all elements become the upper one.
  Edge("Clip", {Reals({3}, {-5, 0, 5}), high, low}).Gives({3}, {-1, -1, -1});
  Edge("Clip", {Reals({2}, {-5, 5}), nullptr, high}).Gives({2}, {-5, 2});
  Edge("Clip", {Reals({2}, {-5, 5})}, {{"min", 3.0}, {"max", -2.0}}, 6).Gives({2}, {-2, -2});
  NDArray rows = Reals({3, 2}, {-INFINITY, -INFINITY, NAN, 1, 1, NAN});
  std::vector<OnnxAttr> last = {{"axes", Whole{1}}, {"keepdims", 0}};
  Edge("ReduceMax", {rows}, last, 13).Gives({3}, {-INFINITY, NAN, NAN});
  Edge("MaxPool", {Reals({1, 1, 2}, {-INFINITY, -INFINITY})}, {{"kernel_shape", Whole{2}}})
      .Gives({1, 1, 1}, {-INFINITY});
  Edge("GlobalMaxPool", {Reals({1, 1, 2, 2}, {1, NAN, 2, 3})}).Gives({1, 1, 1, 1}, {NAN});
  // Without elements.
  NDArray empty = Reals({2, 0}, {});
  Edge("ReduceMax", {empty}, last, 13).Gives({2}, {-INFINITY, -INFINITY});
  Edge("ReduceMin", {empty}, last, 13).Gives({2}, {INFINITY, INFINITY});
  Edge("ReduceProd", {empty}, last, 13).Gives({2}, {1, 1});
  Edge("ReduceL1", {empty}, last, 13).Gives({2}, {0, 0});
}

TEST_CASE("a reduction over no axes still computes its function", "[onnx]") {
  std::vector<OnnxAttr> noop = {{"noop_with_empty_axes", 1}};
  NDArray x = Reals({2}, {-3, 4}), none = Longs({});
  CHECK(Edge("ReduceSum", {x, none}, noop, 18).Constant()->ToDouble(0) == -3);
  Edge::Same(Edge("ReduceL1", {x, none}, noop, 18).Constant(), {3, 4});
  Edge::Same(Edge("ReduceSumSquare", {x, none}, noop, 18).Constant(), {9, 16});
  // Integers: the root of 9 + 16.
  Edge::Same(Edge("ReduceL2", {passcope::Ints({2}, {-3, 4})}, {}, 13).Constant(), {5});
}

TEST_CASE("norms of odd powers take absolute values", "[onnx]") {
  // (|-1|³ + |2|³) ^ (1/3)
  NDArray x = Reals({1, 1, 1, 2}, {-1, 2});
  Edge("GlobalLpPool", {x}, {{"p", 3}}).Gives({1, 1, 1, 1}, {std::cbrt(9.0)});
  Edge("LpPool", {x}, {{"p", 1}, {"kernel_shape", Whole{1, 2}}}).Gives({1, 1, 1, 1}, {3});
  // The second window is (5), of the size 2, and its norm is 5.
  Edge("LpPool", {Reals({1, 1, 3}, {3, 4, 5})},
       {{"kernel_shape", Whole{2}}, {"strides", Whole{2}}, {"ceil_mode", 1}}, 18)
      .Gives({1, 1, 2}, {5, 5});
  // A norm of 0 leaves zeros.
  Edge("LpNormalization", {Reals({2, 2}, {0, 0, 3, -4})}, {}).Gives({2, 2}, {0, 0, 0.6, -0.8});
  Edge("MeanVarianceNormalization", {Reals({1, 1, 1, 2}, {3.3, 3.3})}).Gives({1, 1, 1, 2}, {0, 0});
}

TEST_CASE("windows of even sizes and windows that begin in the padding", "[onnx]") {
  // Of two neighbours, the second follows: x / (1 + alpha / 2 * (own² + next²)).
  Edge("LRN", {Reals({1, 3, 1, 1}, {1, 2, 3})},
       {{"size", 2}, {"alpha", 2.0}, {"beta", 1.0}, {"bias", 1.0}})
      .Gives({1, 3, 1, 1}, {1.0 / 6, 2.0 / 14, 3.0 / 10});
  // The third window begins behind the data, so there are two.
  std::vector<OnnxAttr> ceil = {
      {"kernel_shape", Whole{2}}, {"strides", Whole{2}}, {"pads", Whole{1, 1}}, {"ceil_mode", 1}};
  Edge("MaxPool", {Reals({1, 1, 2}, {1, 2})}, ceil).Gives({1, 1, 2}, {1, 2});
  Edge("AveragePool", {Reals({1, 1, 3}, {1, 2, 6})}, ceil).Gives({1, 1, 2}, {1, 4});
  // SAME with a dilation: windows reach over three elements.
  Edge("MaxPool", {Reals({1, 1, 3}, {1, 2, 3})},
       {{"kernel_shape", Whole{2}}, {"dilations", Whole{2}}, {"auto_pad", "SAME_UPPER"}})
      .Gives({1, 1, 3}, {2, 3, 2});
  // storage_order concerns only the indices.
  Value pooled = Edge("MaxPool", {Reals({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6})},
                      {{"kernel_shape", Whole{1, 1}}, {"storage_order", 1}}, 17, 2)
                     .Run(true);
  Edge::Same(pooled.fields()[0].tensor(), {1, 2, 3, 4, 5, 6});
  Edge::Same(pooled.fields()[1].tensor(), {0, 2, 4, 1, 3, 5});
  CHECK(Edge("MaxPool", {Reals({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6})},
             {{"kernel_shape", Whole{1, 1}}, {"storage_order", 1}})
            .Constant()
            ->shape == Whole{1, 1, 2, 3});
}

TEST_CASE("SAME of transposed convolutions in all versions", "[onnx]") {
  // x · stride elements: 1 1, 2 2 with a kernel of ones of size 3, one element cut off.
  NDArray x = Reals({1, 1, 2}, {1, 2}), ones = Reals({1, 1, 3}, {1, 1, 1});
  for (int64_t opset : {1, 11}) {
    std::vector<OnnxAttr> attrs = {{"strides", Whole{2}}};
    attrs.push_back({"auto_pad", "SAME_UPPER"});
    Edge("ConvTranspose", {x, ones}, attrs, opset).Gives({1, 1, 4}, {1, 1, 3, 2});
    attrs.back() = {"auto_pad", "SAME_LOWER"};
    Edge("ConvTranspose", {x, ones}, attrs, opset).Gives({1, 1, 4}, {1, 3, 2, 2});
  }
}

TEST_CASE("slices with far, negative and crossed positions", "[onnx]") {
  NDArray x = Reals({4}, {0, 1, 2, 3}), first = Longs({0}), one = Longs({1}), back = Longs({-1});
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  auto slice = [&](int64_t from, int64_t to, const NDArray& step) {
    return Edge("Slice", {x, Longs({from}), Longs({to}), first, step});
  };
  slice(3, 1, one).Gives({0}, {});
  slice(1, 3, back).Gives({0}, {});
  slice(8, 9, one).Gives({0}, {});
  slice(-9, 2, one).Gives({2}, {0, 1});
  slice(-5, 2, one).Gives({2}, {0, 1});
  slice(-2, kMost, one).Gives({2}, {2, 3});
  slice(-1, kLeast, back).Gives({4}, {3, 2, 1, 0});
  slice(-5, kLeast, back).Gives({0}, {});
  Edge("Slice", {x}, {{"starts", Whole{3}}, {"ends", Whole{1}}}, 9).Gives({0}, {});
  // The end is a constant, the start is not.
  for (auto [from, to, step, count] : {std::tuple(int64_t{-3}, kMost, 1, size_t{3}),
                                       std::tuple(int64_t{-1}, kLeast, -1, size_t{4})}) {
    OnnxModel model;
    model.Input("x", kReal, {4}).Input("from", kLong, {1});
    model.Initializer("to", Longs({to})).Initializer("axes", first);
    model.Initializer("steps", Longs({step}));
    model.Node("Slice", {"x", "from", "to", "axes", "steps"}, {"y"}).Output("y");
    CHECK(RunOnnx(model, {x, Longs({from})}).tensor()->size() == count);
  }
}

TEST_CASE("sizes of 0", "[onnx]") {
  NDArray column = Reals({2, 1}, {1, 2});
  Edge("Expand", {column, Longs({0})}).Gives({2, 0}, {});
  Edge("Expand", {Reals({0, 1}, {}), Longs({1, 3})}).Gives({0, 3}, {});
  Edge("Tile", {column, Longs({1, 0})}).Gives({2, 0}, {});
  Edge("Flatten", {Reals({2, 0, 3}, {})}, {{"axis", 2}}).Gives({0, 3}, {});
  Edge("Concat", {Reals({0, 1}, {}), column}, {{"axis", 0}}).Gives({2, 1}, {1, 2});
  Edge("Gather", {column, Longs({})}).Gives({0, 1}, {});
  NDArray five = passcope::Ints({}, {5}, kLong), unit = passcope::Ints({}, {1}, kLong);
  Edge("Range", {five, unit, unit}, {}, 11).Gives({0}, {});
  Value parts = Edge("Split", {column}, {{"axis", 0}, {"split", Whole{0, 2}}}, 11, 2).Run(true);
  CHECK(parts.fields()[0].tensor()->shape == Whole{0, 1});
  Edge::Same(parts.fields()[1].tensor(), {1, 2});
}

TEST_CASE("versions after 17 where they extend an operator", "[onnx]") {
  // The last part of an uneven split is smaller.
  Value parts = Edge("Split", {Reals({3}, {1, 2, 3})}, {{"num_outputs", 2}}, 18, 2).Run(true);
  Edge::Same(parts.fields()[0].tensor(), {1, 2});
  Edge::Same(parts.fields()[1].tensor(), {3});
  parts = Edge("Split", {Reals({5}, {1, 2, 3, 4, 5})}, {{"num_outputs", 4}}, 18, 4).Run(true);
  Edge::Same(parts.fields()[2].tensor(), {5});
  Edge::Same(parts.fields()[3].tensor(), {});
  // Pads of one axis.
  Edge::Same(
      Edge("Pad", {Reals({2, 1}, {1, 2}), Longs({1, 0}), Reals({}, {9}), Longs({-2})}, {}, 18)
          .Constant(),
      {9, 1, 2});
}

TEST_CASE("indices that are smaller than the data", "[onnx]") {
  // y[i][j] = x[i][indices[i][j]]
  Edge("GatherElements", {Reals({2, 2}, {1, 2, 3, 4}), passcope::Ints({1, 3}, {0, -1, 0}, kLong)},
       {{"axis", 1}})
      .Gives({1, 3}, {1, 2, 1});
}

TEST_CASE("operands aligned by `axis` before version 7", "[onnx]") {
  NDArray x = Reals({2, 2}, {1, 2, 3, 4}), y = Reals({2}, {2, 3});
  std::vector<OnnxAttr> attrs = {{"broadcast", 1}, {"axis", 0}};
  Edge("Pow", {x, y}, attrs, 6).Gives({2, 2}, {1, 4, 27, 64});
  Edge("Less", {x, y}, attrs, 6).Gives({2, 2}, {1, 0, 0, 0});
  // A slope for each channel.
  Edge("PRelu", {Reals({1, 2, 2}, {-1, -1, -1, -1}), y}, {}, 6).Gives({1, 2, 2}, {-2, -2, -3, -3});
}

TEST_CASE("NonMaxSuppression without thresholds", "[onnx]") {
  // Boxes that touch no other remain, whatever their scores.
  NDArray boxes = Reals({1, 3, 4}, {0, 0, 1, 1, 0, 0, 1, 0.9, 2, 2, 3, 3});
  NDArray scores = Reals({1, 1, 3}, {0.5, 0.4, -1});
  Edge::Same(Edge("NonMaxSuppression", {boxes, scores, Longs({3})}, {}, 11).Computed(),
             {0, 0, 0, 0, 0, 2});
  Edge::Same(Edge("NonMaxSuppression", {boxes, scores, Longs({0})}, {}, 11).Computed(), {});
}

TEST_CASE("Upsample rounds sizes down", "[onnx]") {
  // 5 · 1.7 = 8.5, and element i comes from ⌊i / 1.7⌋.
  Edge::Same(
      Edge("Upsample", {Reals({1, 1, 1, 5}, {0, 1, 2, 3, 4}), Reals({4}, {1, 1, 1, 1.7})}, {}, 9)
          .Constant(),
      {0, 0, 1, 1, 2, 2, 3, 4});
}

TEST_CASE("an If with a known condition is the branch that it takes", "[onnx]") {
  // As PyTorch exports squeeze(2). Squeeze has no type for a size of 2.
  for (int64_t size : {1, 2}) {
    for (int64_t rows : {1, -1}) {
      OnnxGraph yes, no;
      yes.Initializer("axes", Longs({2})).Node("Squeeze", {"x", "axes"}, {"squeezed"});
      yes.Output("squeezed");
      no.Node("Identity", {"x"}, {"same"}).Output("same");
      OnnxModel model;
      model.Input("x", kReal, {rows, 3, size, 4});
      model.Initializer("i", passcope::Ints({}, {2}, kLong))
          .Initializer("one", passcope::Ints({}, {1}, kLong));
      model.Node("Shape", {"x"}, {"shape"}).Node("Gather", {"shape", "i"}, {"size"});
      model.Node("Equal", {"size", "one"}, {"equal"}).Node("Not", {"equal"}, {"other"});
      model.Node("Not", {"other"}, {"again"}).Node("And", {"equal", "again"}, {"both"});
      model.Node("Cast", {"both"}, {"condition"}, {{"to", 9}});
      model.Node("If", {"condition"}, {"y"}, {{"then_branch", yes}, {"else_branch", no}});
      model.Output("y");
      NDArray x = Reals({1, 3, size, 4}, std::vector<double>(static_cast<size_t>(12 * size), 1.0));
      CHECK(RunOnnx(model, {x}).tensor()->rank() == (size == 1 ? 3 : 4));
      // The same with weights as parameters, where the condition is known from their values.
      OnnxOptions options;
      options.freeze_params = false;
      bool squeezes = Operators(model, options).find("squeeze") != std::string::npos;
      CHECK(squeezes == (size == 1));
    }
  }
}

TEST_CASE("BitShift by the whole width leaves nothing", "[onnx]") {
  NDArray x = passcope::Ints({4}, {1, 255, 255, 6}, kByte);
  NDArray by = passcope::Ints({4}, {8, 7, 200, 1}, kByte);
  Edge("BitShift", {x, by}, {{"direction", "LEFT"}}, 11).Gives({4}, {0, 128, 0, 12});
  Edge("BitShift", {x, by}, {{"direction", "RIGHT"}}, 11).Gives({4}, {0, 1, 0, 3});
  const DataType kWide = DataType::UInt(64);
  NDArray most = passcope::Ints({2}, {-1, -1}, kWide), width = passcope::Ints({2}, {64, -1}, kWide);
  for (const char* direction : {"LEFT", "RIGHT"}) {
    Edge("BitShift", {most, width}, {{"direction", direction}}, 11).Gives({2}, {0, 0});
  }
}

TEST_CASE("RoiAlign with half pixels keeps regions of less than a pixel", "[onnx]") {
  NDArray x = Reals({1, 1, 3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8});
  NDArray roi = Reals({1, 4}, {1, 1, 1.5, 1.5}), image = Longs({0});
  // The bins are at 0.5 + 0.125 and 0.5 + 0.375 along each axis; x is 3 row + column.
  Edge align("RoiAlign", {x, roi, image},
             {{"output_height", 2}, {"output_width", 2}, {"sampling_ratio", 1}});
  align.Gives({1, 1, 2, 2}, {2.5, 2.75, 3.25, 3.5});
  // Without half pixels, the region is one pixel: the bins are at 1 + 0.25 and 1 + 0.75.
  align.attrs.emplace_back("coordinate_transformation_mode", "output_half_pixel");
  align.Gives({1, 1, 2, 2}, {5, 5.5, 6.5, 7});
  // A region without extent has no samples.
  Edge("RoiAlign", {x, Reals({1, 4}, {1, 1, 1, 1}), image}).Gives({1, 1, 1, 1}, {0});
}

TEST_CASE("Pad repeats the tensor with `wrap`", "[onnx]") {
  std::vector<OnnxAttr> wrap = {{"mode", "wrap"}};
  auto padded = [&](Whole pads, NDArray axes = nullptr) {
    return Edge("Pad", {Reals({1, 3}, {1, 2, 3}), Longs(std::move(pads)), nullptr, axes}, wrap, 19)
        .Constant();
  };
  Edge::Same(padded({0, 4, 0, 2}), {3, 1, 2, 3, 1, 2, 3, 1, 2});
  // A negative width cuts first.
  Edge::Same(padded({0, -1, 0, 3}), {2, 3, 2, 3, 2});
  Edge::Same(padded({0, 2, 0, -1}), {1, 2, 1, 2});
  Edge::Same(padded({1, 1}, Longs({-1})), {3, 1, 2, 3, 1});
}

TEST_CASE("NonZero of a scalar has no axes", "[onnx]") {
  Edge("NonZero", {Reals({}, {5})}).Gives({0, 1}, {});
  Edge("NonZero", {Reals({}, {0})}).Gives({0, 0}, {});
}

TEST_CASE("SAME pads MaxPool with -inf", "[onnx]") {
  NDArray x = Reals({1, 1, 2, 2}, {-INFINITY, -INFINITY, -INFINITY, 1});
  Edge("MaxPool", {x},
       {{"kernel_shape", Whole{2, 2}}, {"strides", Whole{1, 1}}, {"auto_pad", "SAME_LOWER"}}, 12)
      .Gives({1, 1, 2, 2}, {-INFINITY, -INFINITY, -INFINITY, 1});
}

TEST_CASE("Resize of empty axes, of large integers and with symmetric half pixels", "[onnx]") {
  auto resized = [](NDArray x, std::vector<double> scales, std::vector<OnnxAttr> attrs) {
    auto rank = static_cast<int64_t>(scales.size());
    return Edge("Resize", {std::move(x), nullptr, Reals({rank}, std::move(scales))},
                std::move(attrs), 19);
  };
  for (const char* mode : {"nearest", "linear"}) {
    NDArray y = resized(Reals({1, 2, 0, 3}, {}), {1, 1, 2, 0.5}, {{"mode", mode}}).Constant();
    CHECK(y->shape == Whole{1, 2, 0, 1});
  }
  NDArray large = passcope::Ints({3}, {123456789, -987654321, 7}, DataType::Int(32));
  Edge::Same(resized(large, {2.5}, {}).Constant(),
             {123456789, 123456789, 123456789, -987654321, -987654321, 7, 7});
  // 4 elements by 0.6 are 2, which lie around the middle as 2.4 do: at (i + 0.5) / 0.6 - 0.5 + 1/3.
  NDArray four = Reals({4}, {0, 1, 2, 3});
  Edge::Same(
      resized(four, {0.6},
              {{"mode", "linear"}, {"coordinate_transformation_mode", "half_pixel_symmetric"}})
          .Constant(),
      {2 / 3.0, 7 / 3.0});
  // Halves, at 0.5 and 2.5.
  NDArray half = Reals({4}, {0, 1, 2, 3});
  Edge::Same(resized(half, {0.5}, {{"nearest_mode", "round_prefer_floor"}}).Constant(), {0, 2});
  Edge::Same(resized(half, {0.5}, {{"nearest_mode", "round_prefer_ceil"}}).Constant(), {1, 3});
}

TEST_CASE("cubic interpolation saturates", "[onnx]") {
  NDArray x = passcope::Ints({4}, {0, 0, 255, 255}, kByte);
  Edge resize("Resize", {x, nullptr, Reals({1}, {1.5})}, {{"mode", "cubic"}}, 13);
  Edge::Same(resize.Constant(), {0, 0, 37, 218, 255, 255});
}

TEST_CASE("SAME pads AveragePool in a batch of unknown size", "[onnx]") {
  OnnxModel model;
  model.Input("x", kReal, {-1, 1, 3});
  model.Node("AveragePool", {"x"}, {"y"}, {{"kernel_shape", Whole{2}}, {"auto_pad", "SAME_UPPER"}});
  model.Output("y");
  Edge::Same(RunOnnx(model, {Reals({1, 1, 3}, {1, 2, 3})}).tensor(), {1.5, 2.5, 3});
}

TEST_CASE("Upsample by computed scales rounds sizes down", "[onnx]") {
  NDArray x = Reals({1, 1, 1, 3}, {0, 10, 20});
  Edge("Upsample", {x, Reals({4}, {1, 1, 1, 1.5})}, {}, 9).Gives({1, 1, 1, 4}, {0, 0, 10, 20});
  Edge("Upsample", {x, Reals({4}, {1, 1, 2, 1.5})}, {{"mode", "linear"}}, 9)
      .Gives({1, 1, 2, 4}, {0, 20 / 3.0, 40 / 3.0, 20, 0, 20 / 3.0, 40 / 3.0, 20});
}

TEST_CASE("MatMul of an empty batch of unknown size", "[onnx]") {
  OnnxModel model;
  model.Input("a", kReal, {-1, 2, 3}).Input("b", kReal, {3, 4}).Input("c", kReal, {1, 3, 4});
  model.Node("MatMul", {"a", "b"}, {"y"}).Node("MatMul", {"a", "c"}, {"z"});
  model.Output("y").Output("z");
  NDArray one = Reals({1, 3, 4}, std::vector<double>(12, 1));
  Value value =
      RunOnnx(model, {Reals({0, 2, 3}, {}), Reals({3, 4}, std::vector<double>(12, 1)), one});
  for (const Value& field : value.fields()) CHECK(field.tensor()->shape == Whole{0, 2, 4});
}

TEST_CASE("operators of scalars and vectors keep their shapes", "[onnx]") {
  // The depth may be a vector of one number.
  Edge("OneHot", {passcope::Ints({}, {-1}, kLong), Longs({3}), Reals({2}, {0, 1})}, {}, 11)
      .Gives({3}, {0, 0, 1});
  Edge("ReduceL1", {Reals({}, {-4}), nullptr}, {{"keepdims", 0}, {"noop_with_empty_axes", 1}}, 18)
      .Gives({}, {4});
  auto bytes = [](Whole shape, Whole values) {
    return passcope::Ints(std::move(shape), std::move(values), kSmall);
  };
  Edge("QLinearMatMul",
       {bytes({2, 2}, {1, 2, 3, 4}), Reals({2}, {1, 2}), bytes({2}, {0, 1}), bytes({2}, {1, 1}),
        Reals({}, {1}), bytes({}, {0}), Reals({}, {1}), bytes({}, {0})},
       {}, 10)
      .Gives({2}, {3, 10});
  Edge("PRelu", {Reals({2, 0}, {}), Reals({1}, {0.5})}).Gives({2, 0}, {});
}

TEST_CASE("types of products", "[onnx]") {
  OnnxModel model;
  model.Input("x", kLong, {1, 2}).Input("a", DataType::Int(16), {1, 1});
  model.Input("b", DataType::Int(16), {1});
  model.Node("LinearRegressor", {"x"}, {"y"},
             {{"coefficients", std::vector<float>{2, 3}}, {"intercepts", std::vector<float>{0.5F}}},
             "ai.onnx.ml");
  model.Node("MatMulInteger16", {"a", "b"}, {"z"}, {}, "com.microsoft");
  model.Output("y").Output("z");
  auto small = [](Whole shape) {
    return passcope::Ints(std::move(shape), {1000}, DataType::Int(16));
  };
  Value value = RunOnnx(model, {passcope::Ints({1, 2}, {1, 10}, kLong), small({1, 1}), small({1})});
  Edge::Same(value.fields()[0].tensor(), {32.5});
  Edge::Same(value.fields()[1].tensor(), {1000000});
  // Integers are quantized as reals, from version 10 on.
  Edge("QuantizeLinear", {passcope::Ints({3}, {-3, 5, 900}, DataType::Int(32)), Reals({}, {2})})
      .Gives({3}, {0, 2, 255});
}

TEST_CASE("SplitToSequence makes empty parts", "[onnx]") {
  OnnxModel model;
  model.Input("x", kReal, {3}).Initializer("lengths", Longs({0, 2, 0, 1}));
  model.Node("SplitToSequence", {"x", "lengths"}, {"s"});
  for (int64_t i = 0; i < 4; ++i) {
    std::string at = "i" + std::to_string(i), y = "y" + std::to_string(i);
    model.Initializer(at, passcope::Ints({}, {i}, kLong)).Node("SequenceAt", {"s", at}, {y});
    model.Output(y);
  }
  Value value = RunOnnx(model, {Reals({3}, {1, 2, 3})});
  std::span<const Value> parts = value.fields();
  Edge::Same(parts[1].tensor(), {1, 2});
  Edge::Same(parts[3].tensor(), {3});
  CHECK((parts[0].tensor()->shape == Whole{0} && parts[2].tensor()->shape == Whole{0}));
}

TEST_CASE("ScatterND compares uint64 as numbers without a sign", "[onnx]") {
  const DataType kWide = DataType::UInt(64);
  NDArray x = passcope::Ints({2}, {-1, 5}, kWide), update = passcope::Ints({2}, {7, -2}, kWide);
  NDArray places = passcope::Ints({2, 1}, {0, 1}, kLong);
  NDArray y = Edge("ScatterND", {x, places, update}, {{"reduction", "max"}}, 18).Constant();
  CHECK((y->ToInt(0) == -1 && y->ToInt(1) == -2));
  y = Edge("ScatterND", {x, places, update}, {{"reduction", "min"}}, 18).Constant();
  CHECK((y->ToInt(0) == 7 && y->ToInt(1) == 5));
}

}  // namespace
}  // namespace passcope::frontend::testing
