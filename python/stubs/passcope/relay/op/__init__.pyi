# Made by python/tools/describe.py.
"""Functions that make calls of operators, under TVM's names, with TVM's parameters and defaults."""

from typing import Any

import passcope.relay.expr
from . import annotation as annotation
from . import contrib as contrib
from . import dyn as dyn
from . import image as image
from . import memory as memory
from . import nn as nn
from . import op as op
from . import op_attrs as op_attrs
from . import random as random
from . import vision as vision
from . import vm as vm
from passcope.relay.expr import Op as Op
from passcope.relay.expr import const as const
from . import debugging as debugging
from passcope.relay.op.debugging import debug as debug
from passcope.relay.op.op import OpPattern as OpPattern
from passcope.relay.op.op import get as get
from passcope.relay.op.op import register as register
from passcope.relay.op.op import register_alter_op_layout as register_alter_op_layout
from passcope.relay.op.op import register_compute as register_compute
from passcope.relay.op.op import register_convert_op_layout as register_convert_op_layout
from passcope.relay.op.op import register_external_compiler as register_external_compiler
from passcope.relay.op.op import register_fake_quantization_to_integer as register_fake_quantization_to_integer
from passcope.relay.op.op import register_gradient as register_gradient
from passcope.relay.op.op import register_infer_correct_layout as register_infer_correct_layout
from passcope.relay.op.op import register_legalize as register_legalize
from passcope.relay.op.op import register_mixed_precision_conversion as register_mixed_precision_conversion
from passcope.relay.op.op import register_optional_fake_quantization_to_integer as register_optional_fake_quantization_to_integer
from passcope.relay.op.op import register_pattern as register_pattern
from passcope.relay.op.op import register_shape_func as register_shape_func
from passcope.relay.op.op import register_stateful as register_stateful
from passcope.relay.op.op import register_strategy as register_strategy
from . import strategies as strategies
from passcope.relay.op.strategies import OpImplementation as OpImplementation
from passcope.relay.op.strategies import OpSpecialization as OpSpecialization
from passcope.relay.op.strategies import OpStrategy as OpStrategy
from passcope.relay.op.strategies import register_broadcast_schedule as register_broadcast_schedule
from passcope.relay.op.strategies import register_injective_schedule as register_injective_schedule
from passcope.relay.op.strategies import register_reduce_schedule as register_reduce_schedule
from passcope.relay.op.strategies import register_schedule as register_schedule
from . import reduce as reduce
from passcope.relay.op.reduce import logsumexp as logsumexp
from passcope.relay.op.reduce import mean_std as mean_std
from passcope.relay.op.reduce import mean_variance as mean_variance
from passcope.relay.op.reduce import std as std
from passcope.relay.op.reduce import variance as variance
from . import transform as transform
from passcope.relay.op.transform import adv_index as adv_index
from passcope.relay.op.transform import arange as arange
from passcope.relay.op.transform import cast as cast
from passcope.relay.op.transform import cast_like as cast_like
from passcope.relay.op.transform import collapse_sum_to as collapse_sum_to
from passcope.relay.op.transform import device_copy as device_copy
from passcope.relay.op.transform import expand_dims as expand_dims
from passcope.relay.op.transform import full as full
from passcope.relay.op.transform import matrix_set_diag as matrix_set_diag
from passcope.relay.op.transform import meshgrid as meshgrid
from passcope.relay.op.transform import one_hot as one_hot
from passcope.relay.op.transform import reinterpret as reinterpret
from passcope.relay.op.transform import reshape as reshape
from passcope.relay.op.transform import reverse_reshape as reverse_reshape
from passcope.relay.op.transform import segment_sum as segment_sum
from passcope.relay.op.transform import sliding_window as sliding_window
from passcope.relay.op.transform import sparse_fill_empty_rows as sparse_fill_empty_rows
from passcope.relay.op.transform import sparse_to_dense as sparse_to_dense
from passcope.relay.op.transform import split as split
from passcope.relay.op.transform import squeeze as squeeze
from passcope.relay.op.transform import stft as stft
from passcope.relay.op.transform import strided_set as strided_set
from passcope.relay.op.transform import strided_slice as strided_slice
from passcope.relay.op.transform import topk as topk
from passcope.relay.op.transform import unique as unique
from . import rules as rules

FUNCTIONS: Any

def log(data: Any) -> passcope.relay.expr.Call:
    """The natural logarithm.

    data: The input tensor.
    """

def log2(data: Any) -> passcope.relay.expr.Call:
    """The logarithm to base 2.

    data: The input tensor.
    """

def log10(data: Any) -> passcope.relay.expr.Call:
    """The logarithm to base 10.

    data: The input tensor.
    """

def tan(data: Any) -> passcope.relay.expr.Call:
    """The tangent.

    data: The input tensor.
    """

def cos(data: Any) -> passcope.relay.expr.Call:
    """The cosine.

    data: The input tensor.
    """

def cosh(data: Any) -> passcope.relay.expr.Call:
    """The hyperbolic cosine.

    data: The input tensor.
    """

def sin(data: Any) -> passcope.relay.expr.Call:
    """The sine.

    data: The input tensor.
    """

def sinh(data: Any) -> passcope.relay.expr.Call:
    """The hyperbolic sine.

    data: The input tensor.
    """

def acos(data: Any) -> passcope.relay.expr.Call:
    """The inverse of the cosine.

    data: The input tensor.
    """

def acosh(data: Any) -> passcope.relay.expr.Call:
    """The inverse of the hyperbolic cosine.

    data: The input tensor.
    """

def asin(data: Any) -> passcope.relay.expr.Call:
    """The inverse of the sine.

    data: The input tensor.
    """

def asinh(data: Any) -> passcope.relay.expr.Call:
    """The inverse of the hyperbolic sine.

    data: The input tensor.
    """

def atan(data: Any) -> passcope.relay.expr.Call:
    """The inverse of the tangent.

    data: The input tensor.
    """

def atanh(data: Any) -> passcope.relay.expr.Call:
    """The inverse of the hyperbolic tangent.

    data: The input tensor.
    """

def exp(data: Any) -> passcope.relay.expr.Call:
    """The exponential function.

    data: The input tensor.
    """

def erf(data: Any) -> passcope.relay.expr.Call:
    """The Gauss error function.

    data: The input tensor.
    """

def sqrt(data: Any) -> passcope.relay.expr.Call:
    """The square root.

    data: The input tensor.
    """

def rsqrt(data: Any) -> passcope.relay.expr.Call:
    """One divided by the square root.

    data: The input tensor.
    """

def sigmoid(data: Any) -> passcope.relay.expr.Call:
    """1 / (1 + exp(-x)).

    data: The input tensor.
    """

def floor(data: Any) -> passcope.relay.expr.Call:
    """The greatest whole number that is not greater.

    data: The input tensor.
    """

def ceil(data: Any) -> passcope.relay.expr.Call:
    """The least whole number that is not less.

    data: The input tensor.
    """

def trunc(data: Any) -> passcope.relay.expr.Call:
    """The number without its fraction.

    data: The input tensor.
    """

def round(data: Any) -> passcope.relay.expr.Call:
    """The nearest whole number.

    data: The input tensor.
    """

def abs(data: Any) -> passcope.relay.expr.Call:
    """The absolute value.

    data: The input tensor.
    """

def sign(data: Any) -> passcope.relay.expr.Call:
    """-1, 0 or 1, as the input is negative, zero or positive.

    data: The input tensor.
    """

def tanh(data: Any) -> passcope.relay.expr.Call:
    """The hyperbolic tangent.

    data: The input tensor.
    """

def negative(data: Any) -> passcope.relay.expr.Call:
    """The number with the opposite sign.

    data: The input tensor.
    """

def logical_not(data: Any) -> passcope.relay.expr.Call:
    """Whether the input is false.

    data: The input tensor.
    """

def bitwise_not(data: Any) -> passcope.relay.expr.Call:
    """All bits flipped.

    data: The input tensor.
    """

def add(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The sum.

    lhs: The left operand.
    rhs: The right operand.
    """

def subtract(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The difference.

    lhs: The left operand.
    rhs: The right operand.
    """

def multiply(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The product.

    lhs: The left operand.
    rhs: The right operand.
    """

def divide(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The quotient; integers are rounded toward zero.

    lhs: The left operand.
    rhs: The right operand.
    """

def floor_divide(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The quotient, rounded down.

    lhs: The left operand.
    rhs: The right operand.
    """

def trunc_divide(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The quotient, rounded toward zero.

    lhs: The left operand.
    rhs: The right operand.
    """

def power(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The first operand to the power of the second.

    lhs: The left operand.
    rhs: The right operand.
    """

def mod(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The remainder of divide, with the sign of the dividend.

    lhs: The left operand.
    rhs: The right operand.
    """

def floor_mod(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The remainder of floor_divide, with the sign of the divisor.

    lhs: The left operand.
    rhs: The right operand.
    """

def trunc_mod(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The remainder of trunc_divide, with the sign of the dividend.

    lhs: The left operand.
    rhs: The right operand.
    """

def logical_and(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether both are true.

    lhs: The left operand.
    rhs: The right operand.
    """

def logical_or(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether one or both are true.

    lhs: The left operand.
    rhs: The right operand.
    """

def logical_xor(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether exactly one is true.

    lhs: The left operand.
    rhs: The right operand.
    """

def bitwise_and(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The bits set in both.

    lhs: The left operand.
    rhs: The right operand.
    """

def bitwise_or(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The bits set in one or both.

    lhs: The left operand.
    rhs: The right operand.
    """

def bitwise_xor(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The bits set in exactly one.

    lhs: The left operand.
    rhs: The right operand.
    """

def equal(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether the two are equal.

    lhs: The left operand.
    rhs: The right operand.
    """

def not_equal(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether the two differ.

    lhs: The left operand.
    rhs: The right operand.
    """

def less(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether the first is less.

    lhs: The left operand.
    rhs: The right operand.
    """

def less_equal(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether the first is less or equal.

    lhs: The left operand.
    rhs: The right operand.
    """

def greater(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether the first is greater.

    lhs: The left operand.
    rhs: The right operand.
    """

def greater_equal(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """Whether the first is greater or equal.

    lhs: The left operand.
    rhs: The right operand.
    """

def maximum(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The greater of the two.

    lhs: The left operand.
    rhs: The right operand.
    """

def minimum(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The lesser of the two.

    lhs: The left operand.
    rhs: The right operand.
    """

def right_shift(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The first operand's bits moved right by the second.

    lhs: The left operand.
    rhs: The right operand.
    """

def left_shift(lhs: Any, rhs: Any) -> passcope.relay.expr.Call:
    """The first operand's bits moved left by the second.

    lhs: The left operand.
    rhs: The right operand.
    """

def zeros(shape: Any, dtype: Any) -> passcope.relay.expr.Call:
    """A tensor of zeros.

    shape: The shape of the result.
    dtype: The data type of the result.
    """

def zeros_like(data: Any) -> passcope.relay.expr.Call:
    """Zeros in the shape and data type of the input.

    data: The input tensor.
    """

def ones(shape: Any, dtype: Any) -> passcope.relay.expr.Call:
    """A tensor of ones.

    shape: The shape of the result.
    dtype: The data type of the result.
    """

def ones_like(data: Any) -> passcope.relay.expr.Call:
    """Ones in the shape and data type of the input.

    data: The input tensor.
    """

def clip(a: Any, a_min: float, a_max: float) -> passcope.relay.expr.Call:
    """The input, bounded below and above.

    a_min: The least result.
    a_max: The greatest result.
    """

def fixed_point_multiply(data: Any, multiplier: int, shift: int) -> passcope.relay.expr.Call:
    """The input multiplied by a fixed-point factor, rounded.

    data: The input tensor.
    multiplier: The mantissa of the factor, as a fraction of 2 to the 31.
    shift: The exponent of the factor.
    """

def concatenate(data: Any, axis: int) -> passcope.relay.expr.Call:
    """The tensors joined along an axis.

    data: The tensors.
    axis: The axis; a negative one counts from the last.
    """

def einsum(data: Any, equation: str) -> passcope.relay.expr.Call:
    """Sums of products, by an equation in Einstein's notation.

    data: The operands.
    equation: The labels of the axes, as in "ij,jk->ik".
    """

def stack(data: Any, axis: int) -> passcope.relay.expr.Call:
    """The tensors joined along a new axis.

    data: The tensors.
    axis: The new axis in the result.
    """

def copy(data: Any) -> passcope.relay.expr.Call:
    """The input, in memory of its own.

    data: The input tensor.
    """

def shape_of(data: Any, dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """The shape of the input, as a tensor.

    data: The input tensor.
    dtype: The data type of the result.
    """

def ndarray_size(data: Any, dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """The number of elements of the input.

    data: The input tensor.
    dtype: The data type of the result.
    """

def isnan(data: Any) -> passcope.relay.expr.Call:
    """Whether the input is not a number.

    data: The input tensor.
    """

def isfinite(data: Any) -> passcope.relay.expr.Call:
    """Whether the input is neither infinite nor NaN.

    data: The input tensor.
    """

def isinf(data: Any) -> passcope.relay.expr.Call:
    """Whether the input is infinite.

    data: The input tensor.
    """

def transpose(data: Any, axes: Any = None) -> passcope.relay.expr.Call:
    """The input with its axes in another order.

    data: The input tensor.
    axes: For each axis of the result, the axis of the data; none reverses the axes.
    """

def argwhere(condition: Any) -> passcope.relay.expr.Call:
    """The positions of the elements that are true.

    condition: The tensor.
    """

def scatter(data: Any, indices: Any, updates: Any, axis: int) -> passcope.relay.expr.Call:
    """The input with values put in at indices along an axis.

    data: The input tensor.
    indices: The indices.
    updates: The values that are put in.
    axis: The axis; a negative one counts from the last.
    """

def scatter_add(data: Any, indices: Any, updates: Any, axis: int) -> passcope.relay.expr.Call:
    """The input with values added at indices along an axis.

    data: The input tensor.
    indices: The indices.
    updates: The values that are put in.
    axis: The axis; a negative one counts from the last.
    """

def scatter_nd(data: Any, indices: Any, updates: Any, mode: str = 'update') -> passcope.relay.expr.Call:
    """The input with values put in at positions given by several indices.

    data: The input tensor.
    indices: The indices.
    updates: The values that are put in.
    mode: What happens to the old value: update or add.
    """

def reshape_like(data: Any, shape_like: Any, lhs_begin: int = 0, lhs_end: int | None | None = None, rhs_begin: int = 0, rhs_end: int | None | None = None) -> passcope.relay.expr.Call:
    """The same elements in the shape of another tensor.

    data: The input tensor.
    shape_like: The tensor whose shape is taken.
    lhs_begin: The first axis of the data that is reshaped.
    lhs_end: The axis of the data behind the last one reshaped; none is all.
    rhs_begin: The first axis of the other tensor whose size is taken.
    rhs_end: The axis of the other tensor behind the last one taken; none is all.
    """

def take(data: Any, indices: Any, axis: int | None | None = None, batch_dims: int = 0, mode: str = 'clip') -> passcope.relay.expr.Call:
    """Elements at indices along an axis.

    data: The input tensor.
    indices: The indices.
    axis: The axis that is indexed; none takes from the flattened data.
    batch_dims: How many leading axes the data and the indices have in common.
    mode: What an index out of range means: clip to the range, wrap around, or fast (there are none).
    """

def full_like(data: Any, fill_value: Any) -> passcope.relay.expr.Call:
    """A tensor of one value in the shape and data type of another.

    data: The input tensor.
    fill_value: The value, a scalar.
    """

def repeat(data: Any, repeats: int, axis: int | None) -> passcope.relay.expr.Call:
    """Each element several times, along an axis.

    data: The input tensor.
    repeats: How often each element comes.
    axis: The axis along which elements are repeated; none flattens the data.
    """

def tile(data: Any, reps: Any) -> passcope.relay.expr.Call:
    """The input several times, side by side.

    data: The input tensor.
    reps: For each axis, how often the data comes.
    """

def reverse(data: Any, axis: int | None) -> passcope.relay.expr.Call:
    """The elements in the opposite order along an axis.

    data: The input tensor.
    axis: The axis; a negative one counts from the last.
    """

def reverse_sequence(data: Any, seq_lengths: Any, seq_axis: int = 1, batch_axis: int = 0) -> passcope.relay.expr.Call:
    """Sequences of different lengths, each in the opposite order.

    data: The input tensor.
    seq_lengths: The length of each sequence.
    seq_axis: The axis along which elements are reversed.
    batch_axis: The axis along which the sequences lie.
    """

def where(condition: Any, x: Any, y: Any) -> passcope.relay.expr.Call:
    """Elements of one tensor where a condition holds, of another where not.

    condition: The condition.
    x: The values where it holds.
    y: The values where it does not.
    """

def broadcast_to(data: Any, shape: Any) -> passcope.relay.expr.Call:
    """The input repeated to fill a shape.

    data: The input tensor.
    shape: The shape of the result.
    """

def broadcast_to_like(data: Any, broadcast_type: Any) -> passcope.relay.expr.Call:
    """The input repeated to fill the shape of another tensor.

    data: The input tensor.
    broadcast_type: The tensor whose shape is taken.
    """

def collapse_sum_like(data: Any, collapse_type: Any) -> passcope.relay.expr.Call:
    """The input summed up to the shape of another tensor, the reverse of broadcasting.

    data: The input tensor.
    collapse_type: The tensor whose shape is taken.
    """

def slice_like(data: Any, shape_like: Any, axes: Any = None) -> passcope.relay.expr.Call:
    """The input cut to the shape of another tensor.

    data: The input tensor.
    shape_like: The tensor whose shape is taken.
    axes: The axes that are cut; none is all.
    """

def layout_transform(data: Any, src_layout: str, dst_layout: str) -> passcope.relay.expr.Call:
    """The input in another layout.

    data: The input tensor.
    src_layout: The layout of the data, such as NCHW.
    dst_layout: The layout of the result, such as NCHW4c.
    """

def gather(data: Any, axis: int | None, indices: Any) -> passcope.relay.expr.Call:
    """For each place the element at its index along an axis.

    data: The input tensor.
    axis: The axis; a negative one counts from the last.
    indices: The indices.
    """

def gather_nd(data: Any, indices: Any, batch_dims: int = 0, index_rank: int | None | None = None) -> passcope.relay.expr.Call:
    """Elements or slices at positions given by several indices.

    data: The input tensor.
    indices: The indices.
    batch_dims: How many leading axes the data and the indices have in common.
    index_rank: How many indices make a position; needed when the shape does not say.
    """

def sequence_mask(data: Any, valid_length: Any, mask_value: float = 0, axis: int = 0) -> passcope.relay.expr.Call:
    """Sequences with a value put in behind the end of each.

    data: The input tensor.
    valid_length: The length of each sequence.
    mask_value: What stands behind the end of a sequence.
    axis: The axis of time, 0 or 1.
    """

def unravel_index(indices: Any, shape: Any) -> passcope.relay.expr.Call:
    """Positions in a shape for indices into its elements.

    shape: The shape, a vector.
    """

def sparse_reshape(sparse_indices: Any, prev_shape: Any, new_shape: Any) -> passcope.relay.expr.TupleWrapper:
    """The positions of elements as they count in another shape, and that shape.

    sparse_indices: The positions, one per row.
    prev_shape: The shape they are in.
    new_shape: The shape they get; one size may be -1.
    """

def cumsum(data: Any, axis: int | None | None = None, dtype: Any = None, exclusive: bool | None = None) -> passcope.relay.expr.Call:
    """The sums of all elements up to each.

    data: The input tensor.
    axis: The axis; none goes over the flattened data.
    dtype: The data type of the result.
    exclusive: Whether an element itself does not count.
    """

def cumprod(data: Any, axis: int | None | None = None, dtype: Any = None, exclusive: bool | None = None) -> passcope.relay.expr.Call:
    """The products of all elements up to each.

    data: The input tensor.
    axis: The axis; none goes over the flattened data.
    dtype: The data type of the result.
    exclusive: Whether an element itself does not count.
    """

def invert_permutation(data: Any) -> passcope.relay.expr.Call:
    """The permutation that undoes another one.

    data: The input tensor.
    """

def trilu(data: Any, k: Any, upper: bool = True) -> passcope.relay.expr.Call:
    """The upper or lower triangle of matrices.

    data: The input tensor.
    k: The diagonal where it begins, a scalar.
    upper: Whether the upper triangle is kept, not the lower one.
    """

def argmax(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False, select_last_index: bool = False) -> passcope.relay.expr.Call:
    """The index of the greatest element; the first one of equals.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    select_last_index: Whether the last of equal elements is taken, not the first.
    """

def argmin(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False, select_last_index: bool = False) -> passcope.relay.expr.Call:
    """The index of the least element; the first one of equals.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    select_last_index: Whether the last of equal elements is taken, not the first.
    """

def sum(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """The sum.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def all(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """Whether all elements are true.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def any(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """Whether some element is true.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def max(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """The greatest element.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def min(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """The least element.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def mean(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """The average.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def prod(data: Any, axis: Any = None, keepdims: bool = False, exclude: bool = False) -> passcope.relay.expr.Call:
    """The product.

    data: The input tensor.
    axis: The axes that are reduced; all when left out.
    keepdims: Whether the reduced axes stay, with the size 1.
    exclude: Whether the axes named are those that are not reduced.
    """

def sort(data: Any, axis: int = -1, is_ascend: int = 1) -> passcope.relay.expr.Call:
    """The elements ordered along an axis.

    data: The input tensor.
    axis: The axis; a negative one counts from the last.
    is_ascend: Whether the least comes first.
    """

def argsort(data: Any, axis: int = -1, is_ascend: int = 1, dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """The indices that order the elements along an axis.

    data: The input tensor.
    axis: The axis; a negative one counts from the last.
    is_ascend: Whether the least comes first.
    dtype: The data type of the result.
    """

def searchsorted(sorted_sequence: Any, values: Any, right: bool = False, dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """Where values belong in a sorted sequence.

    sorted_sequence: The sequence, ascending along the last axis.
    values: The values that are looked for.
    right: Whether a value comes behind elements that equal it, not before them.
    dtype: The data type of the result.
    """
