"""Operators that compute each element on its own."""

import math

import numpy as np
from calls import INTEGERS, REALS, wide
from onnx_calls import onnx, onnx_row
from rows.elementwise import FUNCTIONS, size_of_terms, truncated

# ONNX's names of functions of reals, by those of Relay.
SMOOTH = {name.capitalize(): name for name in FUNCTIONS if name not in ("log2", "log10", "rsqrt")}


@onnx_row(*SMOOTH, opsets=(6, 9, 13))
def smooth(r, name):
    function, low, high = FUNCTIONS[SMOOTH[name]]
    x = r.reals(r.shape(), r.choice(REALS), low, high, special=0.2)
    value = function(wide(x))
    return onnx([x], {}, value, scale=size_of_terms(SMOOTH[name], wide(x), value), rounds=8)


@onnx_row("Abs", "Neg", "Sign", "Identity", opsets=(6, 9, 13))
def simple(r, name):
    x = r.any(r.shape(), r.dtype(bools=name == "Identity"), special=0.2)
    if name == "Neg" and x.dtype.kind == "u":
        x = x.astype("int32")
    if name == "Sign" and x.dtype.kind == "f":
        x = np.where(np.isnan(x), 0, x).astype(x.dtype)
    return onnx([x], {}, {"Abs": np.abs, "Neg": np.negative, "Sign": np.sign, "Identity": np.copy}[name](x))


@onnx_row("Floor", "Ceil", "Round", opsets=(11, 13))
def rounding(r, name):
    """Round takes halves to the even integer."""
    x = r.reals(r.shape(), r.choice(REALS), -9, 9, special=0.2)
    if r.chance(0.4):
        x = (np.round(x * 2) / 2).astype(x.dtype)
    return onnx([x], {}, {"Floor": np.floor, "Ceil": np.ceil, "Round": np.round}[name](wide(x)), rounds=0)


@onnx_row("Reciprocal", "Softsign", "Relu", "Softplus", "Mish", "HardSwish", opsets=(13, 14, 18))
def plain_functions(r, name):
    x = r.reals(r.shape(), r.choice(REALS), -30, 30, special=0.2)
    if name == "Relu" and r.chance(0.3):
        x = r.integers(r.shape(), r.choice(("int32", "int64", "int8", "int16")))
    exact = wide(x)
    value = {
        "Reciprocal": lambda: 1 / exact,
        "Softsign": lambda: exact / (1 + np.abs(exact)),
        "Relu": lambda: np.maximum(x, np.zeros((), x.dtype)),
        "Softplus": lambda: np.logaddexp(0, exact),
        "Mish": lambda: exact * np.tanh(np.logaddexp(0, exact)),
        "HardSwish": lambda: exact * np.clip(exact / 6 + 0.5, 0, 1),
    }[name]()
    if name in ("Softsign", "Mish", "HardSwish"):
        # The limits at infinities are not part of the definition.
        x = np.where(np.isinf(x), 0, x).astype(x.dtype)
        value = np.where(np.isinf(exact), 0, value)
    return onnx([x], {}, value, rounds=24, scale=np.maximum(np.abs(value), 1) if name == "HardSwish" else None)


# Default attributes, and the function of x and them.
WITH_ATTRIBUTES = {
    "LeakyRelu": ({"alpha": 0.01}, lambda x, alpha: np.where(x < 0, alpha * x, x)),
    "ThresholdedRelu": ({"alpha": 1.0}, lambda x, alpha: np.where(x > alpha, x, np.where(np.isnan(x), 0, 0))),
    "Elu": ({"alpha": 1.0}, lambda x, alpha: np.where(x < 0, alpha * np.expm1(x), x)),
    "Selu": (
        {"alpha": 1.67326319217681884765625, "gamma": 1.05070102214813232421875},
        lambda x, alpha, gamma: gamma * np.where(x > 0, x, alpha * np.expm1(x)),
    ),
    "Celu": ({"alpha": 1.0}, lambda x, alpha: np.maximum(0, x) + np.minimum(0, alpha * np.expm1(x / alpha))),
    "HardSigmoid": ({"alpha": 0.2, "beta": 0.5}, lambda x, alpha, beta: np.clip(alpha * x + beta, 0, 1)),
    "Shrink": (
        {"bias": 0.0, "lambd": 0.5},
        lambda x, bias, lambd: np.where(x < -lambd, x + bias, np.where(x > lambd, x - bias, 0)),
    ),
    "ScaledTanh": ({"alpha": 1.0, "beta": 1.0}, lambda x, alpha, beta: alpha * np.tanh(beta * x)),
    "ParametricSoftplus": ({"alpha": 1.0, "beta": 1.0}, lambda x, alpha, beta: alpha * np.logaddexp(0, beta * x)),
    "Affine": ({"alpha": 1.0, "beta": 0.0}, lambda x, alpha, beta: alpha * x + beta),
    "Scale": ({"scale": 1.0}, lambda x, scale: scale * x),
}


@onnx_row(*WITH_ATTRIBUTES, opsets=(13, 16))
def with_attributes(r, name):
    defaults, function = WITH_ATTRIBUTES[name]
    x = r.reals(r.shape(), r.choice(REALS), -12, 12, special=0.1 if name in ("LeakyRelu", "Shrink") else 0.0)
    if name == "ThresholdedRelu" and r.chance(0.3):
        x = np.where(r.bools(x.shape), np.inf, x).astype(x.dtype)
    attrs = {key: r.real(-2, 2) for key in r.subset(list(defaults))}
    if name == "Celu" and "alpha" in attrs:
        attrs["alpha"] = r.choice([0.5, 2.0, 3.5])
    if name == "Elu" and r.chance(0.3):
        x = (x * 20).astype(x.dtype)
    values = {key: float(x.dtype.type(attrs.get(key, default))) for key, default in defaults.items()}
    value = function(wide(x), **values)
    scale = np.maximum(np.abs(value), 1 + np.abs(wide(x)) * 2 + 2)
    scale = np.where(np.isfinite(scale), scale, 1)
    if name in ("LeakyRelu", "Shrink", "ThresholdedRelu"):
        scale = np.abs(value) + (2 if name == "Shrink" else 0)
    if name == "HardSigmoid":
        scale = 1 + np.abs(wide(x)) * 2
    return onnx([x], attrs, value, scale=scale, rounds=16)


@onnx_row("PRelu", opsets=(6, 7, 9, 16))
def prelu(r):
    """The slope is broadcast to the data; before version 7, a vector has a slope for each channel."""
    x = r.reals(r.shape(1, 4), r.choice(REALS), special=0.1)
    if r.opset < 7:
        slope = r.reals((x.shape[1],) if x.ndim > 1 else (1,), x.dtype.name)
        wide_slope = wide(slope).reshape((-1,) + (1,) * (x.ndim - 2)) if x.ndim > 1 else wide(slope)
        if slope.size == 0:
            wide_slope = np.zeros((x.shape[1],) + (1,) * (x.ndim - 2))
    else:
        own = [1 if r.chance(0.4) else size for size in x.shape]
        slope = r.reals(tuple(own[r.int(0, len(own)) :] if r.chance(0.4) else own), x.dtype.name)
        wide_slope = wide(slope)
    return onnx([x, slope], {}, np.where(wide(x) < 0, wide_slope * wide(x), wide(x)))


def pair(r, dtype, special=0.0):
    """Two operands; before version 7 the second one is broadcast by attributes, from `axis` on."""
    if r.opset < 7:
        x = r.any(r.shape(1, 4), dtype, special)
        if r.chance(0.4):
            return x, r.any(x.shape, dtype, special), {}, x.shape
        begin = r.int(0, x.ndim - 1)
        end = r.int(begin + 1, x.ndim) if r.chance(0.7) else x.ndim
        y = r.any(x.shape[begin:end], dtype, special)
        attrs = {"broadcast": 1}
        if end < x.ndim or r.chance(0.5):
            attrs["axis"] = begin
        return x, y, attrs, x.shape[begin:end] + (1,) * (x.ndim - end)
    (a, b), _ = r.broadcast(2)
    return r.any(a, dtype, special), r.any(b, dtype, special), {}, b


@onnx_row("Add", "Sub", "Mul", opsets=(6, 7, 13, 14))
def arithmetic(r, name):
    a, b, attrs, shape = pair(r, r.dtype(), 0.1)
    function = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply}[name]
    return onnx([a, b], attrs, function(wide(a), wide(b).reshape(shape)), rounds=2)


@onnx_row("Div", opsets=(6, 7, 13, 14))
def divide(r):
    """Integers are divided towards zero."""
    a, b, attrs, shape = pair(r, r.dtype(), 0.1)
    if a.dtype.kind == "f":
        return onnx([a, b], attrs, wide(a) / wide(b).reshape(shape), rounds=2)
    b = np.where(b == 0, 3, b).astype(b.dtype)
    if a.dtype.kind == "i":
        a = np.where(a == np.iinfo(a.dtype).min, -5, a).astype(a.dtype)
    return onnx([a, b], attrs, truncated(*np.broadcast_arrays(a, b.reshape(shape))))


@onnx_row("Mod", opsets=(10, 13))
def mod(r):
    """Integers take the sign of the divisor, and with `fmod` that of the dividend."""
    dtype = r.dtype()
    (shape, other), _ = r.broadcast(2)
    if dtype.startswith("float"):
        a = (r.integers(shape, "int32", -40, 40) / 4).astype(dtype)
        b = (r.integers(other, "int32", 1, 20) / 4 * r.choice([1, -1])).astype(dtype)
        return onnx(
            [np.asarray(a), np.asarray(b)], {"fmod": 1}, np.fmod(wide(np.asarray(a)), wide(np.asarray(b))), rounds=4
        )
    a, b = r.integers(shape, dtype), r.integers(other, dtype)
    b = np.where(b == 0, -3 if dtype.startswith("int") else 3, b).astype(dtype)
    if dtype.startswith("int"):
        a = np.where(a == np.iinfo(dtype).min, 5, a).astype(dtype)
    x, y = np.broadcast_arrays(a, b)
    x, y = x.astype(object), y.astype(object)
    if r.chance(0.5):
        return onnx([a, b], {"fmod": 1}, x - truncated(*np.broadcast_arrays(a, b)) * y)
    return onnx([a, b], r.choice([{}, {"fmod": 0}]), x - x // y * y)


@onnx_row("Pow", opsets=(7, 12, 13, 15))
def power(r):
    """The result has the type of the base."""
    (shape, other), _ = r.broadcast(2)
    dtype = r.choice(REALS + ("int32", "int64")) if r.opset >= 12 else r.choice(REALS)
    second = r.choice(REALS + ("int32", "int64", "int8", "uint8")) if r.opset >= 13 else dtype
    if dtype.startswith("int"):
        a, b = r.integers(shape, dtype, -6, 6), r.integers(other, "int32", 0, 4).astype(second)
        return onnx([a, b], {}, np.power(a.astype("int64"), b.astype("int64")))
    a = r.reals(shape, dtype, 0.125, 4) if r.chance(0.5) else r.reals(shape, dtype, -4, 4, special=0.1)
    b = r.reals(other, second, -3, 3) if second.startswith("f") and r.chance(0.5) else r.integers(other, "int32", -4, 4)
    b = np.asarray(b.astype(second))
    exact = b.astype("float64").astype(dtype).astype("float64")
    return onnx([a, b], {}, np.power(wide(a), exact), rounds=16)


@onnx_row("BitShift", opsets=(11,))
def bit_shift(r):
    """Bits that are shifted beyond the type are lost; by the whole width or more nothing remains."""
    dtype = r.choice(("uint8", "uint16", "uint32", "uint64"))
    (shape, other), _ = r.broadcast(2)
    bits = np.iinfo(dtype).bits
    a, b = r.integers(shape, dtype), r.integers(other, dtype, 0, bits + 2 if r.chance(0.5) else bits - 1)
    x, y = np.broadcast_arrays(a.astype(object), b.astype(object))
    left = r.chance(0.5)
    value = np.asarray((x * 2**y if left else x // 2**y) % 2**bits) if x.size else np.zeros(x.shape)
    return onnx([a, b], {"direction": "LEFT" if left else "RIGHT"}, value.astype(dtype))


@onnx_row("And", "Or", "Xor", "Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", opsets=(6, 7, 9, 11, 13, 16))
def comparisons(r, name):
    logic = name in ("And", "Or", "Xor")
    if name.endswith("OrEqual"):
        r.opset = max(r.opset, 12)
    dtype = "bool" if logic else r.dtype(bools=name == "Equal")
    a, b, attrs, shape = pair(r, dtype, 0.2)
    functions = {"And": np.logical_and, "Or": np.logical_or, "Xor": np.logical_xor, "Equal": np.equal}
    functions |= {
        "Greater": np.greater, "Less": np.less, "GreaterOrEqual": np.greater_equal, "LessOrEqual": np.less_equal
    }
    if r.chance(0.3) and a.shape == b.shape:
        b = a.copy()
    return onnx([a, b], attrs, functions[name](a, b.reshape(shape)), "bool")


@onnx_row("Not", opsets=(1,))
def negation(r):
    x = r.bools(r.shape())
    return onnx([x], {}, ~x)


@onnx_row("IsNaN", "IsInf", opsets=(13,))
def kinds(r, name):
    x = r.reals(r.shape(), r.choice(REALS), special=0.5)
    if name == "IsNaN":
        return onnx([x], {}, np.isnan(x), "bool")
    attrs = {key: r.int(0, 1) for key in r.subset(["detect_negative", "detect_positive"])}
    value = np.isposinf(x) & bool(attrs.get("detect_positive", 1)) | np.isneginf(x) & bool(
        attrs.get("detect_negative", 1)
    )
    return onnx([x], attrs, value, "bool")


@onnx_row("Max", "Min", "Sum", "Mean", opsets=(6, 8, 12, 13))
def of_several(r, name):
    """Max and Min of NaN are not defined; before version 8 all shapes are equal."""
    dtype = r.choice(REALS) if name in ("Sum", "Mean") or r.opset < 12 or r.chance(0.5) else r.choice(INTEGERS)
    shapes, _ = r.broadcast(r.int(1, 4)) if r.opset >= 8 else ([r.shape()] * r.int(1, 4), None)
    parts = [r.any(shape, dtype) for shape in shapes]
    exact = np.broadcast_arrays(*[wide(part) for part in parts])
    total = sum(np.abs(part) for part in exact) if dtype.startswith("f") else None
    value = {
        "Max": lambda: np.max(exact, axis=0),
        "Min": lambda: np.min(exact, axis=0),
        "Sum": lambda: np.sum(exact, axis=0),
        "Mean": lambda: np.mean(exact, axis=0),
    }[name]()
    return onnx(parts, {}, value, scale=total, rounds=8)


@onnx_row("Clip", opsets=(6, 11, 12, 13))
def clip(r):
    """With bounds that cross, all elements are the upper one. Omitted bounds do not bound."""
    dtype = r.choice(REALS) if r.opset < 12 or r.chance(0.6) else r.choice(INTEGERS)
    x = r.any(r.shape(), dtype, special=0.2)
    x = np.where(np.isnan(x), 0, x).astype(dtype) if x.dtype.kind == "f" else x
    real = x.dtype.kind == "f"
    low, high = (r.real(-4, 4) if real else r.int(-8 if x.dtype.kind == "i" else 0, 8) for _ in range(2))
    if r.chance(0.7):
        low, high = min(low, high), max(low, high)
    low, high = (None if r.chance(0.25) else np.asarray(bound, dtype) for bound in (low, high))
    value = x
    value = value if low is None else np.maximum(value, low)
    value = value if high is None else np.minimum(value, high)
    if r.opset >= 11:
        return onnx([x, low, high], {}, value, rounds=0)
    attrs = {key: float(bound) for key, bound in (("min", low), ("max", high)) if bound is not None}
    return onnx([x], attrs, value, rounds=0)


@onnx_row("Where", opsets=(9, 16))
def where(r):
    (c, a, b), _ = r.broadcast(3)
    condition, dtype = r.bools(c), r.dtype(bools=True)
    x, y = r.any(a, dtype, 0.1), r.any(b, dtype, 0.1)
    return onnx([condition, x, y], {}, np.where(condition, x, y), dtype)


def converted(r, dtype):
    """Data that has a defined result as another type."""
    source = r.dtype(bools=True)
    if source in ("float32", "float64") and dtype.startswith("float") and r.chance(0.3):
        # Numbers that another type does not hold.
        x = r.reals(r.shape(), source, -1, 1) * np.asarray(10.0 ** r.int(-9, 38), source)
        return np.asarray(x, source), wide(np.asarray(x, source))
    x = r.any(r.shape(), source, special=0.2 if dtype == "bool" or dtype.startswith("float") else 0.0)
    if source.startswith("float") and dtype.startswith("uint"):
        x = np.asarray(np.abs(x), source)
    if dtype == "bool":
        return x, x != 0
    return x, wide(x).astype("float64") if dtype.startswith("float") else x.astype(dtype)


@onnx_row("Cast", opsets=(5, 6, 9, 13))
def cast(r):
    from onnx_model import TYPES

    dtype = r.dtype(bools=True)
    x, value = converted(r, dtype)
    texts = {"float32": "FLOAT", "float64": "DOUBLE"}
    return onnx([x], {"to": texts.get(dtype, dtype.upper()) if r.opset < 6 else TYPES[dtype]}, value, dtype)


@onnx_row("CastLike", opsets=(15,))
def cast_like(r):
    dtype = r.dtype(bools=True)
    x, value = converted(r, dtype)
    return onnx([x, np.zeros(r.shape(), dtype)], {}, value, dtype)


def erf(x):
    return np.vectorize(math.erf, otypes=["float64"])(x)


@onnx_row("Gelu", "FastGelu", "BiasGelu", opsets=(17,))
def gelu(r, name):
    x = r.reals(r.shape(1, 4), r.choice(REALS), -5, 5)
    bias = r.reals(x.shape[-1:], x.dtype.name) if name == "BiasGelu" or name == "FastGelu" and r.chance(0.5) else None
    exact = wide(x) + (0 if bias is None else wide(bias))
    attrs, tanh = {}, name == "FastGelu"
    if name == "Gelu" and r.chance(0.6):
        attrs["approximate"] = r.choice(["none", "tanh"])
        tanh = attrs["approximate"] == "tanh"
    inner = np.tanh(np.sqrt(2 / np.pi) * (exact + 0.044715 * exact**3)) if tanh else erf(exact / np.sqrt(2))
    scale = np.abs(exact) + 1
    return onnx([x, bias], attrs, 0.5 * exact * (1 + inner), scale=scale, rounds=32, domain="com.microsoft")
