# Made by python/tools/describe.py.
"""Operators over shapes, indices and single axes with numpy, as references for tests."""

from typing import Any

def softmax_python(a_np: Any, axis: Any = 1) -> Any:
    """The exponentials along an axis, divided by their sum."""

def log_softmax_python(a_np: Any, axis: Any = 1) -> Any:
    """The logarithm of softmax."""

def layer_norm_python(data: Any, gamma: Any, beta: Any, axis: Any, epsilon: Any = 1e-05) -> Any:
    """The data with mean 0 and variance 1 along axes, times gamma, plus beta where there is one."""

def batch_norm(x: Any, gamma: Any, beta: Any, moving_mean: Any, moving_var: Any, axis: Any, epsilon: Any, center: Any, scale: Any) -> Any:
    """The normalised data, and the mean and the variance as they were given."""

def lrn_python(a_np: Any, size: Any, axis: Any, bias: Any, alpha: Any, beta: Any) -> Any:
    """Each element over a power of the squares of its neighbours along an axis (Krizhevsky et al., 2012)."""

def l2_normalize_python(a_np: Any, eps: Any, axis: Any = None) -> Any:
    """The data over the root of the sum of its squares along axes, or of eps where that is greater."""

def batch_matmul(x: Any, y: Any, out_dtype: Any = None, trans_x: bool = False, trans_y: bool = True) -> Any:
    """Products of matrices [B, M, K] and [B, N, K], or [B, K, M] and [B, K, N] as the flags say; a batch may be 1."""

def dense(x: Any, y: Any, bias: Any, use_bias: bool = False, use_relu: bool = False, out_dtype: Any = None) -> Any:
    """x times the transposed y."""

def gather_python(data: Any, axis: Any, indices: Any) -> Any:
    """The elements along an axis that indices of the result's shape say."""

def gather_nd_python(a_np: Any, indices_np: Any) -> Any:
    """The elements or parts whose indices stand along the first axis of `indices_np`."""

def strided_slice_python(data: Any, begin: Any, end: Any, strides: Any, slice_mode: Any = 'end', axes: Any = None) -> Any:
    """A part of an array; with the mode "size" `end` has sizes, those below 0 reach to the end, and strides do not
    count.
    """

def strided_set_python(data: Any, v: Any, begin: Any, end: Any, strides: Any) -> Any:
    """The array with a part of it replaced."""

def slice_axis_python(data: Any, axis: Any, begin: Any, end: Any = None) -> Any:
    """A part along an axis; an end of 0 is the axis' end."""

def sequence_mask(data: Any, valid_length: Any, mask_value: Any, axis: Any) -> Any:
    """The data with `mask_value` behind the valid part of each sequence; `axis` (0 or 1) is that of time, the other
    one that of the batch.
    """

def one_hot(indices: Any, on_value: Any, off_value: Any, depth: Any, axis: Any, dtype: Any) -> Any:
    """For each index a vector along a new axis that has one value there and another one elsewhere."""

def matrix_set_diag(input_np: Any, diagonal: Any, k: Any = 0, align: Any = 'RIGHT_LEFT') -> Any:
    """Matrices with the diagonals from k[0] to k[1] replaced; `align` says at which end of its row a shorter diagonal
    above, and one below the main diagonal, stands.
    """

def searchsorted_ref(sorted_sequence: Any, values: Any, right: Any, out_dtype: Any) -> Any:
    """Where values would stand in sorted vectors: one for all, or one for each."""

def nll_loss(predictions: Any, targets: Any, weights: Any, reduction: Any = 'mean', ignore_index: Any = -100) -> Any:
    """The negative predictions [N, C, …] of the target classes [N, …], weighted; "mean" is over the weights."""

def reorg_python(a_np: Any, stride: Any) -> Any:
    """What YOLO's reorganisation makes of an image [N, C, H, W]: C · stride² channels of a smaller one (Redmon and
    Farhadi, "YOLO9000", 2017).
    """

def depth_to_space_python(data: Any, block_size: Any, mode: Any = 'DCR') -> Any:
    """Channels made blocks of an image [N, C, H, W]; in the mode "CRD" a block's channels stand together."""

def space_to_depth_python(data: Any, block_size: Any) -> Any:
    """Blocks of an image [N, C, H, W] made channels."""

def space_to_batch_nd_python(data: Any, block_shape: Any, pad_before: Any, pad_after: Any, pad_value: Any = 0) -> Any:
    """Blocks of the axes behind the first made items of the batch."""

def batch_to_space_nd_python(data: Any, block_shape: Any, crop_begin_list: Any, crop_end_list: Any) -> Any:
    """Items of the batch made blocks of the axes behind the first, then cropped."""

def lstm_python(Xs: Any, Wi: Any, Wh: Any, Bi: Any = None, Bh: Any = None, h_init: Any = None, c_init: Any = None, proj: Any = None, p_i: Any = None, p_f: Any = None, p_o: Any = None, f_act: Any = 'sigmoid', g_act: Any = 'tanh', h_act: Any = 'tanh', reverse: bool = False, weight_layout: Any = 'IFGO') -> Any:
    """The hidden states and the cells [time, batch, …] of an LSTM (Hochreiter and Schmidhuber, 1997).

    Xs [time, batch, features], Wi [4 · H, features], Wh [4 · H, O]; `weight_layout` orders the gates.
    """
