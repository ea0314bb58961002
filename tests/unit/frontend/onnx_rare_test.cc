// Converters of onnxruntime's operators, signals, optimizers, boxes, sets, n-grams.
#include <cmath>
#include <complex>

#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
const DataType kI64 = DataType::Int(64);
using List = std::vector<int64_t>;

NDArray Long(List values) {
  auto size = static_cast<int64_t>(values.size());
  return Ints({size}, std::move(values), kI64);
}

// A model with one node, whose inputs have the types of the arrays.
struct OneNode {
  OneNode(const std::string& op, const std::vector<NDArray>& inputs, std::vector<OnnxAttr> attrs,
          int outputs = 1, const std::string& domain = "") {
    std::vector<std::string> names, results;
    for (size_t i = 0; i < inputs.size(); ++i) {
      names.push_back(inputs[i] ? "i" + std::to_string(i) : "");
      if (!inputs[i]) continue;
      model.Input(names.back(), inputs[i]->dtype, inputs[i]->shape);
      values.emplace_back(inputs[i]);
    }
    for (int i = 0; i < outputs; ++i) results.push_back("o" + std::to_string(i));
    model.Node(op, names, results, attrs, domain);
    for (const std::string& name : results) model.Output(name);
  }
  Value Run() const { return RunOnnx(model, values); }
  NDArray Tensor() const { return Run().tensor(); }

  OnnxModel model;
  std::vector<Value> values;
};

TEST_CASE("gelus") {
  NDArray x = Reals({3}, {-1, 0.5, 2}), bias = Reals({3}, {1, 1, 1});
  auto gelu = [](double v) { return 0.5 * v * (1 + std::erf(v / std::sqrt(2.0))); };
  OneNode plain("Gelu", {x}, {}, 1, "com.microsoft");
  CHECK(Operators(plain.model) == "multiply divide erf add multiply");
  CheckReals(plain.Tensor(), {gelu(-1), gelu(0.5), gelu(2)});
  CheckReals(OneNode("BiasGelu", {x, bias}, {}, 1, "com.microsoft").Tensor(),
             {gelu(0), gelu(1.5), gelu(3)});
  auto fast = [](double v) {
    return 0.5 * v * (1 + std::tanh(std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v)));
  };
  CheckReals(OneNode("FastGelu", {x, bias}, {}, 1, "com.microsoft").Tensor(),
             {fast(0), fast(1.5), fast(3)});
  CheckReals(OneNode("FastGelu", {x}, {}, 1, "com.microsoft").Tensor(),
             {fast(-1), fast(0.5), fast(2)});
}

// (x - mean) / deviation * gamma + beta along rows of two.
std::vector<double> Normalised(std::vector<double> x, double gamma, double beta) {
  for (size_t i = 0; i + 1 < x.size(); i += 2) {
    double half = (x[i] - x[i + 1]) / 2, deviation = std::sqrt(half * half + 0.01);
    x[i] = half / deviation * gamma + beta;
    x[i + 1] = -half / deviation * gamma + beta;
  }
  return x;
}

TEST_CASE("layer normalisations of transformers") {
  NDArray gamma = Reals({2}, {2, 2}), beta = Reals({2}, {1, 1}), bias = Reals({2}, {0.5, -0.5});
  NDArray a = Reals({1, 2, 2}, {1, 2, 5, 3}), b = Reals({1, 2, 2}, {0, 1, 1, 1});
  Value skip = OneNode("SkipLayerNormalization", {a, b, gamma, beta, bias}, {{"epsilon", 0.01}}, 3,
                       "com.microsoft")
                   .Run();
  CheckReals(skip.fields()[0].tensor(), Normalised({1.5, 2.5, 6.5, 3.5}, 2, 1));

  NDArray ids = Ints({1, 2}, {1, 0}), segments = Ints({1, 2}, {0, 1}), mask = Ints({1, 2}, {1, 1});
  NDArray words = Reals({2, 2}, {1, 2, 3, 5}), places = Reals({2, 2}, {0, 1, 2, 0});
  NDArray segment = Reals({2, 2}, {1, 0, 0, 3});
  OneNode embed("EmbedLayerNormalization",
                {ids, segments, words, places, segment, gamma, beta, mask}, {{"epsilon", 0.01}}, 2,
                "com.microsoft");
  Value result = embed.Run();
  CheckReals(result.fields()[0].tensor(), Normalised({4, 6, 3, 5}, 2, 1));
  CHECK(result.fields()[1].tensor()->ToInt(0) == 2);
}

TEST_CASE("Attention weighs the values by the likeness of queries and keys") {
  // One batch, two steps, one head of two; weights that copy the input three times.
  NDArray x = Reals({1, 2, 2}, {1, 0, 0, 2});
  NDArray weight = Reals({2, 6}, {1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1});
  NDArray bias = Reals({6}, {0, 0, 0, 0, 0, 0}), mask = Ints({1, 2}, {1, 1});
  OneNode attention("Attention", {x, weight, bias, mask}, {{"num_heads", 1}}, 2, "com.microsoft");
  CHECK(Operators(attention.model).find("contrib_reverse_reshape split nn.matmul") == 0);
  Value result = attention.Run();
  double root = std::sqrt(2.0);
  double first = std::exp(1 / root) / (std::exp(1 / root) + 1);
  double second = std::exp(4 / root) / (std::exp(4 / root) + 1);
  CheckReals(result.fields()[0].tensor(), {first, 2 * (1 - first), 1 - second, 2 * second});
  CHECK(result.fields()[1].tensor()->shape == List{2, 1, 1, 2, 2});
}

TEST_CASE("LinearRegressor has coefficients for each target") {
  NDArray x = Reals({2, 3}, {1, 2, 3, 4, 5, 6});
  auto regressor = [&x](std::vector<OnnxAttr> attrs) {
    return OneNode("LinearRegressor", {x}, std::move(attrs), 1, "ai.onnx.ml");
  };
  std::vector<float> three = {1, 0, 2}, six = {1, 0, 2, 0, 1, 0}, one = {5}, two = {5, 7};
  OneNode single = regressor({{"coefficients", three}, {"intercepts", one}});
  CHECK(Operators(single.model) == "nn.dense nn.bias_add");
  CheckReals(single.Tensor(), {12, 21});
  OneNode several = regressor({{"coefficients", six}, {"intercepts", two}, {"targets", 2}});
  CHECK(Operators(several.model) == "nn.dense add");
  CheckReals(several.Tensor(), {12, 9, 21, 12});
  // The last of the features has no coefficient.
  OneNode fewer = regressor({{"coefficients", two}});
  CHECK(Operators(fewer.model) == "split nn.dense");
  CheckReals(fewer.Tensor(), {19, 55});
  CHECK_THROWS_AS(regressor({{"coefficients", three}, {"targets", 2}}).Run(), DiagnosticError);
  CHECK_THROWS_AS(regressor({{"targets", 1}}).Run(), DiagnosticError);
}

TEST_CASE("operators of PyTorch's exporter") {
  NDArray data = Reals({2, 3}, {0, 0, 0, 0, 0, 0});
  OnnxModel put;
  put.Input("x", kF32, {2, 3}).Input("r", kI64, {2}).Input("c", kI64, {2}).Input("v", kF32, {2});
  put.Initializer("add", ScalarIntNDArray(1, DataType::Bool()));
  put.Node("ATen", {"x", "r", "c", "v", "add"}, {"y"}, {{"operator", "index_put"}},
           "org.pytorch.aten");
  put.Output("y");
  CheckReals(RunOnnx(put, {data, Long({1, 1}), Long({2, 2}), Reals({2}, {3, 4})}).tensor(),
             {0, 0, 0, 0, 0, 7});
  OnnxModel bag;
  bag.Input("w", kF32, {3, 2}).Input("i", kI64, {4}).Input("o", kI64, {2});
  bag.Node("ATen", {"w", "i", "o"}, {"y", "a", "b", "c"},
           {{"operator", "embedding_bag"}, {"mode", 0}}, "org.pytorch.aten");
  bag.Output("y");
  CheckReals(
      RunOnnx(bag, {Reals({3, 2}, {1, 2, 3, 4, 5, 6}), Long({0, 2, 1, 1}), Long({0, 2})}).tensor(),
      {6, 8, 6, 8});
}

TEST_CASE("windows of signals") {
  auto run = [](const char* op, int periodic) {
    return OneNode(op, {Ints({}, {5})}, {{"periodic", periodic}}).Tensor();
  };
  for (int periodic : {0, 1}) {
    double around = periodic ? 5 : 4;
    std::vector<double> hann, hamming, blackman;
    for (int i = 0; i < 5; ++i) {
      double angle = 2 * M_PI * i / around;
      hann.push_back(0.5 - 0.5 * std::cos(angle));
      hamming.push_back(25.0 / 46 - 21.0 / 46 * std::cos(angle));
      blackman.push_back(0.42 - 0.5 * std::cos(angle) + 0.08 * std::cos(2 * angle));
    }
    CheckReals(run("HannWindow", periodic), hann);
    CheckReals(run("HammingWindow", periodic), hamming);
    CheckReals(run("BlackmanWindow", periodic), blackman);
  }
  CHECK(OneNode("HannWindow", {Ints({}, {4})}, {{"output_datatype", 11}}).Tensor()->dtype ==
        DataType::Float(64));
}

using Number = std::complex<double>;

std::vector<Number> Fourier(const std::vector<Number>& x, size_t size, bool inverse) {
  std::vector<Number> result;
  for (size_t k = 0; k < size; ++k) {
    Number sum = 0;
    for (size_t n = 0; n < std::min(size, x.size()); ++n) {
      double angle = 2 * M_PI * static_cast<double>(k * n) / static_cast<double>(size);
      sum += x[n] * std::polar(1.0, inverse ? angle : -angle);
    }
    result.push_back(inverse ? sum / static_cast<double>(size) : sum);
  }
  return result;
}

TEST_CASE("DFT transforms an axis, forwards and back, cut or filled") {
  SplitMix64 random(5);
  for (int64_t parts : {1, 2}) {
    NDArray x = RandomArray(random, {2, 5, 3, parts});
    for (int64_t size : {5, 4, 7}) {
      for (int onesided : {0, 1}) {
        for (int inverse : {0, 1}) {
          OnnxModel model;
          model.Input("x", kF32, x->shape).Initializer("n", ScalarIntNDArray(size, kI64));
          model.Node("DFT", {"x", "n"}, {"y"},
                     {{"axis", 1}, {"onesided", onesided}, {"inverse", inverse}});
          model.Output("y");
          NDArray y = RunOnnx(model, {x}).tensor();
          int64_t count = onesided ? size / 2 + 1 : size;
          REQUIRE(y->shape == List{2, count, 3, 2});
          for (int64_t n = 0; n < 2; ++n) {
            for (int64_t c = 0; c < 3; ++c) {
              std::vector<Number> signal;
              for (int64_t i = 0; i < 5; ++i) {
                signal.emplace_back(At(x, {n, i, c, 0}), parts == 2 ? At(x, {n, i, c, 1}) : 0);
              }
              auto expected = Fourier(signal, static_cast<size_t>(size), inverse != 0);
              for (int64_t k = 0; k < count; ++k) {
                CHECK(At(y, {n, k, c, 0}) ==
                      Approx(expected[static_cast<size_t>(k)].real()).margin(1e-5));
                CHECK(At(y, {n, k, c, 1}) ==
                      Approx(expected[static_cast<size_t>(k)].imag()).margin(1e-5));
              }
            }
          }
        }
      }
    }
  }
}

TEST_CASE("STFT transforms windows, whose sizes may be known or not") {
  SplitMix64 random(6);
  NDArray x = RandomArray(random, {2, 12, 1}), window = RandomArray(random, {4});
  auto check = [&](const NDArray& y) {
    REQUIRE(y->shape == List{2, 3, 3, 2});
    for (int64_t n = 0; n < 2; ++n) {
      for (int64_t f = 0; f < 3; ++f) {
        std::vector<Number> frame;
        for (int64_t i = 0; i < 4; ++i)
          frame.emplace_back(At(x, {n, f * 3 + i, 0}) * At(window, {i}));
        auto expected = Fourier(frame, 4, false);
        for (int64_t k = 0; k < 3; ++k) {
          CHECK(At(y, {n, f, k, 0}) ==
                Approx(expected[static_cast<size_t>(k)].real()).margin(1e-5));
          CHECK(At(y, {n, f, k, 1}) ==
                Approx(expected[static_cast<size_t>(k)].imag()).margin(1e-5));
        }
      }
    }
  };
  NDArray step = ScalarIntNDArray(3, kI64), length = ScalarIntNDArray(4, kI64);
  check(OneNode("STFT", {x, step, window, length}, {}).Tensor());
  check(OneNode("STFT", {x, step, window}, {}).Tensor());
  OnnxModel known;
  known.Input("x", kF32, {2, 12, 1}).Initializer("s", step).Initializer("w", window);
  known.Node("STFT", {"x", "s", "w"}, {"y"}, {}).Output("y");
  check(RunOnnx(known, {x}).tensor());
  CHECK(ImportText(known).find("?") == std::string::npos);
}

TEST_CASE("MelWeightMatrix has triangles") {
  NDArray y =
      OneNode("MelWeightMatrix",
              {Ints({}, {4}), Ints({}, {16}), Ints({}, {8192}), Reals({}, {0}), Reals({}, {4096})},
              {})
          .Tensor();
  REQUIRE(y->shape == List{9, 4});
  for (int64_t i = 0; i < 4; ++i) {
    double greatest = 0;
    for (int64_t j = 0; j < 9; ++j) {
      greatest = std::max(greatest, At(y, {j, i}));
      CHECK(At(y, {j, i}) >= 0);
    }
    CHECK(greatest == 1);
  }
}

TEST_CASE("steps of training") {
  const std::string training = "ai.onnx.preview.training";
  NDArray rate = Reals({}, {0.1}), x = Reals({2}, {1, -1}), g = Reals({2}, {0.5, 2});
  NDArray state = Reals({2}, {0.25, 1}), more = Reals({2}, {0.5, 0.125});
  auto step = [](int64_t t) { return ScalarIntNDArray(t, DataType::Int(64)); };
  Value adagrad =
      OneNode("Adagrad", {rate, step(3), x, g, state},
              {{"norm_coefficient", 0.01}, {"epsilon", 0.001}, {"decay_factor", 0.1}}, 2, training)
          .Run();
  for (size_t i = 0; i < 2; ++i) {
    double value = x->ToDouble(i), gradient = 0.01 * value + g->ToDouble(i);
    double square = state->ToDouble(i) + gradient * gradient;
    CHECK(adagrad.fields()[1].tensor()->ToDouble(i) == Approx(square));
    CHECK(adagrad.fields()[0].tensor()->ToDouble(i) ==
          Approx(value - 0.1 / 1.3 * gradient / (std::sqrt(square) + 0.001)));
  }
  for (int64_t t : {0, 2}) {
    Value adam = OneNode("Adam", {rate, step(t), x, g, state, more},
                         {{"alpha", 0.95}, {"beta", 0.1}, {"epsilon", 1e-7}}, 3, training)
                     .Run();
    for (const char* mode : {"standard", "nesterov"}) {
      Value momentum =
          OneNode("Momentum", {rate, step(t), x, g, state},
                  {{"alpha", 0.95}, {"beta", 0.5}, {"norm_coefficient", 0.0}, {"mode", mode}}, 2,
                  training)
              .Run();
      for (size_t i = 0; i < 2; ++i) {
        double next = 0.95 * state->ToDouble(i) + (t > 0 ? 0.5 : 1) * g->ToDouble(i);
        double by = mode == std::string("standard") ? next : g->ToDouble(i) + 0.95 * next;
        CHECK(momentum.fields()[1].tensor()->ToDouble(i) == Approx(next));
        CHECK(momentum.fields()[0].tensor()->ToDouble(i) == Approx(x->ToDouble(i) - 0.1 * by));
      }
    }
    for (size_t i = 0; i < 2; ++i) {
      double gradient = g->ToDouble(i);
      double average = 0.95 * state->ToDouble(i) + 0.05 * gradient;
      double square = 0.1 * more->ToDouble(i) + 0.9 * gradient * gradient;
      double r = t > 0 ? 0.1 * std::sqrt(1 - 0.1 * 0.1) / (1 - 0.95 * 0.95) : 0.1;
      CHECK(adam.fields()[0].tensor()->ToDouble(i) ==
            Approx(x->ToDouble(i) - r * average / (std::sqrt(square) + 1e-7)));
      CHECK(adam.fields()[1].tensor()->ToDouble(i) == Approx(average));
      CHECK(adam.fields()[2].tensor()->ToDouble(i) == Approx(square));
    }
  }
}

TEST_CASE("NonMaxSuppression gives as many rows as there are boxes") {
  NDArray corners = Reals({1, 3, 4}, {0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 10, 1, 11});
  NDArray centres = Reals({1, 3, 4}, {0.5, 0.5, 1, 1, 0.6, 0.5, 1, 1, 10.5, 0.5, 1, 1});
  NDArray scores = Reals({1, 1, 3}, {0.9, 0.75, 0.6});
  auto run = [&](const NDArray& boxes, int centre, NDArray most) {
    return OneNode("NonMaxSuppression",
                   {boxes, scores, std::move(most), Reals({1}, {0.5}), Reals({1}, {0})},
                   {{"center_point_box", centre}})
        .Tensor();
  };
  CheckInts(run(corners, 0, Long({3})), kI64, {0, 0, 0, 0, 0, 2});
  CheckInts(run(centres, 1, Long({3})), kI64, {0, 0, 0, 0, 0, 2});
  CheckInts(run(corners, 0, Long({1})), kI64, {0, 0, 0});
  CHECK(OneNode("NonMaxSuppression", {corners, scores}, {}).Tensor()->shape == List{0, 3});
}

TEST_CASE("regions and samples") {
  NDArray x = Reals({1, 1, 2, 2}, {1, 2, 3, 4});
  NDArray pooled =
      OneNode("MaxRoiPool", {x, Reals({1, 5}, {0, 0, 0, 1, 1})}, {{"pooled_shape", List{1, 1}}})
          .Tensor();
  CheckReals(pooled, {4});
  // From -0.5 on: the centres of the four pixels.
  OneNode align("RoiAlign", {x, Reals({1, 4}, {0, 0, 2, 2}), Long({0})},
                {{"output_height", 2}, {"output_width", 2}, {"sampling_ratio", 1}});
  CheckReals(align.Tensor(), {1, 2, 3, 4});
  OneNode sample("GridSample", {x, Reals({1, 1, 2, 2}, {0, 0, -1, -1})}, {{"align_corners", 1}});
  CheckReals(sample.Tensor(), {2.5, 1});
}

TEST_CASE("Unique of elements and of parts") {
  auto run = [](const NDArray& x, std::vector<OnnxAttr> attrs) {
    return OneNode("Unique", {x}, std::move(attrs), 4).Run();
  };
  auto check = [](const Value& value, std::vector<double> y, List first, List inverse,
                  List counts) {
    CheckReals(value.fields()[0].tensor(), y);
    CheckInts(value.fields()[1].tensor(), kI64, first);
    CheckInts(value.fields()[2].tensor(), kI64, inverse);
    CheckInts(value.fields()[3].tensor(), kI64, counts);
  };
  NDArray x = Reals({6}, {2, 1, 1, 3, 4, 3});
  check(run(x, {}), {1, 2, 3, 4}, {1, 0, 3, 4}, {1, 0, 0, 2, 3, 2}, {2, 1, 2, 1});
  check(run(x, {{"sorted", 0}}), {2, 1, 3, 4}, {0, 1, 3, 4}, {0, 1, 1, 2, 3, 2}, {1, 2, 2, 1});
  NDArray rows = Reals({4, 2}, {2, 3, 1, 0, 1, 0, 2, 2});
  check(run(rows, {{"axis", 0}}), {1, 0, 2, 2, 2, 3}, {1, 3, 0}, {2, 0, 0, 1}, {2, 1, 1});
  check(run(rows, {{"axis", -2}, {"sorted", 0}}), {2, 3, 1, 0, 2, 2}, {0, 1, 3}, {0, 1, 1, 2},
        {1, 2, 1});
  NDArray columns = Reals({2, 3}, {1, 1, 0, 0, 0, 5});
  check(run(columns, {{"axis", 1}}), {0, 1, 5, 0}, {2, 0}, {1, 1, 0}, {1, 2});
}

TEST_CASE("Einsum and Det") {
  NDArray a = Reals({2, 2}, {1, 2, 3, 4});
  CheckReals(OneNode("Einsum", {a, a}, {{"equation", "ij,jk->ik"}}).Tensor(), {7, 10, 15, 22});
  CheckReals(OneNode("Det", {a}, {}).Tensor(), {-2});
  NDArray batch = Reals({2, 3, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 9, 0, 0, 1, 0, 2, 3, 4, 5, 6});
  CheckReals(OneNode("Det", {batch}, {}).Tensor(), {-3, -8});
  CheckReals(OneNode("Det", {Reals({2, 2}, {1, 2, 2, 4})}, {}).Tensor(), {0});
}

TEST_CASE("TfIdfVectorizer counts n-grams") {
  NDArray x = Ints({12}, {1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8});
  auto run = [&](const NDArray& data, const char* mode, int skips, int shortest) {
    return OneNode("TfIdfVectorizer", {data},
                   {{"mode", mode},
                    {"min_gram_length", shortest},
                    {"max_gram_length", 2},
                    {"max_skip_count", skips},
                    {"ngram_counts", List{0, 4}},
                    {"ngram_indexes", List{0, 1, 2, 3, 4, 5, 6}},
                    {"weights", std::vector<float>{1, 2, 1, 1, 1, 3, 1}},
                    {"pool_int64s", List{2, 3, 5, 4, 5, 6, 7, 8, 6, 7}}})
        .Tensor();
  };
  CheckReals(run(x, "TF", 0, 2), {0, 0, 0, 0, 1, 1, 1});
  CheckReals(run(x, "TF", 5, 1), {0, 3, 1, 0, 1, 3, 1});
  CheckReals(run(x, "IDF", 5, 1), {0, 2, 1, 0, 1, 3, 1});
  CheckReals(run(x, "TFIDF", 5, 1), {0, 6, 1, 0, 1, 9, 1});
  NDArray rows = Ints({2, 6}, {1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8});
  CheckReals(run(rows, "TF", 0, 2), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1});
}

TEST_CASE("what would take too many steps or has no dimensions is refused") {
  auto refused = [](DiagKind kind, const OnnxModel& model) {
    return Throws(kind, [&] { ImportOnnx(model); });
  };
  OnnxModel rnn;
  rnn.Input("x", kF32, {100000000, 1, 1}).Initializer("w", Reals({1, 1, 1}, {1}));
  rnn.Node("RNN", {"x", "w", "w"}, {"y"}, {{"hidden_size", 1}}).Output("y");
  CHECK(refused(DiagKind::kUnsupported, rnn));
  OnnxModel flat;
  flat.Input("x", kF32, {3, 1, 1}).Input("w", kF32, {});
  flat.Node("LSTM", {"x", "w", "w"}, {"y"}, {{"hidden_size", 1}}).Output("y");
  CHECK(refused(DiagKind::kBadRank, flat));
  OnnxModel split;
  split.Input("x", kF32, {100000000}).Node("SplitToSequence", {"x"}, {"s"});
  split.Node("SequenceLength", {"s"}, {"y"}).Output("y");
  CHECK(refused(DiagKind::kUnsupported, split));
  OnnxModel product;
  product.Input("a", DataType::UInt(8), {}).Input("b", DataType::UInt(8), {2});
  product.Node("MatMulInteger", {"a", "b"}, {"y"}).Output("y");
  CHECK(refused(DiagKind::kBadRank, product));
}

}  // namespace
}  // namespace passcope::frontend::testing
