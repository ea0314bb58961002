"""Operators over shapes, indices and single axes with numpy, as references for tests."""

import numpy as np


def softmax_python(a_np, axis=1):
    """The exponentials along an axis, divided by their sum."""
    powers = np.exp(a_np - a_np.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def log_softmax_python(a_np, axis=1):
    """The logarithm of softmax."""
    moved = a_np - a_np.max(axis=axis, keepdims=True)
    return moved - np.log(np.exp(moved).sum(axis=axis, keepdims=True))


def layer_norm_python(data, gamma, beta, axis, epsilon=1e-5):
    """Normalises the data to mean 0 and variance 1 along axes, times gamma, plus beta if there is one."""
    mean, variance = data.mean(axis, keepdims=True), data.var(axis, keepdims=True)
    result = (data - mean) / np.sqrt(variance + epsilon) * gamma
    return result if beta is None else result + beta


def batch_norm(x, gamma, beta, moving_mean, moving_var, axis, epsilon, center, scale):
    """The normalised data, and the given mean and variance."""
    shape = [1] * x.ndim
    shape[axis] = x.shape[axis]
    result = (x - moving_mean.reshape(shape)) / np.sqrt(moving_var.reshape(shape) + epsilon)
    if scale:
        result = result * gamma.reshape(shape)
    if center:
        result = result + beta.reshape(shape)
    return [result, moving_mean, moving_var]


def lrn_python(a_np, size, axis, bias, alpha, beta):
    """Divides each element by a power of the sum of its neighbours' squares along an axis (Krizhevsky et al., 2012)."""
    pads = [(0, 0)] * a_np.ndim
    pads[axis] = (size // 2, size // 2)
    squares = np.pad(np.square(a_np), pads)
    windows = np.lib.stride_tricks.sliding_window_view(squares, 2 * (size // 2) + 1, axis=axis)
    return a_np / np.power(bias + alpha * windows.sum(axis=-1) / size, beta)


def l2_normalize_python(a_np, eps, axis=None):
    """Divides the data by the root of the sum of its squares along axes, or of eps if that is greater."""
    return a_np / np.sqrt(np.maximum(np.square(a_np).sum(axis, keepdims=True), eps))


def batch_matmul(x, y, out_dtype=None, trans_x=False, trans_y=True):
    """Products of matrices [B, M, K] and [B, N, K], or [B, K, M] and [B, K, N], by the flags. A batch can have size 1."""
    dtype = out_dtype or x.dtype
    x, y = x.astype(dtype), y.astype(dtype)
    return np.matmul(x.swapaxes(1, 2) if trans_x else x, y.swapaxes(1, 2) if trans_y else y)


def dense(x, y, bias, use_bias=False, use_relu=False, out_dtype=None):
    """x times the transposed y."""
    dtype = out_dtype or x.dtype
    result = x.astype(dtype) @ y.T.astype(dtype)
    if use_bias:
        result = result + bias
    return np.maximum(result, 0) if use_relu else result


def gather_python(data, axis, indices):
    """The elements along an axis at indices, which have the result's shape."""
    places = list(np.indices(indices.shape, sparse=True))
    places[axis] = indices
    return data[tuple(places)]


def gather_nd_python(a_np, indices_np):
    """The elements or parts at indices, which are along the first axis of `indices_np`."""
    return a_np[tuple(indices_np.astype("int64"))]


def _slices(rank, begin, end, strides):
    get = lambda values, i: values[i] if i < len(values) else None
    return tuple(slice(get(begin, i), get(end, i), get(strides, i)) for i in range(rank))


def strided_slice_python(data, begin, end, strides, slice_mode="end", axes=None):
    """A part of an array. With the mode "size", `end` has sizes; negative ones mean to the end, and strides are ignored."""
    strides = list(strides) if strides is not None else []
    begin, end = list(begin), list(end)
    if axes is not None:
        place = {axis: i for i, axis in enumerate(axes)}
        starts = [begin[place[i]] if i in place else 0 for i in range(data.ndim)]
        ends = [end[place[i]] if i in place else size for i, size in enumerate(data.shape)]
        strides = [
            strides[place[i]] if i in place and place[i] < len(strides) else 1
            for i in range(data.ndim)
        ]
        begin, end = starts, ends
    if slice_mode == "size":
        end = [None if size < 0 else begin[i] + size for i, size in enumerate(end)]
        strides = []
    return data[_slices(data.ndim, begin, end, strides)]


def strided_set_python(data, v, begin, end, strides):
    """Replaces a part of an array."""
    result = data.copy()
    result[_slices(data.ndim, begin, end, [] if strides is None else strides)] = v
    return result


def slice_axis_python(data, axis, begin, end=None):
    """A part along an axis. An end of 0 means the axis' end."""
    return data.take(range(data.shape[axis])[begin : end or None], axis=axis)


def sequence_mask(data, valid_length, mask_value, axis):
    """Fills the data after the valid part of each sequence with `mask_value`. `axis` (0 or 1) is the time axis; the other one
    is the batch axis."""
    time, batch = [1] * data.ndim, [1] * data.ndim
    time[axis], batch[1 - axis] = -1, -1
    beyond = np.arange(data.shape[axis]).reshape(time) >= valid_length.reshape(batch)
    return np.where(beyond, np.asarray(mask_value, dtype=data.dtype), data)


def one_hot(indices, on_value, off_value, depth, axis, dtype):
    """For each index a vector along a new axis, with one value at the index and another value elsewhere."""
    at = indices.ndim if axis == -1 else axis
    shape = [1] * (indices.ndim + 1)
    shape[at] = depth
    same = np.expand_dims(indices, at) == np.arange(depth).reshape(shape)
    return np.where(same, on_value, off_value).astype(dtype)


def matrix_set_diag(input_np, diagonal, k=0, align="RIGHT_LEFT"):
    """Replaces the diagonals of matrices from k[0] to k[1]. `align` tells at which end of its row a shorter diagonal is, first
    above the main diagonal, then below it."""
    low, high = (k[0], k[-1]) if isinstance(k, (tuple, list)) else (k, k)
    result = np.array(input_np)
    rows, columns = input_np.shape[-2:]
    given = diagonal[..., np.newaxis, :] if low == high else diagonal
    for number in range(low, high + 1):
        length = min(columns - max(number, 0), rows + min(number, 0))
        right = align[:5] == "RIGHT" if number >= 0 else align[-5:] == "RIGHT"
        offset = diagonal.shape[-1] - length if right and low != high else 0
        i = np.arange(length)
        values = given[..., high - number, offset : offset + length]
        result[..., i - min(number, 0), i + max(number, 0)] = values
    return result


def searchsorted_ref(sorted_sequence, values, right, out_dtype):
    """The insertion positions of values in sorted vectors: one vector for all values, or one for each row."""
    side = "right" if right else "left"
    if sorted_sequence.ndim == 1:
        return np.searchsorted(sorted_sequence, values, side=side).astype(out_dtype)
    rows = zip(
        sorted_sequence.reshape(-1, sorted_sequence.shape[-1]), values.reshape(-1, values.shape[-1])
    )
    found = [np.searchsorted(row, wanted, side=side) for row, wanted in rows]
    return np.array(found, dtype=out_dtype).reshape(values.shape)


def nll_loss(predictions, targets, weights, reduction="mean", ignore_index=-100):
    """The negative predictions [N, C, …] of the target classes [N, …], weighted. "mean" divides by the weights."""
    counted = targets != ignore_index
    classes = np.where(counted, targets, 0)
    chosen = np.take_along_axis(predictions, classes[:, np.newaxis], axis=1)[:, 0]
    shares = np.where(counted, weights[classes], 0)
    losses = -chosen * shares
    if reduction == "mean":
        return losses.sum() / shares.sum()
    return losses.sum() if reduction == "sum" else losses


def reorg_python(a_np, stride):
    """YOLO's reorganisation of an image [N, C, H, W]: C · stride² channels of a smaller image (Redmon and Farhadi, "YOLO9000",
    2017)."""
    batch, channels, height, width = a_np.shape
    outer = channels // (stride * stride)
    k, j, i = np.indices((channels, height, width))
    offset, group = k // outer, k % outer
    row, column = j * stride + offset // stride, i * stride + offset % stride
    index = column + width * stride * (row + height * stride * group)
    flat = a_np.reshape(batch, -1)
    return flat[:, index.ravel()].reshape(
        batch, channels * stride * stride, height // stride, width // stride
    )


def depth_to_space_python(data, block_size, mode="DCR"):
    """Moves channels of an image [N, C, H, W] to blocks. In the mode "CRD", the channels of a block are adjacent."""
    n, c, h, w = data.shape
    depth = c // (block_size * block_size)
    if mode == "DCR":
        parts = data.reshape(n, block_size, block_size, depth, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        parts = data.reshape(n, depth, block_size, block_size, h, w).transpose(0, 1, 4, 2, 5, 3)
    return parts.reshape(n, depth, h * block_size, w * block_size)


def space_to_depth_python(data, block_size):
    """Moves blocks of an image [N, C, H, W] to channels."""
    n, c, h, w = data.shape
    height, width = h // block_size, w // block_size
    parts = data.reshape(n, c, height, block_size, width, block_size).transpose(0, 3, 5, 1, 2, 4)
    return parts.reshape(n, c * block_size * block_size, height, width)


def space_to_batch_nd_python(data, block_shape, pad_before, pad_after, pad_value=0):
    """Moves blocks of the axes after the first one to the batch."""
    count = len(block_shape)
    rest = data.ndim - 1 - count
    pads = [(0, 0), *zip(pad_before, pad_after), *[(0, 0)] * rest]
    padded = np.pad(data, pads, constant_values=pad_value)
    shape = [padded.shape[0]]
    for size, block in zip(padded.shape[1:], block_shape):
        shape += [size // block, block]
    parts = padded.reshape(*shape, *padded.shape[1 + count :])
    order = [2 * i + 2 for i in range(count)] + [0] + [2 * i + 1 for i in range(count)]
    parts = parts.transpose(order + list(range(2 * count + 1, parts.ndim)))
    return parts.reshape(-1, *parts.shape[count + 1 :])


def batch_to_space_nd_python(data, block_shape, crop_begin_list, crop_end_list):
    """Moves items of the batch to blocks of the axes after the first one, and crops the result."""
    count = len(block_shape)
    parts = data.reshape(*block_shape, -1, *data.shape[1:])
    order = [count]
    for i in range(count):
        order += [count + 1 + i, i]
    parts = parts.transpose(order + list(range(2 * count + 1, parts.ndim)))
    sizes = [size * block for size, block in zip(data.shape[1:], block_shape)]
    whole = parts.reshape(-1, *sizes, *data.shape[1 + count :])
    crops = [slice(b, n - e) for b, e, n in zip(crop_begin_list, crop_end_list, sizes)]
    return whole[(slice(None), *crops)]


def lstm_python(
    Xs,
    Wi,
    Wh,
    Bi=None,
    Bh=None,
    h_init=None,
    c_init=None,
    proj=None,
    p_i=None,
    p_f=None,
    p_o=None,
    f_act="sigmoid",
    g_act="tanh",
    h_act="tanh",
    reverse=False,
    weight_layout="IFGO",
):
    """The hidden states and the cells [time, batch, …] of an LSTM (Hochreiter and Schmidhuber, 1997).

    Xs [time, batch, features], Wi [4 · H, features], Wh [4 · H, O]; `weight_layout` orders the gates.
    """
    acts = {"sigmoid": lambda x: 1 / (1 + np.exp(-x)), "tanh": np.tanh}
    units, outputs = Wi.shape[0] // 4, Wh.shape[1]
    batch = Xs.shape[1]
    hidden = np.zeros((batch, outputs), "float32") if h_init is None else h_init
    cell = np.zeros((batch, units), "float32") if c_init is None else c_init
    hiddens, cells = [], []
    for x in Xs[::-1] if reverse else Xs:
        sums = x @ Wi.T + hidden @ Wh.T
        for bias in (Bi, Bh):
            if bias is not None:
                sums = sums + bias.reshape(-1)
        gates = dict(zip(weight_layout, np.split(sums, 4, axis=1)))
        if p_i is not None and p_f is not None:
            gates["I"], gates["F"] = gates["I"] + p_i * cell, gates["F"] + p_f * cell
        cell = acts[f_act](gates["F"]) * cell + acts[f_act](gates["I"]) * acts[g_act](gates["G"])
        if p_o is not None:
            gates["O"] = gates["O"] + p_o * cell
        hidden = acts[f_act](gates["O"]) * acts[h_act](cell)
        if proj is not None:
            hidden = hidden @ proj.T
        hiddens.append(hidden)
        cells.append(cell)
    return np.stack(hiddens), np.stack(cells)
