"""Elementwise functions: broadcasting, types of results, and the functions themselves.

Each has a plain function of Python's numbers, which runs at the speed of `map`. If that raises (a division by zero, a
logarithm of a negative number), a second function returns the result of IEEE 754.
"""

import builtins
import functools
import math
import operator
import struct
from itertools import accumulate, repeat

from . import _core as core
from . import _dtypes as types
from . import _engine as engine
from ._core import UFUNCS, asarray, broadcast_shapes, broadcast_to, ndarray, scalar
from ._dtypes import BOOL, FLOAT16, FLOAT32, FLOAT64, INT8, INT64, UINT64, Buffer, generic
from ._numbers import (
    INF,
    _NEEDS_BITS,
    _always,
    _arctanh,
    _both,
    _careful,
    _cbrt,
    _divide,
    _either,
    _exp2,
    _floor_divide,
    _floor_divide_whole,
    _fmax,
    _fmin,
    _fmod,
    _fmod_whole,
    _identity,
    _larger,
    _left,
    _log1p,
    _logaddexp,
    _never,
    _one_of,
    _power,
    _power_of,
    _reciprocal_whole,
    _remainder,
    _remainder_whole,
    _right,
    _rounding,
    _sign,
    _sinh,
    _smaller,
    _square,
    _trig,
)

_SINGLE = struct.Struct("f")

# --- the types of arguments and results, as in numpy 1 ---


def _arithmetic(type_):
    return type_, type_


def _no_bool(type_):
    return None if type_ is BOOL else (type_, type_)


def _at_least_int8(type_):
    return (INT8, INT8) if type_ is BOOL else (type_, type_)


_REAL = {1: FLOAT16, 2: FLOAT32, 4: FLOAT64, 8: FLOAT64}


def _real(type_):
    real = type_ if type_.kind == "f" else _REAL[type_.itemsize]
    return real, real


def _quotient(type_):
    real = type_ if type_.kind == "f" else FLOAT64
    return real, real


def _whole_or_bool(type_):
    return None if type_.kind == "f" else (type_, type_)


def _whole(type_):
    return None if type_.kind == "f" else _at_least_int8(type_)


def _truth(type_):
    return type_, BOOL


_WHOLES, _REALS = types.ALL[1:9], types.ALL[9:]

# The types that a function supports, the smallest first. The first one that can hold all operands is used. Other rules use the
# operands' common type.
_SEARCHED = {
    _real: _REALS,
    _at_least_int8: (*_WHOLES, *_REALS),
    _whole: _WHOLES,
    _whole_or_bool: (BOOL, *_WHOLES),
}


def _holds(type_, scalar_type, value):
    """Whether a type can represent the value of a scalar."""
    if type_.kind in "iu" and scalar_type.kind in "iu":
        low, high = types.range_of(type_)
        return low <= value <= high
    return types.can_cast_types(types.smallest(scalar_type, value), type_)


def _first_that_holds(candidates, arrays, scalars):
    if not arrays or not scalars or not types.by_value(arrays, scalars):
        arrays, scalars = [*arrays, *(type_ for type_, _ in scalars)], []
    for made in candidates:
        if all(types.can_cast_types(one, made) for one in arrays) and all(_holds(made, *one) for one in scalars):
            return made
    return None


_INSTEAD = {
    "subtract": "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the "
    "logical_xor function",
    "negative": "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not "
    "function",
}


class ufunc:
    """An elementwise function, with broadcasting, `out`, `where`, and for two arguments `reduce`, `accumulate`, `outer`."""

    def __init__(self, name, nin, rule, function, careful=None, whole=None, logic=None, identity=None):
        self.__name__ = name
        self.nin, self.nout, self.nargs = nin, 1, nin + 1
        self.identity = identity
        self._rule = rule
        self._real, self._careful = function, careful or function
        self._whole = whole or function  # for integers
        self._logic = logic or self._whole  # for bools

    def __repr__(self):
        return f"<ufunc '{self.__name__}'>"

    def __call__(self, *args, out=None, where=True, dtype=None, casting="same_kind", order="K", subok=True):
        if len(args) == self.nin + 1 and out is None:
            *args, out = args
        if len(args) != self.nin:
            raise TypeError(
                f"{self.__name__}() takes from {self.nin} to {self.nin + 1} positional arguments but {len(args)} were given"
            )
        if isinstance(out, tuple):
            (out,) = out
        given = [_operand(arg) for arg in args]
        inner, outer = self._types(given, dtype)
        if all(type(arg) is not ndarray for arg in given):
            shape = ()
        else:
            try:
                shape = broadcast_shapes(*(arg._shape for arg in given if type(arg) is ndarray))
            except ValueError:
                shapes = " ".join(core._plain(arg._shape if type(arg) is ndarray else ()) for arg in given)
                raise ValueError(f"operands could not be broadcast together with shapes {shapes} ") from None
        if out is not None:
            return self._into(out, where, given, inner, outer, shape, casting)
        values = self._values(given, inner, outer, shape)
        if where is not True:
            chosen = asarray(where)
            made = ndarray._of(values, shape, outer)
            result = core.zeros(broadcast_shapes(shape, chosen._shape), outer)
            return self._into(result, where, given, inner, outer, made._shape, casting)
        if shape == ():
            return scalar(outer, values[0])
        return ndarray._of(values, shape, outer)

    def _into(self, out, where, given, inner, outer, shape, casting):
        if not isinstance(out, ndarray):
            raise TypeError("return arrays must be of ArrayType")
        if not types.can_cast_types(outer, out.dtype, casting):
            raise TypeError(
                f"Cannot cast ufunc '{self.__name__}' output from {outer!r} to {out.dtype!r} with casting rule '{casting}'"
            )
        try:
            values = broadcast_to(ndarray._of(self._values(given, inner, outer, shape), shape, outer), out._shape)
        except ValueError:
            raise ValueError(
                f"non-broadcastable output operand with shape {core._plain(out._shape)} doesn't match the broadcast shape {core._plain(shape)}"
            ) from None
        if where is True:
            out._assign(types.convert(values._elements(), outer, out.dtype))
        else:
            mask = broadcast_to(asarray(where), out._shape)
            out[mask] = values[mask]
        return out

    def _types(self, given, dtype):
        arrays, scalars = [], []
        for arg in given:
            if type(arg) is not ndarray:
                scalars.append(arg)
            elif arg._shape == ():
                scalars.append((arg.dtype, arg._elements()[0]))
            else:
                arrays.append(arg.dtype)
        if dtype is not None and self._rule is not _truth:
            type_ = types.dtype(dtype)
            found = self._rule(type_)
        elif self._rule in _SEARCHED:
            type_ = _first_that_holds(_SEARCHED[self._rule], arrays, scalars)
            found = type_ and (type_, type_)
        else:
            type_ = types.result_of(arrays, scalars)
            found = self._rule(type_)
        if found is None:
            if type_ is BOOL and self.__name__ in _INSTEAD:
                raise TypeError(f"{_INSTEAD[self.__name__]} instead.")
            raise TypeError(
                f"ufunc '{self.__name__}' not supported for the input types, and the inputs could not be safely coerced to any "
                "supported types according to the casting rule ''safe''"
            )
        return found

    def _values(self, given, inner, outer, shape):
        """The buffer of results."""
        size = core.count(shape)
        if size >= engine.LEAST and self.__name__ in engine.OPERATORS and engine.takes(inner):
            return engine.elementwise(self.__name__, [_in_type(arg, inner) for arg in given], inner, outer)
        parts = []  # a buffer each, or one number for all elements
        for arg in given:
            if type(arg) is not ndarray:
                parts.append(_number(inner, *arg))
            elif arg.size == 1:
                parts.append(_number(inner, arg.dtype, arg._elements()[0]))
            else:
                view = arg if arg._shape == shape else broadcast_to(arg, shape)
                parts.append(types.convert(view._elements(), arg.dtype, inner))

        def streams():
            return [part if isinstance(part, Buffer) else repeat(part, size) for part in parts]

        if inner.kind == "f":
            try:
                return types.pack(outer, map(self._real, *streams()))
            except (ValueError, OverflowError, ZeroDivisionError):
                return types.pack(outer, map(self._careful, *streams()))
        function = self._of_whole(inner)
        if self._whole is _power_of and size and builtins.min(streams()[1]) < 0:
            raise ValueError("Integers to negative integer powers are not allowed.")
        return types.pack(outer, list(map(function, *streams())))

    def _of_whole(self, type_):
        """The function for integers or bools of a type."""
        function = self._logic if type_ is BOOL else self._whole
        return functools.partial(function, type_.bits) if function in _NEEDS_BITS else function

    def _rounded(self, type_):
        """The function of two elements, with its result rounded to a type."""
        function = self._real if type_.kind == "f" else self._of_whole(type_)
        if type_ is FLOAT64 or function in (_larger, _smaller, builtins.max, builtins.min):
            return function
        if type_ is FLOAT32:
            join, part = _SINGLE.pack, _SINGLE.unpack

            def single(a, b):
                try:
                    return part(join(function(a, b)))[0]
                except OverflowError:
                    return types.rounded(FLOAT32, function(a, b))

            return single
        return lambda a, b: types.rounded(type_, function(a, b))

    def _two(self):
        if self.nin != 2:
            raise ValueError("only supported for binary functions")

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        """Reduces an axis with the function."""
        self._two()
        from . import _reductions

        return _reductions.reduce(self, asarray(array), axis, dtype, out, keepdims, initial, where)

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """The results of `reduce` up to each element of an axis."""
        self._two()
        source = asarray(array)
        type_ = types.dtype(dtype) if dtype is not None else self._reduced_type(source.dtype)
        axis = core.axis_of(axis, source.ndim)
        order = [i for i in range(source.ndim) if i != axis] + [axis]
        moved = source.transpose(order)
        values = types.convert(moved._elements(), source.dtype, type_)
        dim = source._shape[axis]
        step = self._rounded(type_)
        if self.identity is not None and self._rule is _truth:
            type_, values, step = BOOL, Buffer("B", map(bool, values)), self._real
        made = Buffer(type_.code)
        for start in range(0, len(values), dim or 1):
            made.extend(types.pack(type_, list(accumulate(values[start : start + dim], step))))
        result = ndarray._of(made, moved._shape, type_)
        back = [order.index(i) for i in range(source.ndim)]
        result = result.transpose(back)
        if out is not None:
            out[...] = result
            return out
        return result.copy() if back != sorted(back) else result

    def _reduced_type(self, type_):
        """The type for a reduction. Small integers are added in 64 bits."""
        if self.__name__ in ("add", "multiply") and type_.kind in "bi":
            return INT64
        if self.__name__ in ("add", "multiply") and type_.kind == "u":
            return UINT64
        return type_

    def outer(self, A, B, **kwargs):
        """Applies the function to each pair of elements."""
        self._two()
        a, b = asarray(A), asarray(B)
        return self(a.reshape(a._shape + (1,) * b.ndim), b, **kwargs)

    def at(self, a, indices, b=None):
        """Changes the elements at indices, once for each occurrence of an index."""
        places = core.arange(a.size).reshape(a._shape)[indices]
        places = asarray(places)
        values = None if b is None else broadcast_to(asarray(b), places._shape)._elements()
        for i, place in enumerate(places._elements()):
            index = tuple(place // step % dim for dim, step in zip(a._shape, core.row_major(a._shape)))
            a[index] = self(a[index]) if b is None else self(a[index], values[i])


def _operand(arg):
    """An operand: an array, or the type and value of a scalar."""
    if type(arg) is ndarray:
        return arg
    if isinstance(arg, generic):
        return arg._dtype, arg._value
    type_ = types.type_of(arg) if isinstance(arg, (int, float)) else None
    return asarray(arg) if type_ is None else (type_, arg)


def _in_type(arg, inner):
    """An operand as a shape and a buffer of a type."""
    if type(arg) is not ndarray:
        return (), Buffer(inner.code, (_number(inner, *arg),))
    return arg._shape, types.convert(arg._elements(), arg.dtype, inner)


def _number(inner, type_, value):
    """A scalar as an element of the computation's type."""
    return value if type_ is inner else types.rounded(inner, value)


def _define(name, nin, rule, function, careful=None, **more):
    UFUNCS[name] = ufunc(name, nin, rule, function, careful, **more)


_define("add", 2, _arithmetic, operator.add, logic=operator.or_, identity=0)
_define("subtract", 2, _no_bool, operator.sub)
_define("multiply", 2, _arithmetic, operator.mul, logic=operator.and_, identity=1)
_define("true_divide", 2, _quotient, operator.truediv, _divide)
_define("floor_divide", 2, _at_least_int8, _floor_divide, whole=_floor_divide_whole)
_define("remainder", 2, _at_least_int8, operator.mod, _remainder, whole=_remainder_whole)
_define("fmod", 2, _at_least_int8, math.fmod, _fmod, whole=_fmod_whole)
_define("power", 2, _at_least_int8, math.pow, _power, whole=_power_of)
_define("float_power", 2, lambda t: (FLOAT64, FLOAT64), math.pow, _power)
_define("maximum", 2, _arithmetic, _larger, whole=builtins.max)
_define("minimum", 2, _arithmetic, _smaller, whole=builtins.min)
_define("fmax", 2, _arithmetic, _fmax, whole=builtins.max)
_define("fmin", 2, _arithmetic, _fmin, whole=builtins.min)
_define("arctan2", 2, _real, math.atan2)
_define("hypot", 2, _real, math.hypot)
_define("copysign", 2, _real, math.copysign)
_define("logaddexp", 2, _real, _logaddexp)
_define("heaviside", 2, _real, lambda a, b: a if a != a else (b if a == 0 else float(a > 0)))

for _name, _function in (
    ("less", operator.lt),
    ("less_equal", operator.le),
    ("greater", operator.gt),
    ("greater_equal", operator.ge),
    ("equal", operator.eq),
    ("not_equal", operator.ne),
):
    _define(_name, 2, _truth, _function)
_define("logical_and", 2, _truth, _both, identity=True)
_define("logical_or", 2, _truth, _either, identity=False)
_define("logical_xor", 2, _truth, _one_of, identity=False)
_define("logical_not", 1, _truth, operator.not_)
_define("bitwise_and", 2, _whole_or_bool, operator.and_, identity=-1)
_define("bitwise_or", 2, _whole_or_bool, operator.or_, identity=0)
_define("bitwise_xor", 2, _whole_or_bool, operator.xor, identity=0)
_define("left_shift", 2, _whole, _left)
_define("right_shift", 2, _whole, _right)
_define("invert", 1, _whole_or_bool, operator.invert, logic=operator.not_)
_define("gcd", 2, _whole, math.gcd)
_define("lcm", 2, _whole, math.lcm)

_define("negative", 1, _no_bool, operator.neg)
_define("positive", 1, _no_bool, operator.pos)
_define("absolute", 1, _arithmetic, abs)
_define("fabs", 1, _real, math.fabs)
_define("sign", 1, _no_bool, _sign)
_define("square", 1, _at_least_int8, _square)
_define(
    "reciprocal",
    1,
    _at_least_int8,
    lambda value: 1.0 / value,
    lambda value: _divide(1.0, value),
    whole=_reciprocal_whole,
)
_define("conjugate", 1, _arithmetic, _identity)
_define("sqrt", 1, _real, math.sqrt, _careful(math.sqrt))
_define("cbrt", 1, _real, _cbrt)
_define("exp", 1, _real, math.exp, _careful(math.exp))
_define("exp2", 1, _real, _exp2)
_define("expm1", 1, _real, math.expm1, _careful(math.expm1))
_define("log", 1, _real, math.log, _careful(math.log, -INF))
_define("log2", 1, _real, math.log2, _careful(math.log2, -INF))
_define("log10", 1, _real, math.log10, _careful(math.log10, -INF))
_define("log1p", 1, _real, math.log1p, _log1p)
_define("sin", 1, _real, math.sin, _trig(math.sin))
_define("cos", 1, _real, math.cos, _trig(math.cos))
_define("tan", 1, _real, math.tan, _trig(math.tan))
_define("arcsin", 1, _real, math.asin, _trig(math.asin))
_define("arccos", 1, _real, math.acos, _trig(math.acos))
_define("arctan", 1, _real, math.atan)
_define("sinh", 1, _real, math.sinh, _sinh)
_define("cosh", 1, _real, math.cosh, _careful(math.cosh))
_define("tanh", 1, _real, math.tanh)
_define("arcsinh", 1, _real, math.asinh)
_define("arccosh", 1, _real, math.acosh, _trig(math.acosh))
_define("arctanh", 1, _real, math.atanh, _arctanh)
_define("degrees", 1, _real, math.degrees)
_define("radians", 1, _real, math.radians)
for _name, _function in (("floor", math.floor), ("ceil", math.ceil), ("trunc", math.trunc)):
    _define(_name, 1, _real, _rounding(_function))
_define("rint", 1, _real, _rounding(round))
_define("isnan", 1, _truth, math.isnan, whole=_never)
_define("isinf", 1, _truth, math.isinf, whole=_never)
_define("isfinite", 1, _truth, math.isfinite, whole=_always)
_define("signbit", 1, _truth, lambda value: math.copysign(1.0, value) < 0, whole=lambda value: value < 0)


def divmod(x1, x2):
    """The floored quotient and the remainder."""
    return UFUNCS["floor_divide"](x1, x2), UFUNCS["remainder"](x1, x2)


def modf(x):
    """The fractional and the integral part."""
    whole = UFUNCS["trunc"](x)
    return UFUNCS["copysign"](UFUNCS["subtract"](x, whole), x), whole


ALIASES = {
    "divide": "true_divide",
    "mod": "remainder",
    "abs": "absolute",
    "bitwise_not": "invert",
    "conj": "conjugate",
    "deg2rad": "radians",
    "rad2deg": "degrees",
}
NAMES = {name: made for name, made in UFUNCS.items()}
NAMES.update({alias: UFUNCS[name] for alias, name in ALIASES.items()})
# Operators look up these, too.
UFUNCS["divmod"] = divmod
