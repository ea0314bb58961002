"""Recurrent layers, unrolled to one step for each input of a sequence.

Weights have one row per output of a gate. The gates are one below the other.
"""

from .. import op as _op


def _in_order(input_seqs, backwards):
    return reversed(input_seqs) if backwards else input_seqs


def _with(value, bias):
    return value if bias is None else value + bias


def rnn_cell(input_seqs, hidden_state, w_inp, w_hid, b_inp=None, b_hid=None, backwards=False, act=_op.tanh):
    """The outputs of a simple recurrent layer for a sequence, and its last state: h = act(W x + b + U h + c)."""
    biased = b_inp is not None and b_hid is not None
    outputs = []
    for x in _in_order(input_seqs, backwards):
        of_input, of_state = _op.nn.dense(x, w_inp), _op.nn.dense(hidden_state, w_hid)
        if biased:
            of_input, of_state = of_input + b_inp, of_state + b_hid
        hidden_state = act(of_input + of_state)
        outputs.append(hidden_state)
    return outputs, hidden_state


def gru_cell(
    input_seqs,
    hidden_state,
    w_inp,
    w_hid,
    b_inp=None,
    b_hid=None,
    rz_act=_op.sigmoid,
    n_act=_op.tanh,
    backwards=False,
    linear_before_reset=True,
):
    """The outputs of a gated recurrent layer (Cho et al., 2014) for a sequence, and its last state.

    The gates are reset, update and new. With `linear_before_reset`, the reset gate is applied after the state's weights.
    """
    if b_inp is None or b_hid is None:
        b_inp = b_hid = None
    outputs = []
    for x in _in_order(input_seqs, backwards):
        of_input = _op.nn.dense(x, w_inp)
        if linear_before_reset:
            parts = _op.split(_with(_op.nn.dense(hidden_state, w_hid), b_hid), 3, axis=-1)
            reset, update, new = _op.split(_with(of_input, b_inp), 3, axis=-1)
            reset, update = rz_act(reset + parts[0]), rz_act(update + parts[1])
            of_state = reset * parts[2]
        else:
            reset, update, new = _op.split(of_input, 3, axis=1)
            weights = _op.split(w_hid, 3, axis=0)
            reset = reset + _op.nn.dense(hidden_state, weights[0])
            update = update + _op.nn.dense(hidden_state, weights[1])
            last = None
            if b_inp is not None:
                before, behind = _op.split(b_inp, 3, axis=-1), _op.split(b_hid, 3, axis=-1)
                reset, update = reset + (before[0] + behind[0]), update + (before[1] + behind[1])
                new, last = new + before[2], behind[2]
            reset, update = rz_act(reset), rz_act(update)
            of_state = _with(_op.nn.dense(reset * hidden_state, weights[2]), last)
        new = n_act(new + of_state)
        hidden_state = (hidden_state - new) * update + new
        outputs.append(hidden_state)
    return outputs, hidden_state


def lstm_cell(
    input_seqs,
    hidden_state,
    cell_state,
    w_inp,
    w_hid,
    b_inp=None,
    b_hid=None,
    proj=None,
    p_i=None,
    p_f=None,
    p_o=None,
    f_act=_op.sigmoid,
    g_act=_op.tanh,
    h_act=_op.tanh,
    backwards=False,
):
    """The outputs of a layer with long short-term memory (Hochreiter and Schmidhuber, 1997), its last state and cell.

    The gates are input, forget, cell and output. `p_i`, `p_f` and `p_o` are peephole weights from the cell to the gates.
    `proj` is the weight of the projection of the state.
    """
    outputs = []
    for x in _in_order(input_seqs, backwards):
        weights = _op.concatenate([w_inp, w_hid], axis=1)
        gates = _op.nn.dense(_op.concatenate([x, hidden_state], axis=1), weights)
        gates = _with(_with(gates, b_inp), b_hid)
        into, forget, new, out = _op.split(gates, 4, axis=-1)
        if p_i is not None and p_f is not None:
            into, forget = into + p_i * cell_state, forget + p_f * cell_state
        cell_state = f_act(forget) * cell_state + f_act(into) * g_act(new)
        if p_o is not None:
            out = out + p_o * cell_state
        hidden_state = f_act(out) * h_act(cell_state)
        if proj is not None:
            hidden_state = _op.nn.dense(hidden_state, proj)
        outputs.append(hidden_state)
    return outputs, hidden_state, cell_state
