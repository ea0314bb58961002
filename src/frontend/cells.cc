#include "frontend/cells.h"

#include <array>

namespace passcope::frontend {
namespace {

// The fields of a tuple of equal parts along `axis`.
template <size_t n>
std::array<Expr, n> Parts(const Expr& data, int64_t axis) {
  Expr parts = SplitParts(data, n, axis);
  std::array<Expr, n> fields;
  for (size_t i = 0; i < n; ++i) fields[i] = Field(parts, static_cast<int>(i));
  return fields;
}

template <class F>
void ForEachStep(const Steps& steps, bool backwards, const F& step) {
  for (size_t i = 0; i < steps.size(); ++i) step(steps.at(backwards ? steps.size() - 1 - i : i));
}

// The state that remains after a step.
Expr Kept(const CellWeights& weights, const CellOutputs& result, const Expr& next,
          const Expr& last) {
  return weights.keep ? weights.keep(result.outputs.size(), next, last) : next;
}

}  // namespace

Expr SigmoidOf(const Expr& x) { return Op("sigmoid", {x}); }
Expr TanhOf(const Expr& x) { return Op("tanh", {x}); }

CellOutputs RnnCell(const Steps& steps, const CellWeights& weights, const Activation& act,
                    bool backwards) {
  CellOutputs result;
  result.hidden_state = weights.hidden_state;
  ForEachStep(steps, backwards, [&](const Expr& x) {
    Expr of_input = Dense(x, weights.w_inp);
    Expr of_hidden = Dense(result.hidden_state, weights.w_hid);
    if (weights.b_inp && weights.b_hid) {
      of_input = Add(of_input, weights.b_inp);
      of_hidden = Add(of_hidden, weights.b_hid);
    }
    Expr next = act(Add(of_input, of_hidden));
    result.hidden_state = Kept(weights, result, next, result.hidden_state);
    result.outputs.push_back(result.hidden_state);
  });
  return result;
}

CellOutputs GruCell(const Steps& steps, const CellWeights& weights, const Activation& rz_act,
                    const Activation& n_act, bool linear_before_reset, bool backwards) {
  CellOutputs result;
  Expr& hidden = result.hidden_state;
  hidden = weights.hidden_state;
  bool biases = weights.b_inp && weights.b_hid;
  ForEachStep(steps, backwards, [&](const Expr& x) {
    Expr of_input = Dense(x, weights.w_inp);
    Expr update, fresh;
    if (linear_before_reset) {
      Expr of_hidden = Dense(hidden, weights.w_hid);
      if (biases) {
        of_input = Add(of_input, weights.b_inp);
        of_hidden = Add(of_hidden, weights.b_hid);
      }
      auto [i_r, i_z, i_n] = Parts<3>(of_input, -1);
      auto [h_r, h_z, h_n] = Parts<3>(of_hidden, -1);
      Expr reset = rz_act(Add(i_r, h_r));
      update = rz_act(Add(i_z, h_z));
      fresh = n_act(Add(i_n, Mul(reset, h_n)));
    } else {
      auto [i_r, i_z, i_n] = Parts<3>(of_input, 1);
      auto [w_r, w_z, w_n] = Parts<3>(weights.w_hid, 0);
      Expr reset = Add(i_r, Dense(hidden, w_r));
      update = Add(i_z, Dense(hidden, w_z));
      Expr of_reset;
      if (biases) {
        auto [b_ir, b_iz, b_in] = Parts<3>(weights.b_inp, -1);
        auto [b_hr, b_hz, b_hn] = Parts<3>(weights.b_hid, -1);
        reset = rz_act(Add(reset, Add(b_ir, b_hr)));
        update = Add(update, Add(b_iz, b_hz));
        i_n = Add(i_n, b_in);
        of_reset = Add(Dense(Mul(reset, hidden), w_n), b_hn);
      } else {
        reset = rz_act(reset);
        of_reset = Dense(Mul(reset, hidden), w_n);
      }
      update = rz_act(update);
      fresh = n_act(Add(i_n, of_reset));
    }
    Expr next = Add(Mul(Sub(hidden, fresh), update), fresh);
    hidden = Kept(weights, result, next, hidden);
    result.outputs.push_back(hidden);
  });
  return result;
}

CellOutputs LstmCell(const Steps& steps, const CellWeights& weights, const Activation& f_act,
                     const Activation& g_act, const Activation& h_act, bool backwards,
                     bool couple) {
  CellOutputs result;
  Expr &hidden = result.hidden_state, &cell = result.cell_state;
  hidden = weights.hidden_state;
  cell = weights.cell_state;
  ForEachStep(steps, backwards, [&](const Expr& x) {
    // One product of both inputs with both weights.
    Expr step = Concatenate({x, hidden}, 1);
    Expr gates = Dense(step, Concatenate({weights.w_inp, weights.w_hid}, 1));
    if (weights.b_inp) gates = Add(gates, weights.b_inp);
    if (weights.b_hid) gates = Add(gates, weights.b_hid);
    auto [input, forget, fresh, output] = Parts<4>(gates, -1);
    bool peepholes = weights.p_i && weights.p_f;
    input = f_act(peepholes ? Add(input, Mul(weights.p_i, cell)) : input);
    if (couple) {
      forget = Sub(Const(1, DtypeOf(input)), input);
    } else {
      forget = f_act(peepholes ? Add(forget, Mul(weights.p_f, cell)) : forget);
    }
    fresh = g_act(fresh);
    Expr next_cell = Add(Mul(forget, cell), Mul(input, fresh));
    output = f_act(weights.p_o ? Add(output, Mul(weights.p_o, next_cell)) : output);
    Expr next = Mul(output, h_act(next_cell));
    if (weights.proj) next = Dense(next, weights.proj);
    cell = Kept(weights, result, next_cell, cell);
    hidden = Kept(weights, result, next, hidden);
    result.outputs.push_back(hidden);
  });
  return result;
}

}  // namespace passcope::frontend
