"""Quantized operators: integers q that mean (q - zero point)·scale."""

import math

import numpy as np
from calls import call, row, wide
from rows.conv import convolve, finished, laid, pads, transposed

LIMITS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "int32": (-(2**31), 2**31 - 1)}


def scale_of(r):
    return np.asarray(r.choice([0.5, 0.25, 0.125, 1.0, 2.0, r.real(0.05, 1), r.real(0.05, 1)]), "float32")


def zero_of(r, dtype):
    return np.asarray(r.int(0, 9) if dtype.startswith("u") else r.int(-9, 9), "int32")


def upward(x):
    """The nearest integer; a half rounds up."""
    return np.floor(x + 0.5)


def away(x):
    """The nearest integer; a half rounds away from zero."""
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def settled(value, zero, dtype, rounding=np.round):
    """Rounds, adds the zero point and saturates. Near a tie the result may be off by one.

    Halves go to the even integer, unless `rounding` says otherwise.
    """
    value = np.asarray(value, "float64")
    rounded = rounding(value)
    doubt = np.abs(np.abs(value - np.trunc(value)) - 0.5)
    slack = (doubt < 1e-5 * (np.abs(value) + 1)) & (doubt > 0)
    low, high = LIMITS[dtype]
    return np.clip(rounded + zero, low, high).astype("int64"), slack.astype("int64")


def spread(vector, axis, rank):
    """A vector along an axis, or a scalar."""
    vector = wide(vector)
    return vector if vector.ndim == 0 else vector.reshape([-1 if i == axis else 1 for i in range(rank)])


def channels(r, shape, axis, dtype):
    """Scales and zero points, each one number or one per channel."""
    if r.chance(0.5):
        return scale_of(r), zero_of(r, dtype)
    scale = np.array([float(scale_of(r)) for _ in range(shape[axis])], "float32")
    if r.chance(0.5):
        return scale, zero_of(r, dtype)
    return scale, np.array([int(zero_of(r, dtype)) for _ in range(shape[axis])], "int32")


@row("qnn.quantize")
def quantize(r):
    x = r.reals(r.shape(1, 4, empty=0), "float32", -20, 20)
    axis, dtype = r.axis(x.ndim), r.choice(["int8", "uint8", "int32", "int16"])
    scale, zero = channels(r, x.shape, axis, dtype)
    at = axis % x.ndim
    value, slack = settled(wide(x) / spread(scale, at, x.ndim), spread(zero, at, x.ndim), dtype)
    return call([x, scale, zero], {"out_dtype": dtype, "axis": axis}, value, dtype, slack=slack, plain=(1, 2))


@row("qnn.dequantize")
def dequantize(r):
    dtype = r.choice(["int8", "uint8", "int32", "int16"])
    x = r.integers(r.shape(1, 4, empty=0), dtype, -1000, 1000)
    axis = r.axis(x.ndim)
    scale, zero = channels(r, x.shape, axis, dtype)
    at = axis % x.ndim
    value = (x.astype("int64") - spread(zero, at, x.ndim)) * spread(scale, at, x.ndim)
    return call([x, scale, zero], {"axis": axis}, value, "float32", plain=(1, 2))


@row("qnn.requantize")
def requantize(r):
    source, dtype = r.choice(["int32", "int32", "int8", "uint8"]), r.choice(["int8", "uint8", "int32"])
    x = r.integers(r.shape(1, 4, empty=0), source, -3000, 3000)
    axis = r.axis(x.ndim)
    scale, zero = channels(r, x.shape, axis, source)
    out, out_zero = scale_of(r), zero_of(r, dtype)
    rounding = r.choice(["None", "UPWARD", "TONEAREST"])
    compute = r.choice(["None", "int64", "float32", "float64"])
    at = axis % x.ndim
    real = (x.astype("int64") - spread(zero, at, x.ndim)) * spread(scale, at, x.ndim) / float(out)
    # UPWARD is the default.
    value, slack = settled(real, int(out_zero), dtype, away if rounding == "TONEAREST" else upward)
    if compute.startswith("float") and rounding == "TONEAREST":
        # As in TVM, reals get the zero point before they are rounded, so a half may go the other way.
        slack = np.maximum(slack, (np.abs(real - np.trunc(real)) == 0.5).astype("int64"))
    attrs = {"axis": axis, "rounding": rounding, "compute_dtype": compute, "out_dtype": dtype}
    return call([x, scale, zero, out, out_zero], attrs, value, dtype, slack=slack, plain=(1, 2, 3, 4))


def simulated(r):
    x = r.reals(r.shape(1, 4, empty=0), "float32", -20, 20)
    axis = r.axis(x.ndim)
    scale, zero = channels(r, x.shape, axis, "int8")
    number = r.choice([0, 1, 2, 3])
    return x, axis, scale, zero, number, {1: "int8", 2: "uint8", 3: "int32"}.get(number)


@row("qnn.simulated_quantize")
def simulated_quantize(r):
    """Quantizes to a type that is a number of TVM, and leaves the result real; 0 changes nothing."""
    x, axis, scale, zero, number, dtype = simulated(r)
    at = axis % x.ndim
    value, slack = wide(x), 0
    if dtype:
        value, slack = settled(wide(x) / spread(scale, at, x.ndim), spread(zero, at, x.ndim), dtype)
    args = [x, np.asarray(number, "int32"), scale, zero]
    return call(args, {"axis": axis}, value.astype("float64"), "float32", slack=slack, plain=(1, 2, 3))


@row("qnn.simulated_dequantize")
def simulated_dequantize(r):
    x, axis, scale, zero, number, dtype = simulated(r)
    x = np.round(x).astype("float32")
    at = axis % x.ndim
    value = (wide(x) - spread(zero, at, x.ndim)) * spread(scale, at, x.ndim) if dtype else wide(x)
    args = [x, np.asarray(number, "int32"), scale, zero]
    return call(args, {"axis": axis}, value, "float32", plain=(1, 2, 3))


@row("relay.op.annotation.simulated_quantize")
def annotated_quantize(r):
    """clip(round(data / scale), min, max) · scale; kind 0 is an identity."""
    x = r.reals(r.shape(1, 4, empty=0), "float32", -20, 20)
    scale, limit = scale_of(r), np.asarray(r.choice([7.0, 127.0]), "float32")
    value = wide(x) / float(scale)
    rounded = np.clip(np.round(value), -float(limit), float(limit)) * float(scale)
    _, slack = settled(value, 0, "int32")
    args = [x, scale, np.asarray(-limit), limit]
    attrs = {"kind": r.choice([1, 2, 3]), "sign": True, "rounding": "round"}
    return call(args, attrs, rounded, slack=slack * float(scale), plain=(1, 2, 3))


@row("qnn.add", "qnn.subtract", "qnn.mul")
def binary(r, name):
    dtype = r.choice(["int8", "uint8"])
    (a, b), _ = r.broadcast(2, empty=0)
    x, y = r.integers(a, dtype, -128, 255), r.integers(b, dtype, -128, 255)
    scales, zeros = [scale_of(r) for _ in range(3)], [zero_of(r, dtype) for _ in range(3)]
    if r.chance(0.3):
        scales[1] = scales[2] = scales[0]
    left, right = ((q.astype("int64") - int(z)) * float(s) for q, z, s in zip((x, y), zeros, scales))
    function = {"qnn.add": np.add, "qnn.subtract": np.subtract, "qnn.mul": np.multiply}[name]
    real = function(left, right) / float(scales[2])
    value, slack = settled(real, int(zeros[2]), dtype, upward)
    if name != "qnn.mul":
        # Each operand is brought to the result's scale on its own, so it is rounded twice.
        slack = np.maximum(slack, int(scales[0] != scales[2]) + int(scales[1] != scales[2]))
    args = [x, y, scales[0], zeros[0], scales[1], zeros[1], scales[2], zeros[2]]
    return call(args, {}, value, dtype, slack=slack, plain=range(2, 8))


UNARY = {
    "qnn.tanh": np.tanh,
    "qnn.exp": np.exp,
    "qnn.sqrt": np.sqrt,
    "qnn.rsqrt": lambda x: 1 / np.sqrt(x),
    "qnn.erf": np.vectorize(math.erf, otypes=["float64"]),
    "qnn.sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "qnn.hardswish": lambda x: x * np.clip(x + 3, 0, 6) / 6,
    "qnn.log": np.log,
    "qnn.abs": np.abs,
}


@row(*UNARY)
def unary(r, name):
    dtype = r.choice(["int8", "uint8"])
    scale, zero, out, out_zero = scale_of(r), zero_of(r, dtype), scale_of(r), zero_of(r, dtype)
    low = int(zero) + 1 if name in ("qnn.sqrt", "qnn.rsqrt", "qnn.log") else -128
    x = r.integers(r.shape(1, 4, empty=0), dtype, max(low, LIMITS[dtype][0]), LIMITS[dtype][1])
    real = UNARY[name]((x.astype("int64") - int(zero)) * float(scale))
    value, slack = settled(np.clip(real / float(out), -1e9, 1e9), int(out_zero), dtype)
    return call([x, scale, zero, out, out_zero], {}, value, dtype, slack=slack, plain=range(1, 5))


@row("qnn.leaky_relu")
def leaky_relu(r):
    dtype, alpha = r.choice(["int8", "uint8"]), r.choice([0.25, 0.5, 0.1])
    scale, zero, out, out_zero = scale_of(r), zero_of(r, dtype), scale_of(r), zero_of(r, dtype)
    x = r.integers(r.shape(1, 4, empty=0), dtype, *LIMITS[dtype])
    real = (x.astype("int64") - int(zero)) * float(scale)
    value, slack = settled(np.where(real < 0, real * alpha, real) / float(out), int(out_zero), dtype, upward)
    # The slope and the scale are applied one after the other.
    slack = np.maximum(slack, 1)
    return call([x, scale, zero, out, out_zero], {"alpha": alpha}, value, dtype, slack=slack, plain=range(1, 5))


@row("qnn.concatenate")
def concatenate(r):
    dtype, base = r.choice(["int8", "uint8"]), list(r.shape(1, 3, empty=0))
    axis = r.axis(len(base))
    parts, scales, zeros, values, slacks = [], [], [], [], []
    out, out_zero = scale_of(r), zero_of(r, dtype)
    for _ in range(r.int(1, 3)):
        base[axis] = r.int(1, 3)
        parts.append(r.integers(tuple(base), dtype, *LIMITS[dtype]))
        scales.append(out if r.chance(0.3) else scale_of(r))
        zeros.append(zero_of(r, dtype))
        real = (parts[-1].astype("int64") - int(zeros[-1])) * float(scales[-1]) / float(out)
        value, slack = settled(real, int(out_zero), dtype, upward)
        values.append(value)
        slacks.append(slack)
    args = [parts, scales, zeros, out, out_zero]
    value, slack = np.concatenate(values, axis), np.concatenate(slacks, axis)
    return call(args, {"axis": axis}, value, dtype, slack=slack, plain=range(1, 5))


def quantized_product(r, args, attrs, compute, zeros):
    """The sum of the products of (data - zero point) and (weight - zero point) in 32 bits."""
    first, second = (np.asarray(zero, "int32") for zero in zeros)

    def exact(a, b):
        return compute(a - int(first), b - int(second))

    made = finished(args, attrs | {"out_dtype": "int32"}, exact, 1, "int32")
    made.args += [first, second, scale_of(r), scale_of(r)]
    made.plain = set(range(2, 6))
    return made


def zeros_of(r, x, weight):
    return zero_of(r, x.dtype.name), zero_of(r, weight.dtype.name)


def operands(r, shape, other):
    dtype = r.choice(["int8", "uint8"])
    second = r.choice([dtype, "int8"])
    return r.integers(shape, dtype, -128, 255), r.integers(other, second, -128, 255)


@row("qnn.dense", "qnn.batch_matmul")
def product(r, name):
    m, n, k = r.int(1, 4), r.int(1, 4), r.int(1, 6)
    batch = () if name == "qnn.dense" else (r.int(1, 2),)
    x, weight = operands(r, batch + (m, k), batch + (n, k))
    attrs = {"units": n} if name == "qnn.dense" else {"transpose_a": False, "transpose_b": True}
    return quantized_product(r, [x, weight], attrs, lambda a, b: a @ np.swapaxes(b, -1, -2), zeros_of(r, x, weight))


@row("qnn.conv2d")
def conv2d(r):
    kernel, strides, dilation = r.ints(2, 1, 3), r.ints(2, 1, 2), r.ints(2, 1, 2)
    padding, margins = pads(r, 2)
    groups = r.choice([1, 1, 2])
    inside, outside = r.int(1, 3), r.int(1, 2)
    if r.chance(0.2):
        groups, inside, outside = r.choice([2, 3]), 1, 1
    sizes = [max(1, (k - 1) * d + 1 - a - b) + r.int(0, 3) for k, d, (a, b) in zip(kernel, dilation, margins)]
    x, weight = operands(r, (r.int(1, 2), groups * inside, *sizes), (groups * outside, inside, *kernel))
    layout = r.choice(["NCHW", "NHWC"])
    kernel_layout = "OIHW" if layout == "NCHW" else ("HWOI" if groups > 1 and inside == 1 else "HWIO")
    if groups > 1 and inside > 1:
        layout, kernel_layout = "NCHW", "OIHW"

    def compute(a, b):
        value = convolve(laid(a, layout, "NCHW"), laid(b, kernel_layout, "OIHW"), strides, margins, dilation, groups)
        return laid(value, "NCHW", layout)

    attrs = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups}
    attrs |= {"channels": groups * outside, "kernel_size": kernel}
    attrs |= {"data_layout": layout, "kernel_layout": kernel_layout}
    args = [laid(x, "NCHW", layout), laid(weight, "OIHW", kernel_layout)]
    return quantized_product(r, args, attrs, compute, zeros_of(r, x, weight))


@row("qnn.conv2d_transpose")
def conv2d_transpose(r):
    kernel, strides = r.ints(2, 1, 3), r.ints(2, 1, 2)
    extra = [r.int(0, stride - 1) for stride in strides]
    x, weight = operands(r, (1, r.int(1, 3), r.int(2, 4), r.int(2, 4)), (1, r.int(1, 3), *kernel))
    weight = np.resize(weight, (x.shape[1], weight.shape[1], *kernel))
    attrs = {"channels": weight.shape[1], "kernel_size": kernel, "strides": strides, "output_padding": extra}
    attrs |= {"data_layout": "NCHW", "kernel_layout": "IOHW"}

    def compute(a, b):
        return transposed(a, b, strides, [(0, 0), (0, 0)], [1, 1], 1, extra)

    return quantized_product(r, [x, weight], attrs, compute, zeros_of(r, x, weight))
