// RNN, GRU and LSTM against plain loops over ONNX's equations.
#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "onnx_values.h"

namespace passcope::frontend::testing {
namespace {

const DataType kF32 = DataType::Float(32);
constexpr int64_t kSteps = 3, kBatch = 2, kFeatures = 2, kHidden = 3;

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

struct Config {
  std::string op;
  int64_t gates;
  std::string direction = "forward";
  bool bias = false;
  bool states = false;
  bool peepholes = false;
  bool couple = false;
  int64_t layout = 0;
  int64_t linear = 0;
  double clip = 0;
  std::vector<int64_t> lengths = {};  // Empty if not given.
};

// A network with random weights, as a model and as a loop.
class Network {
 public:
  explicit Network(const Config& config) : config_(config), random_(7) {
    directions_ = config.direction == "bidirectional" ? 2 : 1;
    x_ = Random({kSteps, kBatch, kFeatures});
    w_ = Random({directions_, config.gates * kHidden, kFeatures});
    r_ = Random({directions_, config.gates * kHidden, kHidden});
    b_ = Random({directions_, 2 * config.gates * kHidden});
    h_ = Random({directions_, kBatch, kHidden});
    c_ = Random({directions_, kBatch, kHidden});
    p_ = Random({directions_, 3 * kHidden});
  }

  void Check() {
    std::vector<double> y(static_cast<size_t>(kSteps * directions_ * kBatch * kHidden), 0);
    std::vector<double> last(static_cast<size_t>(directions_ * kBatch * kHidden)), cell = last;
    for (int64_t d = 0; d < directions_; ++d) {
      for (int64_t n = 0; n < kBatch; ++n) Sequence(d, n, &y, &last, &cell);
    }
    bool lstm = config_.op == "LSTM";
    Value result = RunOnnx(Model(), {Laid(x_, {1, 0, 2})});
    REQUIRE(result.fields().size() == (lstm ? 3 : 2));
    NDArray all = result.fields()[0].tensor();
    bool batch_first = config_.layout != 0;
    for (int64_t t = 0; t < kSteps; ++t) {
      for (int64_t d = 0; d < directions_; ++d) {
        for (int64_t n = 0; n < kBatch; ++n) {
          for (int64_t i = 0; i < kHidden; ++i) {
            double actual = batch_first ? At(all, {n, t, d, i}) : At(all, {t, d, n, i});
            INFO(t << " " << d << " " << n << " " << i);
            CHECK(actual == Approx(y[Place(t, d, n, i)]).margin(1e-5));
          }
        }
      }
    }
    auto check_state = [&](const NDArray& state, const std::vector<double>& expected) {
      for (int64_t d = 0; d < directions_; ++d) {
        for (int64_t n = 0; n < kBatch; ++n) {
          for (int64_t i = 0; i < kHidden; ++i) {
            double actual = batch_first ? At(state, {n, d, i}) : At(state, {d, n, i});
            CHECK(
                actual ==
                Approx(expected[static_cast<size_t>((d * kBatch + n) * kHidden + i)]).margin(1e-5));
          }
        }
      }
    };
    check_state(result.fields()[1].tensor(), last);
    if (lstm) check_state(result.fields()[2].tensor(), cell);
  }

 private:
  NDArray Random(std::vector<int64_t> shape) { return RandomArray(random_, std::move(shape)); }

  static size_t Place(int64_t t, int64_t d, int64_t n, int64_t i, int64_t directions) {
    return static_cast<size_t>(((t * directions + d) * kBatch + n) * kHidden + i);
  }
  size_t Place(int64_t t, int64_t d, int64_t n, int64_t i) const {
    return Place(t, d, n, i, directions_);
  }

  // The array with the batch first if the layout requires it.
  NDArray Laid(const NDArray& array, std::vector<int64_t> order) const {
    if (config_.layout == 0) return array;
    std::vector<int64_t> shape;
    for (int64_t axis : order) shape.push_back(array->shape[static_cast<size_t>(axis)]);
    NDArray result = MakeNDArray(shape, kF32);
    size_t next = 0;
    ForIndices(shape, [&](const std::vector<int64_t>& at) {
      std::vector<int64_t> from(at.size());
      for (size_t i = 0; i < at.size(); ++i) from[static_cast<size_t>(order[i])] = at[i];
      StoreDouble(result, next++, At(array, from));
    });
    return result;
  }

  OnnxModel Model() const {
    OnnxModel model;
    NDArray x = Laid(x_, {1, 0, 2});
    model.Input("x", kF32, x->shape);
    model.Initializer("w", w_).Initializer("r", r_).Initializer("b", b_);
    model.Initializer("h", Laid(h_, {1, 0, 2})).Initializer("c", Laid(c_, {1, 0, 2}));
    model.Initializer("p", p_);
    std::vector<std::string> inputs = {
        "x", "w", "r", config_.bias ? "b" : "", "", config_.states ? "h" : ""};
    if (!config_.lengths.empty()) {
      model.Initializer("l", Ints({kBatch}, config_.lengths));
      inputs[4] = "l";
    }
    std::vector<std::string> outputs = {"y", "yh"};
    if (config_.op == "LSTM") {
      inputs.push_back(config_.states ? "c" : "");
      inputs.push_back(config_.peepholes ? "p" : "");
      outputs.push_back("yc");
    }
    std::vector<OnnxAttr> attrs = {{"hidden_size", static_cast<int>(kHidden)},
                                   {"direction", config_.direction.c_str()}};
    if (config_.layout) attrs.emplace_back("layout", 1);
    if (config_.linear) attrs.emplace_back("linear_before_reset", 1);
    if (config_.couple) attrs.emplace_back("input_forget", 1);
    if (config_.clip > 0) attrs.emplace_back("clip", config_.clip);
    model.Node(config_.op, inputs, outputs, attrs);
    for (const std::string& output : outputs) model.Output(output);
    return model;
  }

  double Clipped(double x) const {
    return config_.clip > 0 ? std::clamp(x, -config_.clip, config_.clip) : x;
  }

  // One sequence in one direction.
  void Sequence(int64_t d, int64_t n, std::vector<double>* y, std::vector<double>* last,
                std::vector<double>* last_cell) const {
    std::vector<double> h(kHidden), c(kHidden);
    for (int64_t i = 0; i < kHidden; ++i) {
      auto at = static_cast<size_t>(i);
      h[at] = config_.states ? At(h_, {d, n, i}) : 0;
      c[at] = config_.states ? At(c_, {d, n, i}) : 0;
    }
    int64_t length = config_.lengths.empty() ? kSteps : config_.lengths[static_cast<size_t>(n)];
    bool backwards = config_.direction == "reverse" || d == 1;
    for (int64_t step = 0; step < length; ++step) {
      int64_t t = backwards ? length - 1 - step : step;
      // The parts of gate g from the input and from the state `of`.
      auto from_input = [&](int64_t g, int64_t i) {
        double sum = config_.bias ? At(b_, {d, g * kHidden + i}) : 0;
        for (int64_t k = 0; k < kFeatures; ++k) {
          sum += At(x_, {t, n, k}) * At(w_, {d, g * kHidden + i, k});
        }
        return sum;
      };
      auto from_state = [&](int64_t g, int64_t i, const std::vector<double>& of) {
        double sum = config_.bias ? At(b_, {d, (config_.gates + g) * kHidden + i}) : 0;
        for (int64_t k = 0; k < kHidden; ++k) {
          sum += of[static_cast<size_t>(k)] * At(r_, {d, g * kHidden + i, k});
        }
        return sum;
      };
      auto gate = [&](int64_t g, int64_t i) { return from_input(g, i) + from_state(g, i, h); };
      std::vector<double> next(kHidden), next_cell(kHidden), reset(kHidden);
      if (config_.op == "GRU") {
        for (int64_t i = 0; i < kHidden; ++i) {
          reset[static_cast<size_t>(i)] = Sigmoid(Clipped(gate(1, i)));
        }
      }
      for (int64_t i = 0; i < kHidden; ++i) {
        auto at = static_cast<size_t>(i);
        if (config_.op == "RNN") {
          next[at] = std::tanh(Clipped(gate(0, i)));
        } else if (config_.op == "GRU") {
          double update = Sigmoid(Clipped(gate(0, i)));
          double hidden;
          if (config_.linear) {
            hidden = from_input(2, i) + reset[at] * from_state(2, i, h);
          } else {
            std::vector<double> scaled = h;
            for (size_t k = 0; k < scaled.size(); ++k) scaled[k] *= reset[k];
            hidden = from_input(2, i) + from_state(2, i, scaled);
          }
          next[at] = (1 - update) * std::tanh(Clipped(hidden)) + update * h[at];
        } else {
          auto peephole = [&](int64_t g, double of) {
            return config_.peepholes ? At(p_, {d, g * kHidden + i}) * of : 0;
          };
          double input = Sigmoid(Clipped(gate(0, i) + peephole(0, c[at])));
          double forget =
              config_.couple ? 1 - input : Sigmoid(Clipped(gate(2, i) + peephole(2, c[at])));
          next_cell[at] = forget * c[at] + input * std::tanh(Clipped(gate(3, i)));
          double output = Sigmoid(Clipped(gate(1, i) + peephole(1, next_cell[at])));
          next[at] = output * std::tanh(Clipped(next_cell[at]));
        }
      }
      h = next;
      if (config_.op == "LSTM") c = next_cell;
      for (int64_t i = 0; i < kHidden; ++i) (*y)[Place(t, d, n, i)] = h[static_cast<size_t>(i)];
    }
    for (int64_t i = 0; i < kHidden; ++i) {
      auto at = static_cast<size_t>((d * kBatch + n) * kHidden + i);
      (*last)[at] = h[static_cast<size_t>(i)];
      (*last_cell)[at] = c[static_cast<size_t>(i)];
    }
  }

  Config config_;
  SplitMix64 random_;
  int64_t directions_;
  NDArray x_, w_, r_, b_, h_, c_, p_;
};

TEST_CASE("recurrent networks compute ONNX's equations") {
  for (auto [op, gates] : {std::pair{"RNN", 1}, std::pair{"GRU", 3}, std::pair{"LSTM", 4}}) {
    for (const char* direction : {"forward", "reverse", "bidirectional"}) {
      for (bool full : {false, true}) {
        Config config = {op, gates, direction};
        config.bias = config.states = full;
        config.peepholes = full;
        INFO(op << " " << direction << " " << full);
        Network(config).Check();
        config.layout = 1;
        Network(config).Check();
        config.lengths = {3, 2};
        Network(config).Check();
        config.layout = 0;
        Network(config).Check();
        config.clip = 0.25;
        Network(config).Check();
      }
    }
  }
}

TEST_CASE("GRU applies the reset gate before or after the weights, LSTM couples gates") {
  Config gru = {"GRU", 3};
  gru.bias = true;
  gru.linear = 1;
  Network(gru).Check();
  Config lstm = {"LSTM", 4};
  lstm.bias = lstm.couple = true;
  Network(lstm).Check();
}

TEST_CASE("recurrent networks take activations by name") {
  OnnxModel model;
  model.Input("x", kF32, {1, 1, 1}).Initializer("w", Reals({1, 1, 1}, {1}));
  model.Initializer("r", Reals({1, 1, 1}, {0}));
  model.Node("RNN", {"x", "w", "r"}, {"y"},
             {{"hidden_size", 1},
              {"activations", std::vector<std::string>{"HardSigmoid"}},
              {"activation_alpha", std::vector<float>{0.5f}},
              {"activation_beta", std::vector<float>{0.25f}}});
  model.Output("y");
  CheckReals(RunOnnx(model, {Reals({1, 1, 1}, {0.5})}).tensor(), {0.5});
  CheckReals(RunOnnx(model, {Reals({1, 1, 1}, {7})}).tensor(), {1});
}

TEST_CASE("an LSTM has TVM's operators") {
  OnnxModel model;
  model.Input("x", kF32, {1, 1, 2});
  model.Input("w", kF32, {1, 4, 2}).Input("r", kF32, {1, 4, 1}).Input("b", kF32, {1, 8});
  model.Node("LSTM", {"x", "w", "r", "b"}, {"y"}, {{"hidden_size", 1}}).Output("y");
  CHECK(Operators(model) ==
        "split squeeze zeros split squeeze concatenate split squeeze split concatenate split "
        "squeeze split concatenate concatenate nn.dense split split squeeze split concatenate add "
        "squeeze split concatenate add split sigmoid sigmoid zeros_like squeeze multiply sigmoid "
        "tanh multiply add tanh multiply stack expand_dims");
}

}  // namespace
}  // namespace passcope::frontend::testing
