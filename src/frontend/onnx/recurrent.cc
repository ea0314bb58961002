// RNN, GRU and LSTM, unrolled over the steps of the sequence.
#include <algorithm>
#include <cmath>
#include <string>

#include "diagnostics/diagnostic.h"
#include "frontend/cells.h"
#include "frontend/onnx/families.h"
#include "frontend/onnx/tuples.h"

namespace passcope::frontend::onnx {
namespace {

// The field of a direction, as a new projection.
Expr Of(const Expr& parts, size_t direction) { return Field(parts, static_cast<int>(direction)); }

// The shared part of RNN, GRU and LSTM.
class Recurrent {
 public:
  // `gates`: number of gates. `functions`: default activation functions per direction.
  Recurrent(Node& node, int64_t gates, std::initializer_list<const char*> functions)
      : node_(node), gates_(gates) {
    Expr x = node.In(0);
    const Expr& weight = node.In(1);
    const Expr& recurrence = node.In(2);
    for (size_t i = 0; i < 3; ++i) node.CheckRank(i, 3);
    Ints shape = StaticShapeOf(weight);
    directions = shape[0];
    std::string_view direction = node.Text("direction", "forward");
    backwards_ = direction == "reverse";
    if (directions != (direction == "bidirectional" ? 2 : 1)) {
      node.Fail(DiagKind::kBadAttribute,
                MSG(kOnnxRecurrentWeightsDirection,
                    "the number of directions of {operator} must be {expected} for '{direction}', "
                    "not {actual}",
                    node.op, direction == "bidirectional" ? 2 : 1, direction, directions));
    }
    layout = node.Int("layout", 0);
    if (layout != 0) x = Transpose(x, Ints{1, 0, 2});
    Expr hidden = State(5);
    if (!hidden) {
      hidden = Zeros(Ints{directions, StaticShapeOf(x)[1], StaticShapeOf(recurrence).back()},
                     DtypeOf(weight));
    }
    ReadLengths(x);
    steps_ = Unbind(x, 0);
    if (lengths_ && (backwards_ || directions == 2)) {
      reversed_ =
          Unbind(Op("reverse_sequence", {x, lengths_}, {{"seq_axis", 0}, {"batch_axis", 1}}), 0);
    }
    hiddens_ = Split(hidden);
    weights_ = Split(weight);
    recurrences_ = Split(recurrence);
    if (node.Maybe(3)) biases_ = Split(node.In(3));
    ReadActivations(functions);
  }

  // The state before the first step, which is input `i`; null if omitted.
  Expr State(size_t i) const {
    Expr state = node_.Maybe(i);
    return state && layout != 0 ? Transpose(state, Ints{1, 0, 2}) : state;
  }
  // The parts per direction, as a tuple.
  Expr Split(const Expr& data) const { return SplitParts(data, directions, 0); }
  Expr HiddenOf(size_t direction) const { return Of(hiddens_, direction); }

  // The weights of a direction, with the gates in this order.
  CellWeights WeightsOf(size_t direction, std::initializer_list<int> order) const {
    CellWeights weights;
    auto ordered = [&](const Expr& data) {
      Expr all = Squeeze(data, Ints{0});
      if (order.size() == 0) return all;
      std::vector<Expr> parts = FieldsOf(SplitParts(all, gates_, 0));
      std::vector<Expr> sorted;
      for (int i : order) sorted.push_back(parts[static_cast<size_t>(i)]);
      return Concatenate(sorted, 0);
    };
    weights.hidden_state = Squeeze(HiddenOf(direction), Ints{0});
    weights.w_inp = ordered(Of(weights_, direction));
    weights.w_hid = ordered(Of(recurrences_, direction));
    if (biases_) {
      std::vector<Expr> both = FieldsOf(SplitParts(Of(biases_, direction), 2, -1));
      weights.b_inp = ordered(both[0]);
      weights.b_hid = ordered(both[1]);
    }
    if (lengths_) {
      // A sequence keeps its state after its end.
      weights.keep = [this](size_t step, const Expr& next, const Expr& last) {
        return Where(Within(step), next, last);
      };
    }
    return weights;
  }

  // Runs `cell(steps, direction, backwards)` in each direction and joins the results.
  template <class F>
  Results Run(F cell, bool has_cell) const {
    std::vector<std::vector<Expr>> outputs;
    std::vector<Expr> hidden, cells;
    for (size_t d = 0; d < static_cast<size_t>(directions); ++d) {
      bool back = backwards_ || d == 1;
      // Sequences of different lengths are reversed one by one.
      CellOutputs result = cell(Steps(back && lengths_ ? reversed_ : steps_), d, back && !lengths_);
      std::vector<Expr> in_order = InOrder(result.outputs, back);
      outputs.push_back(std::move(in_order));
      hidden.push_back(result.hidden_state);
      cells.push_back(result.cell_state);
    }
    Expr all;
    if (directions == 2) {
      std::vector<Expr> pairs;
      for (size_t i = 0; i < steps_.size(); ++i) {
        pairs.push_back(Stack({outputs[0][i], outputs[1][i]}, 0));
      }
      all = Stack(pairs, 0);
    } else {
      all = ExpandDims(Stack(outputs[0], 0), 1);
    }
    auto last = [&](const std::vector<Expr>& states) {
      Expr state = directions == 2 ? Stack(states, 0) : ExpandDims(states[0], 0);
      return layout != 0 ? Transpose(state, Ints{1, 0, 2}) : state;
    };
    if (layout != 0) all = Transpose(all, Ints{2, 0, 1, 3});
    if (has_cell) return Results::Of({all, last(hidden), last(cells)});
    return Results::Of({all, last(hidden)});
  }

  const Activation& activation(size_t direction, size_t i) const {
    return activations_[direction * functions_ + i];
  }

  int64_t directions = 1;
  int64_t layout = 0;

 private:
  // Keeps the lengths, unless all sequences are known to have full length.
  void ReadLengths(const Expr& x) {
    if (!node_.Maybe(4)) return;
    int64_t length = StaticShapeOf(x)[0];
    bool whole = true;
    if (NDArray known = node_.ValueOf(4)) {
      for (int64_t own : IntsOf(known)) whole = whole && own >= length;
    } else {
      whole = false;
    }
    if (!whole) lengths_ = node_.In(4);
  }

  // (batch, 1): true if `step` is before the end of the sequence.
  Expr Within(size_t step) const {
    Expr number = ConstInt(static_cast<int64_t>(step), DtypeOf(lengths_));
    return ExpandDims(Less(number, lengths_), 1);
  }

  // The outputs of a direction by their place in the sequence; 0 after its end.
  std::vector<Expr> InOrder(const std::vector<Expr>& outputs, bool back) const {
    std::vector<Expr> result;
    if (!lengths_) {
      result = outputs;
      if (back) std::reverse(result.begin(), result.end());
      return result;
    }
    for (size_t i = 0; i < outputs.size(); ++i) {
      result.push_back(Where(Within(i), outputs[i], Op("zeros_like", {outputs[i]})));
    }
    if (!back) return result;
    return Unbind(
        Op("reverse_sequence", {Stack(result, 0), lengths_}, {{"seq_axis", 0}, {"batch_axis", 1}}),
        0);
  }

  void ReadActivations(std::initializer_list<const char*> functions) {
    functions_ = functions.size();
    std::vector<std::string> names;
    for (std::string_view text : node_.Texts("activations")) names.emplace_back(text);
    size_t count = functions_ * static_cast<size_t>(directions);
    if (names.empty()) {
      for (int64_t d = 0; d < directions; ++d)
        names.insert(names.end(), functions.begin(), functions.end());
    }
    if (names.size() != count) {
      node_.Fail(DiagKind::kBadAttribute,
                 MSG(kOnnxActivationFunctionCount,
                     "{operator} needs {expected} activation functions, not {actual}", node_.op,
                     count, names.size()));
    }
    std::vector<double> alphas = node_.Reals("activation_alpha");
    std::vector<double> betas = node_.Reals("activation_beta");
    size_t next_alpha = 0, next_beta = 0;
    for (const std::string& name : names) {
      NodeAttributes attributes;
      auto one_of = [&](std::initializer_list<std::string_view> list) {
        return std::find(list.begin(), list.end(), name) != list.end();
      };
      bool both = one_of({"Affine", "ScaledTanh", "HardSigmoid"});
      if ((both || one_of({"LeakyRelu", "ThresholdedRelu", "Elu"})) && next_alpha < alphas.size()) {
        auto alpha = static_cast<float>(alphas[next_alpha++]);
        // Here the threshold itself passes, other than in the operator.
        if (name == "ThresholdedRelu") alpha = std::nextafter(alpha, -1e30F);
        attributes.SetReal("alpha", alpha);
      }
      if (both && next_beta < betas.size()) {
        attributes.SetReal("beta", static_cast<float>(betas[next_beta++]));
      }
      double clip = node_.Real("clip", 0);
      activations_.push_back([this, name, attributes, clip](const Expr& x) {
        Expr input = clip > 0 ? Clip(x, -clip, clip) : x;
        Node call(node_.graph, name, {input}, attributes);
        return node_.graph.ConvertOperator(call).expr;
      });
    }
  }

  Node& node_;
  int64_t gates_;
  bool backwards_ = false;
  Expr lengths_;
  std::vector<Expr> steps_;
  std::vector<Expr> reversed_;  // Only for sequences of different lengths.
  // Tuples with one field per direction.
  Expr hiddens_;
  Expr weights_;
  Expr recurrences_;
  Expr biases_;
  size_t functions_ = 0;
  std::vector<Activation> activations_;
};

Results Rnn(Node& node) {
  node.TakesInputs(3, 6);
  Recurrent net(node, 1, {"Tanh"});
  return net.Run(
      [&](const Steps& steps, size_t d, bool backwards) {
        return RnnCell(steps, net.WeightsOf(d, {}), net.activation(d, 0), backwards);
      },
      false);
}

Results Gru(Node& node) {
  node.TakesInputs(3, 6);
  Recurrent net(node, 3, {"Sigmoid", "Tanh"});
  bool linear = node.Int("linear_before_reset", 0) != 0;
  return net.Run(
      [&](const Steps& steps, size_t d, bool backwards) {
        // ONNX's order is update, reset, hidden.
        return GruCell(steps, net.WeightsOf(d, {1, 0, 2}), net.activation(d, 0),
                       net.activation(d, 1), linear, backwards);
      },
      false);
}

Results Lstm(Node& node) {
  node.TakesInputs(3, 8);
  Recurrent net(node, 4, {"Sigmoid", "Tanh", "Tanh"});
  Expr cells = net.State(6);
  if (cells) cells = net.Split(cells);
  std::vector<Expr> peepholes;  // Of input, output and forget gate.
  if (node.Maybe(7)) {
    for (const Expr& part : FieldsOf(SplitParts(node.In(7), 3, 1))) {
      peepholes.push_back(net.Split(part));
    }
  }
  bool couple = node.Int("input_forget", 0) != 0;
  return net.Run(
      [&](const Steps& steps, size_t d, bool backwards) {
        // ONNX's order is input, output, forget, cell.
        CellWeights weights = net.WeightsOf(d, {0, 2, 3, 1});
        weights.cell_state =
            Squeeze(cells ? Of(cells, d) : Op("zeros_like", {net.HiddenOf(d)}), Ints{0});
        if (!peepholes.empty()) {
          weights.p_i = Squeeze(Of(peepholes[0], d), Ints{0});
          weights.p_o = Squeeze(Of(peepholes[1], d), Ints{0});
          weights.p_f = Squeeze(Of(peepholes[2], d), Ints{0});
        }
        return LstmCell(steps, weights, net.activation(d, 0), net.activation(d, 1),
                        net.activation(d, 2), backwards, couple);
      },
      true);
}

}  // namespace

void AddRecurrentConverters(ConverterTable& table) {
  table.Add("RNN", {{7, Rnn}});
  table.Add("GRU", {{7, Gru}});
  table.Add("LSTM", {{7, Lstm}});
}

}  // namespace passcope::frontend::onnx
