"""Operators on quantized tensors: integers q that mean (q - zero point) · scale."""

import numpy as np
from calls import Result, wide
from onnx_calls import onnx, onnx_row, several
from onnx_rows.window import covered, pool_call
from rows.conv import convolve
from rows.pool import pooled
from rows.qnn import LIMITS, scale_of, settled, spread


def zero_of(r, dtype):
    return np.asarray(r.int(0, 255) if dtype == "uint8" else r.int(-99, 99) if dtype == "int8" else 0, dtype)


def quantized(r, shape, dtype):
    return r.integers(shape, dtype, *LIMITS[dtype])


def real(q, scale, zero):
    return (q.astype("float64") - zero) * scale


def form(r, scalar):
    """A number as a scalar or as a vector of one element."""
    return scalar if r.chance(0.6) else scalar.reshape(1)


def per_axis(r, size, dtype):
    """Scales and zero points along an axis."""
    scale = np.array([float(scale_of(r)) for _ in range(size)], "float32")
    return scale, np.array([int(zero_of(r, dtype)) for _ in range(size)], dtype)


@onnx_row("QuantizeLinear", opsets=(10, 13))
def quantize(r):
    """saturate(round(x / scale) + zero point); halves go to the even one. Without a zero point the type is uint8."""
    x = r.reals(r.shape(0, 4), "float32", -40, 40)
    dtype = r.choice(["uint8", "int8"])
    vector = r.opset >= 13 and x.ndim and r.chance(0.5)
    axis, attrs = r.axis(x.ndim) if x.ndim else 0, {}
    if vector:
        if x.ndim > 1 and (axis != 1 or r.chance(0.5)) or x.ndim == 1 and r.chance(0.5):
            attrs["axis"] = axis
        scale, zero = per_axis(r, x.shape[axis], dtype)
        if axis != 1 and "axis" not in attrs and x.ndim > 1:
            return quantize(r)
    else:
        scale, zero = scale_of(r), zero_of(r, dtype)
    if r.chance(0.4):
        x = (np.round(x * 2) / 2).astype("float32")
        scale = np.ones_like(scale) if r.chance(0.5) else scale
    if r.chance(0.15):
        x = r.integers(x.shape, "int32", -3000, 3000)
    elif r.chance(0.15):
        x = np.where(r.bools(x.shape), r.choice([np.inf, -np.inf, 1e30]), x).astype("float32")
    zero = None if r.chance(0.2) else zero
    dtype = "uint8" if zero is None else dtype
    at = axis % x.ndim if x.ndim else 0
    point = 0 if zero is None else spread(zero, at, x.ndim).astype("float64")
    quotient = x.astype("float64") / spread(scale, at, x.ndim)
    finite = np.clip(quotient, -1e9, 1e9)
    value, slack = settled(finite, point, dtype)
    return onnx([x, scale, zero], attrs, value, dtype, slack=slack)


@onnx_row("DequantizeLinear", opsets=(10, 13))
def dequantize(r):
    dtype = r.choice(["uint8", "int8", "int32"])
    x = quantized(r, r.shape(0, 4), dtype)
    vector = r.opset >= 13 and x.ndim and r.chance(0.5)
    axis, attrs = 1 if x.ndim > 1 and r.chance(0.4) else (r.axis(x.ndim) if x.ndim else 0), {}
    if vector:
        scale, zero = per_axis(r, x.shape[axis], dtype)
        if axis != 1 and x.ndim > 1 or r.chance(0.3):
            attrs["axis"] = axis
    else:
        scale, zero = scale_of(r), zero_of(r, dtype)
    zero = None if dtype == "int32" or r.chance(0.2) else zero
    at = axis % x.ndim if x.ndim else 0
    point = 0 if zero is None else spread(zero, at, x.ndim).astype("float64")
    value = (x.astype("float64") - point) * spread(scale, at, x.ndim)
    return onnx([x, scale, zero], attrs, value, "float32")


@onnx_row("DynamicQuantizeLinear", opsets=(11,))
def dynamic_quantize(r):
    """The range of the data, widened to have 0, in 255 steps. All steps are computed in float32."""
    x = r.reals(r.shape(0, 4, empty=0), "float32", *r.choice([(-4, 4), (0, 9), (-9, -1), (-300, 200)]))
    if r.chance(0.1):
        x = np.zeros_like(x)
    low, high = np.float32(min(0, x.min())), np.float32(max(0, x.max()))
    scale = np.float32((high - low) / np.float32(255))
    if scale == 0:
        return several([x], {}, Result(np.zeros(x.shape), "uint8"), None, Result(np.array(0), "uint8"))
    point = np.clip(np.round(np.float32(0) - low / scale), 0, 255)
    value = np.clip(np.round(x / scale) + point, 0, 255)
    _, slack = settled(wide(x) / float(scale), 0, "int32")
    return several(
        [x],
        {},
        Result(value, "uint8", slack=slack),
        Result(np.array(float(scale)), "float32"),
        Result(np.array(point), "uint8"),
    )


def requantized(x, scale, zero, dtype, unsure=0):
    value, slack = settled(np.clip(x / scale, -1e9, 1e9), float(zero), dtype)
    return value, np.maximum(slack, unsure)


def convolution_parts(r, ranks):
    rank = r.choice(ranks)
    dtype, other = r.choice(["uint8", "int8"]), r.choice(["int8", "uint8"])
    kernel, strides, dilations = r.ints(rank, 1, 3), r.ints(rank, 1, 2), r.ints(rank, 1, 2)
    groups, inside, outside = r.choice([1, 1, 2, 3]), r.int(1, 3), r.int(1, 3)
    mode = r.choice(["NOTSET", "pads", "VALID", "SAME_UPPER", "SAME_LOWER"])
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
    x = quantized(r, (r.int(1, 2), groups * inside, *[p + r.int(0, 3) for p in spans]), dtype)
    weight = quantized(r, (groups * outside, inside, *kernel), other)
    attrs = {"strides": strides, "dilations": dilations}
    attrs |= {"group": groups} if groups > 1 or r.chance(0.3) else {}
    attrs |= {"kernel_shape": kernel} if r.chance(0.5) else {}
    margins = [(0, 0)] * rank
    if mode == "pads":
        margins = [(r.int(0, 2), r.int(0, 2)) for _ in kernel]
        attrs["pads"] = [a for a, _ in margins] + [b for _, b in margins]
    elif mode != "NOTSET":
        attrs["auto_pad"] = mode
    if mode.startswith("SAME"):
        totals = [max((-(-n // s) - 1) * s + p - n, 0) for n, s, p in zip(x.shape[2:], strides, spans)]
        halves = [(t // 2, t - t // 2) for t in totals]
        margins = halves if mode == "SAME_UPPER" else [(b, a) for a, b in halves]
    return x, weight, attrs, strides, margins, dilations, groups, rank


def channel_spread(vector, rank):
    return np.asarray(vector, "float64").reshape((-1,) + (1,) * rank) if np.ndim(vector) else float(vector)


@onnx_row("ConvInteger", opsets=(10,))
def conv_integer(r):
    """The padding is the zero point. The zero point of the weight is one number, or one for each channel."""
    x, weight, attrs, strides, margins, dilations, groups, rank = convolution_parts(r, [1, 2, 2, 3])
    zero = zero_of(r, x.dtype.name) if r.chance(0.7) else None
    own = None
    if zero is not None and r.chance(0.6):
        own = zero_of(r, weight.dtype.name) if r.chance(0.6) else per_axis(r, weight.shape[0], weight.dtype.name)[1]
    left = x.astype("int64") - int(zero or 0)
    right = weight.astype("int64")
    if own is not None:
        right = right - (own.astype("int64").reshape((-1,) + (1,) * (rank + 1)) if own.ndim else int(own))
    value = convolve(left, right, strides, margins, dilations, groups)
    return onnx([x, weight, zero, own], attrs, value, "int32")


@onnx_row("QLinearConv", opsets=(10,))
def qlinear_conv(r):
    """Scales of the weight may be one for each channel of the result, in all groups."""
    x, weight, attrs, strides, margins, dilations, groups, rank = convolution_parts(r, [1, 2, 2, 2, 3])
    dtype = x.dtype.name if r.chance(0.8) else r.choice(["uint8", "int8"])
    x_scale, x_zero = scale_of(r), zero_of(r, x.dtype.name)
    if r.chance(0.5):
        w_scale, w_zero = per_axis(r, weight.shape[0], weight.dtype.name)
        if r.chance(0.5):
            w_zero = np.zeros_like(w_zero)
    else:
        w_scale, w_zero = scale_of(r), zero_of(r, weight.dtype.name)
    y_scale, y_zero = np.asarray(float(scale_of(r)) * r.choice([1, 16, 256]), "float32"), zero_of(r, dtype)
    bias = r.integers((weight.shape[0],), "int32", -2000, 2000) if r.chance(0.5) else None
    right = weight.astype("int64") - (
        w_zero.astype("int64").reshape((-1,) + (1,) * (rank + 1)) if w_zero.ndim else int(w_zero)
    )
    total = convolve(x.astype("int64") - int(x_zero), right, strides, margins, dilations, groups)
    if bias is not None:
        total = total + bias.reshape((-1,) + (1,) * rank)
    exact = total * float(x_scale) * channel_spread(w_scale, rank)
    value, slack = requantized(exact, float(y_scale), y_zero, dtype)
    # A scale in float32 moves large results a little.
    inputs = [x, form(r, x_scale), form(r, x_zero), weight, w_scale, w_zero, form(r, y_scale), form(r, y_zero), bias]
    return onnx(inputs, attrs, value, dtype, slack=slack)


def matrix_shapes(r):
    m, k, n = r.ints(3, 1, 4)
    (a, b), _ = r.broadcast(2, 2, empty=0)
    return (a + (m, k) if r.chance(0.8) else (k,)), (b + (k, n) if r.chance(0.8) else (k,))


@onnx_row("MatMulInteger", opsets=(10,))
def matmul_integer(r):
    """The zero point of A is one number or one for each row, that of B one number or one for each column."""
    first, second = matrix_shapes(r)
    a, b = quantized(r, first, r.choice(["uint8", "int8"])), quantized(r, second, r.choice(["uint8", "int8"]))
    left = zero_of(r, a.dtype.name) if r.chance(0.6) else None
    right = zero_of(r, b.dtype.name) if r.chance(0.6) else None
    x, y = a.astype("int64") - int(left or 0), b.astype("int64") - int(right or 0)
    if r.chance(0.3) and a.ndim == 2:
        left = per_axis(r, a.shape[0], a.dtype.name)[1]
        x = a.astype("int64") - left.astype("int64")[:, None]
    if r.chance(0.3) and b.ndim == 2:
        right = per_axis(r, b.shape[1], b.dtype.name)[1]
        y = b.astype("int64") - right.astype("int64")
    return onnx([a, b, left, right], {}, np.matmul(x, y), "int32")


@onnx_row("QLinearMatMul", opsets=(10,))
def qlinear_matmul(r):
    first, second = matrix_shapes(r)
    a, b = quantized(r, first, r.choice(["uint8", "int8"])), quantized(r, second, r.choice(["uint8", "int8"]))
    dtype = r.choice(["uint8", "int8"])
    a_scale, a_zero, b_scale, b_zero = scale_of(r), zero_of(r, a.dtype.name), scale_of(r), zero_of(r, b.dtype.name)
    y_scale, y_zero = np.asarray(float(scale_of(r)) * r.choice([1, 16, 256]), "float32"), zero_of(r, dtype)
    x = real(a, float(a_scale), int(a_zero))
    if r.chance(0.25) and a.ndim == 2:
        a_scale, a_zero = per_axis(r, a.shape[0], a.dtype.name)
        x = real(a, wide(a_scale)[:, None], a_zero.astype("float64")[:, None])
    y = real(b, float(b_scale), int(b_zero)) if b_scale.ndim == 0 else None
    if r.chance(0.25) and b.ndim == 2:
        b_scale, b_zero = per_axis(r, b.shape[1], b.dtype.name)
        y = real(b, wide(b_scale), b_zero.astype("float64"))
    value, slack = requantized(np.matmul(x, y), float(y_scale), y_zero, dtype)
    inputs = [a, a_scale, a_zero, b, b_scale, b_zero, form(r, y_scale), form(r, y_zero)]
    return onnx(inputs, {}, value, dtype, slack=slack)


def microsoft(inputs, attrs, value, dtype, slack):
    return onnx(inputs, attrs, value, dtype, slack=slack, domain="com.microsoft")


@onnx_row("QLinearAdd", "QLinearMul", opsets=(10,))
def qlinear_binary(r, name):
    dtype = r.choice(["uint8", "int8"])
    (a, b), _ = r.broadcast(2, empty=0)
    x, y = quantized(r, a, dtype), quantized(r, b, dtype)
    scales, zeros = [scale_of(r) for _ in range(3)], [zero_of(r, dtype) for _ in range(3)]
    left, right = (real(q, float(s), int(z)) for q, s, z in zip((x, y), scales, zeros))
    exact = left + right if name == "QLinearAdd" else left * right
    value, slack = requantized(exact, float(scales[2]), zeros[2], dtype)
    return microsoft([x, scales[0], zeros[0], y, scales[1], zeros[1], scales[2], zeros[2]], {}, value, dtype, slack)


def parameters(r, dtype):
    return scale_of(r), zero_of(r, dtype), scale_of(r), zero_of(r, dtype)


@onnx_row("QLinearSigmoid", "QLinearLeakyRelu", opsets=(10,))
def qlinear_unary(r, name):
    dtype = r.choice(["uint8", "int8"])
    x = quantized(r, r.shape(0, 4, empty=0), dtype)
    scale, zero, out, out_zero = parameters(r, dtype)
    exact = real(x, float(scale), int(zero))
    attrs = {}
    if name == "QLinearLeakyRelu":
        if r.chance(0.7):
            attrs["alpha"] = r.choice([0.25, 0.5, 1.5])
        exact = np.where(exact < 0, exact * attrs.get("alpha", 0.01), exact)
    else:
        exact = 1 / (1 + np.exp(-exact))
    value, slack = requantized(exact, float(out), out_zero, dtype)
    return microsoft([x, scale, zero, out, out_zero], attrs, value, dtype, slack)


@onnx_row("QLinearAveragePool", opsets=(10,))
def qlinear_average_pool(r):
    """Padding that counts means 0."""
    dtype = r.choice(["uint8", "int8"])
    x, attrs, margins, places = pool_call(r, 99)
    if not covered(places, x.shape[2:]):
        return qlinear_average_pool(r)
    x = quantized(r, x.shape, dtype)
    scale, zero, out, out_zero = parameters(r, dtype)
    counted = attrs["count_include_pad"] = r.int(0, 1)
    ends = [n + b for n, (_, b) in zip(x.shape[2:], margins)]

    def mean(part, windows):
        number = part.shape[-1]
        if counted:
            number = int(np.prod([sum(p < end for p in window) for window, end in zip(windows, ends)]))
        return part.sum(-1) / number

    value, slack = requantized(pooled(real(x, float(scale), int(zero)), places, mean), float(out), out_zero, dtype)
    return microsoft([x, scale, zero, out, out_zero], attrs, value, dtype, slack)


@onnx_row("QLinearGlobalAveragePool", opsets=(10,))
def qlinear_global_average_pool(r):
    dtype = r.choice(["uint8", "int8"])
    x = quantized(r, (r.int(1, 2), r.int(1, 3), *r.ints(r.int(1, 3), 1, 5)), dtype)
    scale, zero, out, out_zero = parameters(r, dtype)
    exact = real(x, float(scale), int(zero)).mean(tuple(range(2, x.ndim)), keepdims=True)
    value, slack = requantized(exact, float(out), out_zero, dtype)
    return microsoft([x, scale, zero, out, out_zero], {}, value, dtype, slack)


@onnx_row("QLinearConcat", opsets=(10,))
def qlinear_concat(r):
    dtype, base = r.choice(["uint8", "int8"]), list(r.shape(1, 3, empty=0))
    axis = r.axis(len(base))
    out, out_zero = scale_of(r), zero_of(r, dtype)
    inputs, values, slacks = [out, out_zero], [], []
    for _ in range(r.int(1, 3)):
        base[axis] = r.int(1, 3)
        x, scale, zero = quantized(r, tuple(base), dtype), out if r.chance(0.3) else scale_of(r), zero_of(r, dtype)
        value, slack = requantized(real(x, float(scale), int(zero)), float(out), out_zero, dtype)
        inputs += [x, scale, zero]
        values.append(value)
        slacks.append(slack)
    return microsoft(inputs, {"axis": axis}, np.concatenate(values, axis), dtype, np.concatenate(slacks, axis))


