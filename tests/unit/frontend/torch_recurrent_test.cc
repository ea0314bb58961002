// Recurrent networks and control flow of TorchScript: programs in tests/golden/frontend/pytorch,
// and values against plain loops.
#include <catch2/catch.hpp>
#include <cmath>

#include "diagnostics/diagnostic.h"
#include "unit/frontend/torch_model.h"
#include "unit/refused.h"

namespace passcope::frontend {
namespace {

constexpr int64_t kSteps = 3, kFeatures = 2, kHidden = 2;

// Small, different numbers.
std::vector<float> Numbers(size_t count, int seed) {
  std::vector<float> values(count);
  for (size_t i = 0; i < count; ++i) {
    values[i] = static_cast<float>((static_cast<int>(i) * 7 + seed * 5) % 11 - 5) / 8;
  }
  return values;
}

// A network of one batch whose cells have `gates` gates.
class Network {
 public:
  Network(const std::string& op, int64_t gates, int64_t layers, bool bidirectional, bool biases)
      : op_(op), gates_(gates), layers_(layers), directions_(bidirectional ? 2 : 1) {
    for (int64_t layer = 0; layer < layers; ++layer) {
      for (int64_t direction = 0; direction < directions_; ++direction) {
        int64_t features = layer == 0 ? kFeatures : kHidden * directions_;
        Add({gates * kHidden, features});
        Add({gates * kHidden, kHidden});
        if (biases) Add({gates * kHidden});
        if (biases) Add({gates * kHidden});
      }
    }
    std::string text, names;
    for (const TorchBuilder::Member& member : model.members) {
      text += member.name + " = self." + member.name + "\n";
      names += member.name + ", ";
    }
    bool lstm = op == "lstm";
    model.inputs = {TorchInputShape("x", {kSteps, 1, kFeatures}),
                    TorchInputShape("h", {layers * directions_, 1, kHidden})};
    if (lstm) model.inputs.push_back(TorchInputShape("c", {layers * directions_, 1, kHidden}));
    auto flag = [](bool value) { return std::string(value ? "True" : "False"); };
    std::string results = lstm ? "_0, _1, _2" : "_0, _1";
    model.body = text + results + " = torch." + op + "(x, " + (lstm ? "[h, c]" : "h") + ", [" +
                 names + "], " + flag(biases) + ", " + std::to_string(layers) + ", 0., False, " +
                 flag(bidirectional) + ", False)\nreturn (" + results + ")";
    model.result = lstm ? "Tuple[Tensor, Tensor, Tensor]" : "Tuple[Tensor, Tensor]";
  }

  TorchModel model;

  // The first result of the network for x and states of zeros.
  std::vector<double> Run() {
    std::vector<NDArray> values;
    for (const InputShape& input : model.inputs) {
      Ints shape;
      for (const ModelDim& dim : input.shape) shape.push_back(*dim.value);
      size_t count = 1;
      for (int64_t dim : shape) count *= static_cast<size_t>(dim);
      values.push_back(
          FloatsOf(shape, values.empty() ? Numbers(count, 3) : std::vector<float>(count, 0)));
    }
    return ValuesOf(model.Run(values).fields()[0].tensor());
  }

  // The same with plain loops; the biases are those of the constructor.
  std::vector<double> Reference() const {
    using Sequence = std::vector<std::vector<double>>;
    std::vector<float> x = Numbers(kSteps * kFeatures, 3);
    Sequence sequence;
    for (int64_t step = 0; step < kSteps; ++step) {
      sequence.push_back({x[step * kFeatures], x[step * kFeatures + 1]});
    }
    size_t per_cell = weights_.size() / static_cast<size_t>(layers_ * directions_);
    for (int64_t layer = 0; layer < layers_; ++layer) {
      Sequence next(kSteps);
      for (int64_t direction = 0; direction < directions_; ++direction) {
        const auto* weights =
            &weights_[static_cast<size_t>(layer * directions_ + direction) * per_cell];
        std::vector<double> hidden(kHidden, 0), cell(kHidden, 0);
        for (int64_t i = 0; i < kSteps; ++i) {
          int64_t step = direction == 0 ? i : kSteps - 1 - i;
          Step(sequence[step], weights, per_cell == 4, &hidden, &cell);
          next[step].insert(next[step].end(), hidden.begin(), hidden.end());
        }
      }
      sequence = next;
    }
    std::vector<double> all;
    for (const auto& step : sequence) all.insert(all.end(), step.begin(), step.end());
    return all;
  }

 private:
  void Add(const Ints& shape) {
    size_t count = 1;
    for (int64_t dim : shape) count *= static_cast<size_t>(dim);
    weights_.push_back(Numbers(count, static_cast<int>(weights_.size())));
    model.members.push_back({"w" + std::to_string(weights_.size()), "Tensor",
                             model.builder.Floats(shape, weights_.back())});
  }

  static double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

  void Step(const std::vector<double>& x, const std::vector<float>* weights, bool biases,
            std::vector<double>* hidden, std::vector<double>* cell) const {
    auto row = [&](size_t which, const std::vector<double>& values, size_t r) {
      double sum = biases ? weights[which + 2][r] : 0;
      for (size_t k = 0; k < values.size(); ++k)
        sum += weights[which][r * values.size() + k] * values[k];
      return sum;
    };
    std::vector<double> next(kHidden);
    for (size_t i = 0; i < kHidden; ++i) {
      auto of_x = [&](size_t gate) { return row(0, x, gate * kHidden + i); };
      auto of_h = [&](size_t gate) { return row(1, *hidden, gate * kHidden + i); };
      auto both = [&](size_t gate) { return of_x(gate) + of_h(gate); };
      if (gates_ == 1) {
        next[i] = op_ == "rnn_relu" ? std::max(both(0), 0.0) : std::tanh(both(0));
      } else if (gates_ == 3) {
        double reset = Sigmoid(both(0)), update = Sigmoid(both(1));
        double fresh = std::tanh(of_x(2) + reset * of_h(2));
        next[i] = (1 - update) * fresh + update * (*hidden)[i];
      } else {
        (*cell)[i] = Sigmoid(both(1)) * (*cell)[i] + Sigmoid(both(0)) * std::tanh(both(2));
        next[i] = Sigmoid(both(3)) * std::tanh((*cell)[i]);
      }
    }
    *hidden = next;
  }

  std::string op_;
  int64_t gates_, layers_, directions_;
  std::vector<std::vector<float>> weights_;
};

void CheckNetwork(const std::string& op, int64_t gates, int64_t layers, bool bidirectional,
                  bool biases) {
  CAPTURE(op, layers, bidirectional, biases);
  Network network(op, gates, layers, bidirectional, biases);
  std::vector<double> expected = network.Reference();
  std::vector<double> actual = network.Run();
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i) CHECK(actual[i] == Approx(expected[i]).margin(1e-5));
}

TEST_CASE("TorchScript: recurrent networks", "[frontend]") {
  CheckTorchGolden("lstm", Network("lstm", 4, 1, false, true).model.Text());
  CheckTorchGolden("lstm_bidirectional", Network("lstm", 4, 1, true, false).model.Text());
  CheckTorchGolden("gru", Network("gru", 3, 1, false, true).model.Text());
  CheckTorchGolden("gru_bidirectional", Network("gru", 3, 1, true, true).model.Text());
  CheckTorchGolden("rnn_tanh", Network("rnn_tanh", 1, 2, false, true).model.Text());
  CheckTorchGolden("rnn_relu_bidirectional", Network("rnn_relu", 1, 2, true, false).model.Text());
}

TEST_CASE("TorchScript: what recurrent networks compute", "[frontend]") {
  for (int64_t layers : {1, 2}) {
    for (bool bidirectional : {false, true}) {
      for (bool biases : {false, true}) {
        CheckNetwork("lstm", 4, layers, bidirectional, biases);
        CheckNetwork("gru", 3, layers, bidirectional, biases);
        CheckNetwork("rnn_tanh", 1, layers, bidirectional, biases);
        CheckNetwork("rnn_relu", 1, layers, bidirectional, biases);
      }
    }
  }
}

TEST_CASE("TorchScript: an LSTM with a projection", "[frontend]") {
  TorchModel model;
  auto add = [&](const std::string& name, const Ints& shape) {
    size_t count = static_cast<size_t>(shape[0] * (shape.size() > 1 ? shape[1] : 1));
    model.members.push_back({name, "Tensor", model.builder.Floats(shape, Numbers(count, 1))});
  };
  add("wi", {12, 2});
  add("wh", {12, 1});
  add("bi", {12});
  add("bh", {12});
  add("pr", {1, 3});
  model.inputs = {TorchInputShape("x", {1, 2, 2}), TorchInputShape("h", {1, 1, 1}),
                  TorchInputShape("c", {1, 1, 3})};
  model.body =
      "_0, _1, _2 = torch.lstm(x, [h, c], [self.wi, self.wh, self.bi, self.bh, self.pr], True, 1, "
      "0., False, False, True)\nreturn _0";
  CheckTorchGolden("lstm_projection", model.Text());
}

TEST_CASE("TorchScript: recurrent networks that do not fit", "[frontend]") {
  auto says = [](TorchModel model, const std::string& from, const std::string& to,
                 const std::string& text) {
    size_t at = model.body.find(from);
    REQUIRE(at != std::string::npos);
    model.body.replace(at, from.size(), to);
    CheckRefused([&] { model.Import(); }, DiagKind::kUnsupported, text);
  };
  Network network("gru", 3, 1, false, true);
  says(network.model, "w1, w2", "w1", "needs 4 weights, not 3");
  says(network.model, ", True, 1, ", ", True, 3, ", "cannot be divided");
  says(network.model, ", True, 1, ", ", True, 0, ", "cannot be divided");
  says(network.model, "[w1, w2, w3, w4, ]", "annotate(List[Tensor], [])", "cannot be divided");
  says(Network("gru", 3, 2, false, true).model, "0., False", "0.5, True",
       "dropout between layers is only for training");
}

TEST_CASE("TorchScript: conditionals", "[frontend]") {
  TorchModel model;
  model.inputs = {TorchInputShape("x", {2, 2})};
  model.body =
      "_0 = bool(torch.gt(torch.sum(x), 0))\n"
      "if _0:\n  _1 = torch.relu(x)\nelse:\n  _1 = torch.neg(x)\nreturn _1";
  CheckTorchGolden("if", model.Text());
  auto run = [&](const std::vector<float>& values) {
    TorchModel again = model;
    return ValuesOf(again.Run({FloatsOf({2, 2}, values)}).tensor());
  };
  CHECK(run({3, -1, 2, 0}) == std::vector<double>{3, 0, 2, 0});
  CHECK(run({-3, 1, -2, 0}) == std::vector<double>{3, -1, 2, 0});
}

TEST_CASE("TorchScript: loops", "[frontend]") {
  TorchModel counted;
  counted.inputs = {TorchInputShape("x", {2}), TorchInputShape("w", {2})};
  counted.body = "y = x\nfor i in range(5):\n  y = torch.add(torch.mul(y, w), x)\nreturn y";
  CheckTorchGolden("loop", counted.Text());
  TorchModel again = counted;
  CHECK(ValuesOf(again.Run({FloatsOf({2}, {1, 2}), FloatsOf({2}, {2, 1})}).tensor()) ==
        std::vector<double>{63, 12});
  TorchModel until;
  until.inputs = {TorchInputShape("x", {1})};
  until.body =
      "y = x\n_0 = bool(torch.lt(torch.sum(y), 10))\n_1 = _0\n_2 = y\n"
      "while _1:\n  _3 = torch.mul(_2, 2)\n  _4 = bool(torch.lt(torch.sum(_3), 10))\n"
      "  _1, _2 = _4, _3\nreturn _2";
  CheckTorchGolden("while", until.Text());
  again = until;
  CHECK(ValuesOf(again.Run({FloatsOf({1}, {3})}).tensor()) == std::vector<double>{12});
}

TEST_CASE("TorchScript: lists of the program", "[frontend]") {
  TorchModel model;
  model.inputs = {TorchInputShape("x", {2}), TorchInputShape("y", {2})};
  model.body = "_0 = [x, y]\n_1 = _0[1]\n_2 = torch.add(_0, [y, x])\nreturn torch.add(_1, _2[0])";
  CheckTorchGolden("lists", model.Text());
  TorchModel again = model;
  CHECK(ValuesOf(again.Run({FloatsOf({2}, {1, 2}), FloatsOf({2}, {3, 4})}).tensor()) ==
        std::vector<double>{4, 6});
}

TEST_CASE("TorchScript: lists of the program are stacked", "[frontend]") {
  TorchModel model;
  model.inputs = {TorchInputShape("x", {2}), TorchInputShape("y", {2})};
  model.body = "_0 = [x, y]\n_1 = torch.add(_0, [y, x])\nreturn torch.stack(_1, 0)";
  CheckTorchGolden("lists_stack", model.Text());
  TorchModel again = model;
  CHECK(ValuesOf(again.Run({FloatsOf({2}, {1, 2}), FloatsOf({2}, {3, 4})}).tensor()) ==
        std::vector<double>{1, 2, 3, 4, 3, 4, 1, 2});
  TorchModel joined = model;
  joined.body =
      "_0 = [torch.masked_select(x, torch.gt(x, 0)), torch.masked_select(y, torch.gt(y, 0))]\n"
      "_1 = torch.add(_0, _0)\nreturn torch.cat(_1, 0)";
  CheckTorchGolden("lists_cat", joined.Text());
  CHECK(ValuesOf(joined.Run({FloatsOf({2}, {-1, 2}), FloatsOf({2}, {3, 4})}).tensor()) ==
        std::vector<double>{2, 3, 4, 2, 3, 4});
  joined.body = "_0 = [x, y]\n_1 = torch.add(_0, _0)\nreturn torch.cat(_1, 0)";
  CHECK_THROWS_AS(joined.Import(), DiagnosticError);
}

}  // namespace
}  // namespace passcope::frontend
