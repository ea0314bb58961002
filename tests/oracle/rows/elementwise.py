"""Operators that compute each element on its own."""

import math

import numpy as np
from calls import INTEGERS, REALS, call, row, wide, without_row

# The functions of reals, with the bounds of their arguments.
FUNCTIONS = {
    "log": (np.log, 0.0, 9.0),
    "log2": (np.log2, 0.0, 9.0),
    "log10": (np.log10, 0.0, 9.0),
    "tan": (np.tan, -6.0, 6.0),
    "cos": (np.cos, -30.0, 30.0),
    "cosh": (np.cosh, -9.0, 9.0),
    "sin": (np.sin, -30.0, 30.0),
    "sinh": (np.sinh, -9.0, 9.0),
    "acos": (np.arccos, -1.0, 1.0),
    "acosh": (np.arccosh, 1.0, 20.0),
    "asin": (np.arcsin, -1.0, 1.0),
    "asinh": (np.arcsinh, -20.0, 20.0),
    "atan": (np.arctan, -20.0, 20.0),
    "atanh": (np.arctanh, -1.0, 1.0),
    "exp": (np.exp, -20.0, 10.0),
    "erf": (np.vectorize(math.erf, otypes=["float64"]), -4.0, 4.0),
    "sqrt": (np.sqrt, 0.0, 50.0),
    "rsqrt": (lambda x: 1 / np.sqrt(x), 0.0, 50.0),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), -30.0, 30.0),
    "tanh": (np.tanh, -12.0, 12.0),
}

# A relative change of the argument by one rounding may change these results by more than one.
CONDITION = {"tan": 1, "cos": 1, "sin": 1, "log": 1, "log2": 1, "log10": 1}


def size_of_terms(name, x, value):
    """The size that rounding errors of a function are measured by, where it is not the result."""
    if name in ("cos", "sin", "acos", "log", "log2", "log10"):
        return np.maximum(np.abs(value), 1)
    if name == "tan":
        return 1 + value * value
    return None


@row(*FUNCTIONS)
def function_of_reals(r, name):
    function, low, high = FUNCTIONS[name]
    x = r.reals(r.shape(), r.choice(REALS), low, high, special=0.2)
    value = function(wide(x))
    return call([x], {}, value, scale=size_of_terms(name, wide(x), value), rounds=8)


@row("fast_exp", "fast_erf", "fast_tanh")
def fast_function(r, name):
    """Approximations of about 1e-5; TVM's tests allow this."""
    function = {"fast_exp": np.exp, "fast_erf": FUNCTIONS["erf"][0], "fast_tanh": np.tanh}[name]
    x = r.reals(r.shape(), "float32", -8.0, 8.0)
    value = function(wide(x))
    return call([x], {}, value, slack=1e-5 * np.maximum(1, np.abs(value)))


@row("zeros_like", "ones_like", "copy", "negative", "abs", "sign")
def simple(r, name):
    x = r.any(r.shape(), r.dtype(bools=name in ("zeros_like", "ones_like", "copy")), special=0.2)
    if name == "sign":
        x = np.where(np.isnan(x), 0, x).astype(x.dtype) if x.dtype.kind == "f" else x
    functions = {"zeros_like": np.zeros_like, "ones_like": np.ones_like, "copy": np.copy}
    functions |= {"negative": np.negative, "abs": np.abs, "sign": np.sign}
    return call([x], {}, functions[name](x))


@row("floor", "ceil", "trunc", "round")
def rounding(r, name):
    x = r.reals(r.shape(), r.choice(REALS), -9, 9, special=0.2)
    if r.chance(0.2):
        x = (x * np.asarray(2.0 ** r.int(5, 20))).astype(x.dtype)
    exact = wide(x)
    value = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "round": np.round}[name](exact)
    return call([x], {}, value, rounds=0)


@row("logical_not", "bitwise_not")
def negations(r, name):
    if name == "logical_not" or r.chance(0.2):
        x = r.bools(r.shape())
        return call([x], {}, ~x)
    x = r.integers(r.shape(), r.choice(INTEGERS))
    return call([x], {}, ~x)


@row("isnan", "isfinite", "isinf")
def kinds_of_reals(r, name):
    x = r.reals(r.shape(), r.choice(REALS), special=0.5)
    return call([x], {}, getattr(np, name)(x), "bool")


@row("clip")
def clip(r):
    dtype = r.dtype()
    x = r.any(r.shape(), dtype, special=0.2)
    real = x.dtype.kind == "f"
    low, high = sorted([r.real(-5, 5) if real else float(r.int(-20, 20)) for _ in range(2)])
    if x.dtype.kind == "u" and r.chance(0.7):
        low, high = abs(low), abs(low) + abs(high)
    elif x.dtype.kind == "u":
        high = abs(high)
    if real:
        low, high = float(x.dtype.type(low)), float(x.dtype.type(high))
    elif r.chance(0.2):
        # A bound beyond the type does not bound.
        high = 1e10
    exact = wide(x) if real else x.astype(object)
    return call([x], {"a_min": low, "a_max": high}, np.minimum(np.maximum(exact, low), high))


def fixed_point(x, multiplier, left, right, bits=31):
    """x·2^left·multiplier·2^-bits·2^-right, rounded to the nearest, ties up."""
    product = (x.astype(object) * 2**left) * multiplier
    total = bits + right
    return np.asarray((product + 2 ** (total - 1)) // 2**total)


@row("fixed_point_multiply")
def fixed_point_multiply(r):
    x = r.integers(r.shape(), "int32", -(2**r.int(3, 22)), 2 ** r.int(3, 22))
    shift = r.int(-25, 8)
    multiplier = r.int(2**30, 2**31 - 1)
    value = fixed_point(x, multiplier, max(shift, 0), max(-shift, 0))
    return call([x], {"multiplier": multiplier, "shift": shift}, value)


@row("fixed_point_multiply_per_axis")
def fixed_point_multiply_per_axis(r):
    x = r.integers(r.shape(1, 4, empty=0), "int32", -(2**20), 2**20)
    axes = sorted(r.permutation(x.ndim)[: r.int(1, x.ndim)]) if r.chance(0.4) else [r.int(0, x.ndim - 1)]
    shape = [x.shape[axis] for axis in axes]
    spread = [size if axis in axes else 1 for axis, size in enumerate(x.shape)]
    multiplier = r.integers(shape, "int32", 2**30, 2**31 - 1)
    left = r.integers(shape, "int32", 0, 6) if r.chance(0.6) else np.zeros(shape, "int32")
    right = r.integers(shape, "int32", 0, 6) if r.chance(0.6) else np.zeros(shape, "int32")
    value = fixed_point(x, *[item.reshape(spread).astype(object) for item in (multiplier, left, right)])
    attrs = {"is_lshift_required": bool(left.any()), "is_rshift_required": bool(right.any()), "axes": axes}
    return call([x, multiplier, left, right], attrs, value, plain=(1, 2, 3))


@row("shape_of", "vm.shape_of")
def shape_of(r, _name):
    x = r.any(r.shape(1), r.dtype())
    dtype = r.choice(["int32", "int64"])
    return call([x], {"dtype": dtype}, np.array(x.shape), dtype)


@row("ndarray_size")
def ndarray_size(r):
    x = r.any(r.shape(), r.dtype())
    dtype = r.choice(["int32", "int64"])
    return call([x], {"dtype": dtype}, np.array(x.size), dtype)


def truncated(a, b):
    """The quotient of integers towards zero."""
    exact_a, exact_b = a.astype(object), b.astype(object)
    quotient = np.abs(exact_a) // np.abs(exact_b)
    return np.asarray(np.where((exact_a < 0) != (exact_b < 0), -quotient, quotient))


def pair(r, dtype, special=0.0, high=4):
    (a, b), _ = r.broadcast(2, high)
    return r.any(a, dtype, special), r.any(b, dtype, special)


@row("add", "subtract", "multiply")
def arithmetic(r, name):
    a, b = pair(r, r.dtype(), 0.1)
    function = getattr(np, name)
    return call([a, b], {}, function(wide(a), wide(b)), rounds=2)


@row("maximum", "minimum")
def extremes(r, name):
    a, b = pair(r, r.dtype(), 0.1)
    return call([a, b], {}, getattr(np, name)(a, b), rounds=0)


@row("divide", "trunc_divide", "floor_divide", "mod", "floor_mod", "trunc_mod")
def division(r, name):
    dtype = r.dtype()
    (shape, other), _ = r.broadcast(2)
    if dtype.startswith("float"):
        a = r.integers(shape, "int32", -40, 40).astype(dtype) / 4
        b = r.integers(other, "int32", 1, 20).astype(dtype) / 4 * np.asarray(r.choice([1, -1]), dtype)
        if name == "divide" and r.chance(0.3):
            a, b = r.reals(shape, dtype, special=0.2), r.reals(other, dtype, special=0.2)
        a, b = np.asarray(a, dtype), np.asarray(b, dtype)
        x, y = wide(a), wide(b)
        value = {
            "divide": lambda: x / y,
            "trunc_divide": lambda: np.trunc(x / y),
            "floor_divide": lambda: np.floor(x / y),
            "mod": lambda: np.fmod(x, y),
            "trunc_mod": lambda: np.fmod(x, y),
            "floor_mod": lambda: x - np.floor(x / y) * y,
        }[name]()
        # The rounded product is subtracted from the dividend.
        scale = np.abs(x) + np.abs(y) + 0 * value if "mod" in name else None
        return call([a, b], {}, value, rounds=4, scale=scale)
    a, b = r.integers(shape, dtype), r.integers(other, dtype)
    b = np.where(b == 0, 3, b).astype(dtype)
    if dtype.startswith("int"):
        # The quotient of the least integer and -1 does not fit.
        a = np.where(a == np.iinfo(dtype).min, 5, a).astype(dtype)
    x, y = a.astype(object), b.astype(object)
    quotient = x // y if "floor" in name else truncated(*np.broadcast_arrays(a, b))
    return call([a, b], {}, quotient if "divide" in name else x - quotient * y)


@row("power")
def power(r):
    dtype = r.choice(REALS)
    (shape, other), _ = r.broadcast(2)
    if r.chance(0.5):
        a, b = r.reals(shape, dtype, 0.125, 4), r.reals(other, dtype, -3, 3, special=0.1)
    else:
        a = r.reals(shape, dtype, -4, 4, special=0.1)
        # A fraction of a negative number is NaN.
        b = r.reals(other, dtype, -3, 3) if r.chance(0.3) else r.integers(other, "int32", -4, 4).astype(dtype)
    a, b = np.asarray(a, dtype), np.asarray(b, dtype)
    return call([a, b], {}, np.power(wide(a), wide(b)), rounds=16)


@row("right_shift", "left_shift")
def shifts(r, name):
    dtype = r.choice(INTEGERS)
    (shape, other), _ = r.broadcast(2)
    bits = np.iinfo(dtype).bits
    a, b = r.integers(shape, dtype), r.integers(other, dtype, 0, bits + 3 if r.chance(0.3) else bits - 1)
    x, y = np.broadcast_arrays(a.astype(object), b.astype(object))
    if name == "right_shift":
        return call([a, b], {}, np.asarray(x // 2**y, object).astype(dtype))
    kept = np.asarray((x * 2**y) % 2**bits, object).astype(dtype if dtype[0] == "u" else "u" + dtype)
    return call([a, b], {}, kept.astype(dtype))


@row("logical_and", "logical_or", "logical_xor")
def logic(r, name):
    a, b = pair(r, "bool")
    return call([a, b], {}, getattr(np, name)(a, b))


@row("bitwise_and", "bitwise_or", "bitwise_xor")
def bits(r, name):
    a, b = pair(r, r.choice(INTEGERS))
    return call([a, b], {}, getattr(np, name)(a, b))


@row("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
def comparisons(r, name):
    a, b = pair(r, r.dtype(bools="equal" in name and name.count("_") < 1 or name == "not_equal"), 0.2)
    if r.chance(0.3) and a.shape == b.shape:
        b = a.copy()
    return call([a, b], {}, getattr(np, name)(a, b), "bool")


@row("cast")
def cast(r):
    """Reals become integers towards zero. Integers wrap around, as in C."""
    x, dtype, value = converted(r)
    return call([x], {"dtype": dtype}, value, dtype)


@row("cast_like")
def cast_like(r):
    x, dtype, value = converted(r)
    return call([x, np.zeros(r.shape(), dtype)], {}, value, dtype)


@row("annotation.cast_hint")
def cast_hint(r):
    x = r.any(r.shape(), r.dtype(bools=True))
    return call([x], {"dtype": r.dtype()}, x)


def converted(r):
    source, dtype = r.dtype(bools=True), r.dtype(bools=True)
    x = r.any(r.shape(), source, special=0.2 if dtype == "bool" or dtype.startswith("float") else 0.0)
    if source.startswith("float") and not dtype.startswith("float"):
        # Only reals that fit have a defined result.
        x = np.abs(x) if dtype.startswith("uint") else x
        x = np.asarray(x, source)
    if dtype == "bool":
        return x, dtype, x != 0
    return x, dtype, x.astype(dtype) if not dtype.startswith("float") else wide(x).astype("float64")


@row("reinterpret")
def reinterpret(r):
    width = r.choice(["32", "64", "16", "8"])
    same = [kind + width for kind in ("int", "uint", "float") if kind + width != "float8"]
    source, dtype = r.choice(same), r.choice(same)
    x = r.any(r.shape(), source)
    return call([x], {"dtype": dtype}, np.ascontiguousarray(x).view(dtype).reshape(x.shape), dtype)


@row("nn.relu", "nn.leaky_relu")
def relu(r, name):
    x = r.reals(r.shape(), r.choice(REALS), special=0.1)
    if name == "nn.relu":
        if r.chance(0.3):
            x = r.integers(r.shape(), r.choice(INTEGERS))
        return call([x], {}, np.maximum(x, np.zeros((), x.dtype)))
    alpha = r.choice([0.25, r.real(0, 1), 0.0, 1.5])
    value = np.where(wide(x) > 0, wide(x), wide(x) * float(x.dtype.type(alpha)))
    return call([x], {"alpha": alpha}, value, rounds=4)


@row("nn.prelu")
def prelu(r):
    x = r.reals(r.shape(1, 4), r.choice(REALS), special=0.1)
    axis = r.int(0, x.ndim - 1)
    alpha = r.reals((x.shape[axis],), x.dtype.name)
    spread = [-1 if i == axis else 1 for i in range(x.ndim)]
    if 0 in x.shape:
        spread[axis] = x.shape[axis]
    slope = wide(alpha).reshape(spread)
    if r.chance(0.3):
        axis -= x.ndim
    return call([x, alpha], {"axis": axis}, np.where(wide(x) > 0, wide(x), wide(x) * slope))


@row("nn.bias_add")
def bias_add(r):
    x = r.any(r.shape(1, 4), r.dtype(), 0.1)
    axis = r.axis(x.ndim)
    bias = r.any((x.shape[axis],), x.dtype.name)
    spread = [1] * x.ndim
    spread[axis] = x.shape[axis]
    return call([x, bias], {"axis": axis}, wide(x) + wide(bias).reshape(spread), rounds=2)


@row("nn.dropout")
def dropout(r):
    """For inference, which drops nothing."""
    x = r.reals(r.shape(), r.choice(REALS))
    mask = np.ones(x.shape)
    made = call([x], {"rate": r.real(0, 0.9)}, x)
    made.results.append(type(made.results[0])(mask, x.dtype.name))
    made.tuple_result = True
    return made


@row("where")
def where(r):
    (c, a, b), _ = r.broadcast(3)
    condition = r.bools(c) if r.chance(0.6) else r.integers(c, r.choice(INTEGERS), 0, 2)
    dtype = r.dtype(bools=True)
    x, y = r.any(a, dtype, 0.1), r.any(b, dtype, 0.1)
    return call([condition, x, y], {}, np.where(condition, x, y), dtype, plain=(0,))


@row("annotation.stop_fusion", "annotation.checkpoint", "annotation.bitpack_start", "annotation.bitpack_end")
def annotations(r, name):
    x = r.any(r.shape(), r.dtype(bools=True))
    return call([x], {}, x)


@row("annotation.compiler_begin", "annotation.compiler_end")
def compiler(r, name):
    x = r.any(r.shape(), r.dtype())
    return call([x], {"compiler": "some"}, x)


without_row("a mark of partial evaluation, which has no kernel", "annotation.with_funcid")
