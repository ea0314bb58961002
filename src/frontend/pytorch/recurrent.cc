// Recurrent networks: rnn_tanh, rnn_relu, gru and lstm with layers and directions, unrolled.
#include "diagnostics/diagnostic.h"
#include "frontend/cells.h"
#include "frontend/pytorch/converter.h"

namespace passcope::frontend {
namespace {

// The weights. A packed sequence has no rows of equal length.
const PyList& WeightsOf(const TorchCall& call) {
  if (!call.get("batch_sizes").is_none()) FailTorchArgument(call, "batch_sizes");
  return call[2].list();
}

// The shared part of the three kinds of networks.
struct Network {
  explicit Network(const TorchCall& call)
      : call(call),
        weights(WeightsOf(call)),
        has_biases(call[3].truth()),
        layers(call[4].integer()),
        bidirectional(call[7].truth()),
        batch_first(call[8].truth()) {
    bool trains = call[6].truth();
    Require(
        call, call[5].real() == 0 || !trains || layers == 1,
        MSG(kTorchRecurrentDropoutTraining,
            "dropout between layers is only for training: export the model in evaluation mode"));
    auto count = static_cast<int64_t>(weights.size());
    bool possible = layers > 0 && layers <= count;
    int64_t cells = possible ? layers * directions() : 1;
    Require(
        call, possible && count % cells == 0,
        MSG(kTorchRecurrentWeightCount,
            "{count} weights cannot be divided among {layers} layers and {directions} directions",
            count, layers, directions()));
    weights_per_cell = static_cast<size_t>(count / cells);
    // Splits the input into steps.
    Expr x = call.tensor(0);
    if (batch_first) x = Transpose(x, Ints{1, 0, 2});
    Ints shape = TorchShape(x);
    Require(call, shape.size() == 3,
            MSG(kTorchRecurrentInputRank, "the input must have 3 dimensions, not {rank}",
                shape.size()));
    tuple = Unbind(x, 0);
    length = static_cast<size_t>(shape[0]);
  }

  int64_t directions() const { return bidirectional ? 2 : 1; }

  // The weights of layer `layer` in direction 0 or 1, without states. With `projected`, the last
  // weight is a projection.
  CellWeights Weights(int64_t layer, int64_t direction, bool projected = false) const {
    size_t at = static_cast<size_t>(layer * directions() + direction) * weights_per_cell;
    CellWeights cell;
    cell.w_inp = weights[at].tensor();
    cell.w_hid = weights[at + 1].tensor();
    if (has_biases) {
      cell.b_inp = weights[at + 2].tensor();
      cell.b_hid = weights[at + 3].tensor();
    }
    if (projected) cell.proj = weights[at + weights_per_cell - 1].tensor();
    return cell;
  }

  // Computes a layer; `run` computes one direction. The states have the order of the directions.
  template <class Run>
  std::vector<CellOutputs> Layer(Steps* steps, const Run& run) const {
    std::vector<CellOutputs> done = {run(*steps, 0, false)};
    if (!bidirectional) {
      *steps = Steps(done[0].outputs);
      return done;
    }
    done.push_back(run(*steps, 1, true));
    std::vector<Expr> both;
    for (size_t i = 0; i < length; ++i) {
      both.push_back(Concatenate({done[0].outputs[i], done[1].outputs[length - 1 - i]}, -1));
    }
    *steps = Steps(std::move(both));
    return done;
  }

  Expr Output(const Steps& steps) const {
    std::vector<Expr> outputs;
    for (size_t i = 0; i < steps.size(); ++i) outputs.push_back(steps.at(i));
    Expr output = Stack(outputs, 0);
    return batch_first ? Transpose(output, Ints{1, 0, 2}) : output;
  }

  const TorchCall& call;
  const PyList& weights;
  bool has_biases;
  int64_t layers;
  bool bidirectional;
  bool batch_first;
  size_t weights_per_cell = 0;
  Expr tuple;
  size_t length = 0;
};

// Initial states, one for each layer and direction. Without given states, they are zeros of shape
// [batch, hidden].
class States {
 public:
  States(const Network& network, const PyValue& given, int64_t gates) {
    if (given.is_none()) {
      Ints x = TorchShape(network.call.tensor(0));
      Ints w = TorchShape(network.weights[0].tensor());
      zeros_ = Zeros(Ints{x[network.batch_first ? 0 : 1], w[0] / gates}, network.call.dtype(0));
      return;
    }
    Ints shape = TorchShape(given.tensor());
    Require(network.call, !shape.empty() && shape[0] == network.layers * network.directions(),
            MSG(kTorchRecurrentStateParts,
                "a state must have {expected} parts, one for each layer and direction",
                network.layers * network.directions()));
    tuple_ = Unbind(given.tensor(), 0);
  }

  Expr at(int64_t layer_and_direction) const {
    return tuple_ ? Field(tuple_, static_cast<int>(layer_and_direction)) : zeros_;
  }

 private:
  Expr tuple_, zeros_;
};

void CheckWeights(const TorchCall& call, const Network& network) {
  Require(call, network.weights_per_cell == (network.has_biases ? 4 : 2),
          MSG(kTorchRecurrentWeightsPerLayer,
              "each layer and direction needs {expected} weights, not {actual}",
              network.has_biases ? 4 : 2, network.weights_per_cell));
}

// `run` computes a layer in one direction from its steps and weights. The last states of both
// directions are stacked. Those of all layers come one after the other.
template <class Run>
PyValue ConvertLayers(TorchCall& call, int64_t gates, const Run& run) {
  Network network(call);
  CheckWeights(call, network);
  States states(network, call[1], gates);
  Steps steps(network.tuple, network.length);
  std::vector<Expr> hidden;
  for (int64_t layer = 0; layer < network.layers; ++layer) {
    auto cells = network.Layer(&steps, [&](const Steps& given, int64_t direction, bool backwards) {
      CellWeights weights = network.Weights(layer, direction);
      weights.hidden_state = states.at(layer * network.directions() + direction);
      return run(given, weights, backwards);
    });
    hidden.push_back(network.bidirectional
                         ? Stack({cells[0].hidden_state, cells[1].hidden_state}, 0)
                         : cells[0].hidden_state);
  }
  Expr output = network.Output(steps);
  return PyValue::Tuple(
      {output, network.bidirectional ? Concatenate(hidden, 0) : Stack(hidden, 0)});
}

template <Expr (*act)(const Expr&)>
PyValue ConvertRnn(TorchCall& call) {
  return ConvertLayers(call, 1, [](const Steps& steps, const CellWeights& weights, bool backwards) {
    return RnnCell(steps, weights, act, backwards);
  });
}

PyValue ConvertGru(TorchCall& call) {
  return ConvertLayers(call, 3, [](const Steps& steps, const CellWeights& weights, bool backwards) {
    return GruCell(steps, weights, SigmoidOf, TanhOf, true, backwards);
  });
}

PyValue ConvertLstm(TorchCall& call) {
  Network network(call);
  size_t without = network.has_biases ? 4 : 2;
  bool projected = network.weights_per_cell == without + 1;
  if (!projected) CheckWeights(call, network);
  const PyList& given = call[1].list();
  Require(call, given.size() == 2,
          MSG(kTorchLstmStateCount, "an LSTM needs two states, not {actual}", given.size()));
  States hidden(network, given[0], 4);
  States cell(network, given[1], 4);
  Steps steps(network.tuple, network.length);
  std::vector<Expr> last_hidden, last_cell;
  for (int64_t layer = 0; layer < network.layers; ++layer) {
    auto cells = network.Layer(&steps, [&](const Steps& steps, int64_t direction, bool backwards) {
      CellWeights weights = network.Weights(layer, direction, projected);
      weights.hidden_state = hidden.at(layer * network.directions() + direction);
      weights.cell_state = cell.at(layer * network.directions() + direction);
      return LstmCell(steps, weights, SigmoidOf, TanhOf, TanhOf, backwards);
    });
    for (const CellOutputs& done : cells) {
      last_hidden.push_back(done.hidden_state);
      last_cell.push_back(done.cell_state);
    }
  }
  Expr output = network.Output(steps);
  return PyValue::Tuple({output, Stack(last_hidden, 0), Stack(last_cell, 0)});
}

}  // namespace

void AddRecurrentConverters(TorchConverterTable* table) {
  table->Add("aten::rnn_tanh", ConvertRnn<TanhOf>);
  table->Add("aten::rnn_relu", ConvertRnn<Relu>);
  table->Add("aten::gru", ConvertGru);
  table->Add("aten::lstm", ConvertLstm);
}

}  // namespace passcope::frontend
