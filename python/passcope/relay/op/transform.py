"""Functions over shapes and elements that do more than make a single call."""

# pylint: disable=redefined-builtin
from ..expr import Constant, Tuple, const
from . import annotation
from ._build import FUNCTIONS, as_tuple, constant, data_type, is_expr, items, listed, made_of_table, make

_shape_of, _where = FUNCTIONS["shape_of"], FUNCTIONS["where"]


def cast(data, dtype):
    """Casts the elements of a tensor to another data type."""
    return make("cast", [data], {"dtype": data_type(dtype)})


def device_copy(data, src_device, dst_device):
    """Copies a tensor from one device to another."""
    devices = {"src_virtual_device": src_device, "dst_virtual_device": dst_device}
    attrs = {name: annotation.virtual_device(device) for name, device in devices.items()}
    return make("device_copy", [data], attrs)


def cast_like(data, dtype_like):
    """Casts the elements of a tensor to the data type of another one."""
    return make("cast_like", [data, dtype_like])


def reinterpret(data, dtype):
    """The same bits as elements of another data type of the same width."""
    return make("reinterpret", [data], {"dtype": data_type(dtype)})


def sliding_window(data, axis, window_shape, strides):
    """Windows of a tensor, as additional axes."""
    return make(
        "sliding_window", [data], {"axis": axis, "window_shape": window_shape, "strides": strides}
    )


def expand_dims(data, axis, num_newaxis=1):
    """Inserts axes of size 1. If the axis is an expression, makes a call of the dynamic operator."""
    if is_expr(axis):
        return make("dyn.expand_dims", [data, axis], {"num_newaxis": num_newaxis})
    if not isinstance(axis, int):
        raise ValueError(f"Unknown type for axis: {type(axis)}")
    return make("expand_dims", [data], {"axis": axis, "num_newaxis": num_newaxis})


def squeeze(data, axis=None):
    """Removes axes of size 1: all, or the given ones."""
    axis = listed(axis)
    if is_expr(axis):
        return make("dyn.squeeze", [data, axis])
    return make("squeeze", [data], {"axis": axis})


def reshape(data, newshape, allowzero=False):
    """The same elements in another shape. As in TVM, 0, -1, -2, -3 and -4 have special meanings."""
    newshape = listed(newshape)
    if is_expr(newshape):
        return make("dyn.reshape", [data, newshape], {"allowzero": allowzero})
    newshape = [int(dim) for dim in newshape]
    return make("reshape", [data], {"newshape": newshape, "allowzero": allowzero})


def reverse_reshape(data, newshape):
    """Like reshape, with the special numbers read from the right."""
    return make("contrib_reverse_reshape", [data], {"newshape": listed(newshape)})


def full(fill_value, shape=(), dtype=""):
    """A tensor filled with one value."""
    shape = listed(shape)
    if is_expr(shape):
        return make("dyn.full", [fill_value, shape], {"dtype": dtype})
    return make("full", [fill_value], {"shape": shape, "dtype": dtype})


def arange(start, stop=None, step=None, dtype="float32"):
    """Numbers from `start` to `stop`, without `stop`."""
    if step is None:
        step = const(1, dtype)
    if stop is None:
        start, stop = const(0, dtype), start
    # The attributes repeat the expressions, so that type inference knows the number of elements.
    attrs = {"start": start, "stop": stop, "step": step, "dtype": data_type(dtype)}
    return make("arange", [start, stop, step], attrs)


def collapse_sum_to(data, shape):
    """Sums a tensor to a shape that broadcasts to its own."""
    known = listed(shape)
    if is_expr(known):
        return make("collapse_sum_to", [data, shape])
    return make("collapse_sum_to", [data, constant(known, "int32")], {"shape": known})


def meshgrid(data, indexing="ij"):
    """The grid that vectors span."""
    data = list(data)
    return items(make("meshgrid", [Tuple(data)], {"indexing": indexing}), len(data))


def split(data, indices_or_sections, axis=0):
    """Splits a tensor along an axis into equal parts, or at indices."""
    sections = isinstance(indices_or_sections, int)
    count = indices_or_sections if sections else len(indices_or_sections) + 1
    made = make("split", [data], {"indices_or_sections": indices_or_sections, "axis": axis})
    return items(made, int(count))


def strided_slice(data, begin, end, strides=None, axes=None, slice_mode="end"):
    """A part of a tensor. As in TVM, expressions as bounds make a call of the dynamic operator."""
    begin, end, strides = listed(begin), listed(end), listed(strides) or [1]
    if not any(is_expr(value) for value in (begin, end, strides)):
        attrs = {"begin": begin, "end": end, "strides": strides}
        return make("strided_slice", [data], {**attrs, "slice_mode": slice_mode, "axes": axes})
    if axes is not None:
        raise AssertionError("Axes argument for dynamic parameter slicing is not supported yet.")
    begin, end, strides = constant(begin), constant(end), constant(strides)
    # Negative bounds count from the end. No bound may be beyond the end.
    sizes = FUNCTIONS["slice_like"](cast_like(_shape_of(data), begin), begin)
    begin = _where(begin < cast_like(const(0), begin), begin + sizes, begin)
    begin = _where(begin >= sizes, sizes, begin)
    return make("dyn.strided_slice", [data, begin, end, strides], {"slice_mode": slice_mode})


def strided_set(data, v, begin, end, strides=None):
    """Replaces a part of a tensor."""
    strides = const([1], "int32") if strides is None else strides
    bounds = [constant(list(b) if isinstance(b, tuple) else b) for b in (begin, end, strides)]
    return make("strided_set", [data, v, *bounds])


def one_hot(indices, on_value, off_value, depth, axis, dtype):
    """For each index a vector with one value at the index, and another value elsewhere."""
    if isinstance(depth, Constant):
        depth = depth.data.numpy().item()
    attrs = {"axis": axis, "dtype": data_type(dtype)}
    if is_expr(depth):
        return make("dyn.one_hot", [indices, on_value, off_value, depth], attrs)
    return make("one_hot", [indices, on_value, off_value], {**attrs, "depth": depth})


def sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value=0):
    """A tensor of values at indices, and a default elsewhere."""
    if not is_expr(default_value):
        default_value = const(default_value)
    if is_expr(output_shape):
        inputs = [sparse_indices, sparse_values, default_value, output_shape]
        return make("dyn.sparse_to_dense", inputs)
    inputs = [sparse_indices, sparse_values, default_value]
    return make("sparse_to_dense", inputs, {"output_shape": output_shape})


def matrix_set_diag(data, diagonal, k=0, align="RIGHT_LEFT"):
    """Replaces diagonals of matrices."""
    bounds = list(k) if isinstance(k, (tuple, list)) else [k]
    attrs = {"k1": bounds[0], "k2": bounds[1] if len(bounds) > 1 else bounds[0]}
    attrs["super_diag_right_align"] = align[:5] == "RIGHT"
    attrs["sub_diag_right_align"] = align[-5:] == "RIGHT"
    return make("matrix_set_diag", [data, diagonal], attrs)


def adv_index(inputs):
    """The elements at positions that tensors of indices give, as numpy's advanced indexing."""
    return make("adv_index", [as_tuple(inputs)])


def sparse_fill_empty_rows(sparse_indices, sparse_values, dense_shape, default_value):
    """A sparse tensor with a value in each row."""
    inputs = [sparse_indices, sparse_values, dense_shape, default_value]
    indices, values, empty = items(make("sparse_fill_empty_rows", inputs), 3)
    return Tuple(
        (cast_like(indices, sparse_indices), cast_like(values, sparse_values), cast(empty, "bool"))
    )


def segment_sum(data, segment_ids, num_segments=None):
    """The sums of the rows with the same segment."""
    names = ("add", "concatenate", "max", "reverse", "scatter_add", "tile", "transpose", "zeros")
    add, concatenate, max, reverse, scatter_add, tile, transpose, zeros = (FUNCTIONS[name] for name in names)
    one = cast_like(const([1]), segment_ids)
    if num_segments:
        count = const([num_segments]) if isinstance(num_segments, int) else num_segments
        segments = cast_like(count, segment_ids)
    else:
        segments = add(reshape(max(segment_ids, [0], False, False), -1), one)
    rest = strided_slice(_shape_of(data, "int32"), [1], [-1], slice_mode="size")
    rest = cast_like(rest, segments)
    shape = concatenate([segments, rest], 0)
    tiled = tile(segment_ids, concatenate([reverse(rest, 0), one], 0))
    target = cast_like(zeros(shape, "float64"), data)
    return scatter_add(target, transpose(tiled), data, axis=0)


def unique(data, is_sorted=True, return_counts=False):
    """The distinct elements of a vector, and their positions."""
    attrs = {"sorted": is_sorted, "return_counts": return_counts}
    return items(make("unique", [data], attrs), 5 if return_counts else 4)


def stft(data, n_fft, hop_length=None, win_length=None, window=None, normalized=False, onesided=True):
    """The Fourier transforms of windows of a signal."""
    if window is None:
        window = FUNCTIONS["ones"]([n_fft], "int32")
    attrs = {
        "n_fft": n_fft,
        "hop_length": n_fft // 4 if hop_length is None else hop_length,
        "win_length": n_fft if win_length is None else win_length,
        "normalized": normalized,
        "onesided": onesided,
    }
    return make("stft", [data, window], attrs)


def topk(data, k=1, axis=-1, ret_type="both", is_ascend=False, dtype="int32"):
    """The greatest (or least) elements along an axis, their indices, or both."""
    if isinstance(k, Constant):
        k = k.data.numpy().item()
    attrs = {"axis": axis, "ret_type": ret_type, "is_ascend": is_ascend, "dtype": data_type(dtype)}
    made = make("dyn.topk", [data, k], attrs) if is_expr(k) else make("topk", [data], {**attrs, "k": k})
    return items(made, 2) if ret_type == "both" else made


def __getattr__(name):
    # TVM has the other functions here, too. They are made from the table.
    return made_of_table(__name__, name)
