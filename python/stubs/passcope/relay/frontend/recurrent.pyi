# Made by python/tools/describe.py.
"""Recurrent layers, unrolled: a step for each input of a sequence.

Weights have a row for each output of a gate, the gates one below the other.
"""

from typing import Any

def rnn_cell(input_seqs: Any, hidden_state: Any, w_inp: Any, w_hid: Any, b_inp: Any = None, b_hid: Any = None, backwards: bool = False, act: Any = ...) -> Any:
    """The outputs of a plain layer for a sequence, and its last state: h = act(W x + b + U h + c)."""

def gru_cell(input_seqs: Any, hidden_state: Any, w_inp: Any, w_hid: Any, b_inp: Any = None, b_hid: Any = None, rz_act: Any = ..., n_act: Any = ..., backwards: bool = False, linear_before_reset: bool = True) -> Any:
    """The outputs of a gated recurrent layer (Cho et al., 2014) for a sequence, and its last state.

    Gates are reset, update and new. `linear_before_reset` says whether the reset gate is applied after the state's weights.
    """

def lstm_cell(input_seqs: Any, hidden_state: Any, cell_state: Any, w_inp: Any, w_hid: Any, b_inp: Any = None, b_hid: Any = None, proj: Any = None, p_i: Any = None, p_f: Any = None, p_o: Any = None, f_act: Any = ..., g_act: Any = ..., h_act: Any = ..., backwards: bool = False) -> Any:
    """The outputs of a layer with long short-term memory (Hochreiter and Schmidhuber, 1997), its last state and cell.

    Gates are input, forget, cell and output; `p_i`, `p_f` and `p_o` are weights by which gates see the cell, `proj` are
    weights for the state.
    """
