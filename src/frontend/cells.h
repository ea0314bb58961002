// Recurrent layers, unrolled step by step. TVM's frontends share the same code for all formats
// (python/tvm/relay/frontend/common.py).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "frontend/relay.h"

namespace passcope::frontend {

using Activation = std::function<Expr(const Expr&)>;

Expr SigmoidOf(const Expr& x);
Expr TanhOf(const Expr& x);

// The inputs of a layer, one for each step, of shape [batch, features]. They are expressions, or
// fields of a tuple; each `at` then makes a projection.
class Steps {
 public:
  explicit Steps(std::vector<Expr> steps) : steps_(std::move(steps)), size_(steps_.size()) {}
  // `tuple` has `size` fields.
  Steps(Expr tuple, size_t size) : tuple_(std::move(tuple)), size_(size) {}

  size_t size() const { return size_; }
  Expr at(size_t i) const { return tuple_ ? Field(tuple_, static_cast<int>(i)) : steps_[i]; }

 private:
  std::vector<Expr> steps_;
  Expr tuple_;
  size_t size_;
};

// Weights of one direction of a layer; the biases may be null. The rows of the weights are grouped
// by gate.
struct CellWeights {
  Expr hidden_state;   // [batch, hidden]
  Expr cell_state;     // Only in an LSTM.
  Expr w_inp, w_hid;   // [gates * hidden, features], [gates * hidden, hidden]
  Expr b_inp, b_hid;   // [gates * hidden]
  Expr proj;           // [projection, hidden]; null without a projection.
  Expr p_i, p_f, p_o;  // Peepholes of an LSTM; null without them.
  // Chooses the state that remains after a step: the new one or the previous one. An empty function
  // keeps the new state. `step` counts in the order of computation.
  std::function<Expr(size_t step, const Expr& next, const Expr& last)> keep;
};

// The output of each step, in the order of computation, and the last states.
struct CellOutputs {
  std::vector<Expr> outputs;
  Expr hidden_state;
  Expr cell_state;  // Only in an LSTM.
};

CellOutputs RnnCell(const Steps& steps, const CellWeights& weights, const Activation& act,
                    bool backwards = false);
// Gates: reset, update, new. With `linear_before_reset`, the reset gate scales the product of
// hidden state and weights, as in PyTorch. Otherwise it scales the hidden state.
CellOutputs GruCell(const Steps& steps, const CellWeights& weights, const Activation& rz_act,
                    const Activation& n_act, bool linear_before_reset = true,
                    bool backwards = false);
// Gates: input, forget, cell, output. With `couple`, the forget gate is 1 minus the input gate.
CellOutputs LstmCell(const Steps& steps, const CellWeights& weights, const Activation& f_act,
                     const Activation& g_act, const Activation& h_act, bool backwards = false,
                     bool couple = false);

}  // namespace passcope::frontend
