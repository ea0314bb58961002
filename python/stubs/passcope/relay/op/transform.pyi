# Made by python/tools/describe.py.
"""Functions over shapes and elements that do more than make one call."""

from typing import Any

from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import RelayExpr as RelayExpr
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import const as const
from passcope.relay.op import annotation as annotation

def cast(data: Any, dtype: Any) -> Any:
    """The tensor with its elements in another data type."""

def device_copy(data: Any, src_device: Any, dst_device: Any) -> Any:
    """The tensor copied from one device to another."""

def cast_like(data: Any, dtype_like: Any) -> Any:
    """The tensor with its elements in the data type of another one."""

def reinterpret(data: Any, dtype: Any) -> Any:
    """The same bits as elements of another data type of the same width."""

def sliding_window(data: Any, axis: Any, window_shape: Any, strides: Any) -> Any:
    """Windows of a tensor, as further axes."""

def expand_dims(data: Any, axis: Any, num_newaxis: Any = 1) -> Any:
    """The tensor with axes of size 1 inserted; an expression as axis makes the dynamic operator."""

def squeeze(data: Any, axis: Any = None) -> Any:
    """The tensor without axes of size 1: all, or those that are given."""

def reshape(data: Any, newshape: Any, allowzero: bool = False) -> Any:
    """The same elements in another shape; 0, -1, -2, -3 and -4 have their meanings in TVM."""

def reverse_reshape(data: Any, newshape: Any) -> Any:
    """As reshape, with its special numbers read from the right."""

def full(fill_value: Any, shape: Any = (), dtype: Any = '') -> Any:
    """A tensor filled with one value."""

def arange(start: Any, stop: Any = None, step: Any = None, dtype: Any = 'float32') -> Any:
    """Numbers from a start up to a stop, which is left out."""

def collapse_sum_to(data: Any, shape: Any) -> Any:
    """The tensor summed up to a shape that broadcasts to its own."""

def meshgrid(data: Any, indexing: Any = 'ij') -> Any:
    """The grid that vectors span."""

def split(data: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """The tensor in parts along an axis: so many equal ones, or from each index on."""

def strided_slice(data: Any, begin: Any, end: Any, strides: Any = None, axes: Any = None, slice_mode: Any = 'end') -> Any:
    """A part of a tensor. With expressions as bounds it is the dynamic operator, as in TVM."""

def strided_set(data: Any, v: Any, begin: Any, end: Any, strides: Any = None) -> Any:
    """The tensor with a part of it replaced."""

def one_hot(indices: Any, on_value: Any, off_value: Any, depth: Any, axis: Any, dtype: Any) -> Any:
    """For each index a vector that has one value there and another one elsewhere."""

def sparse_to_dense(sparse_indices: Any, output_shape: Any, sparse_values: Any, default_value: Any = 0) -> Any:
    """A tensor of values at indices, and a default elsewhere."""

def matrix_set_diag(data: Any, diagonal: Any, k: Any = 0, align: Any = 'RIGHT_LEFT') -> Any:
    """Matrices with diagonals replaced."""

def adv_index(inputs: Any) -> Any:
    """The elements at the places that tensors of indices say, as numpy's advanced indexing."""

def sparse_fill_empty_rows(sparse_indices: Any, sparse_values: Any, dense_shape: Any, default_value: Any) -> Any:
    """A sparse tensor with a value in each row."""

def segment_sum(data: Any, segment_ids: Any, num_segments: Any = None) -> Any:
    """The sums of the rows that have the same segment."""

def unique(data: Any, is_sorted: bool = True, return_counts: bool = False) -> Any:
    """The different elements of a vector, and where they are."""

def stft(data: Any, n_fft: Any, hop_length: Any = None, win_length: Any = None, window: Any = None, normalized: bool = False, onesided: bool = True) -> Any:
    """The Fourier transforms of windows of a signal."""

def topk(data: Any, k: Any = 1, axis: Any = -1, ret_type: Any = 'both', is_ascend: bool = False, dtype: Any = 'int32') -> Any:
    """The greatest (or least) elements along an axis, their indices, or both."""
