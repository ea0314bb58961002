"""Conditions on numbers, and functions of numbers by their names."""

import builtins
import functools
import math

from .expr import Call, FloatImm, IntImm, _Comparison, _Compound, _Condition, _expr, const


class And(_Condition):
    """The conjunction of two conditions."""

    operator = "&&"


class Or(_Condition):
    """The disjunction of two conditions."""

    operator = "||"


class Not(_Compound):
    """The negation of a condition."""

    dtype = "bool"

    def __init__(self, a, span=None):
        self.a = _expr(a)

    def _parts(self):
        return (self.a,)

    def __repr__(self):
        return f"!{self.a}"


class Select(_Compound):
    """One of two numbers, by a condition."""

    def __init__(self, condition, true_value, false_value, span=None):
        self.condition, self.true_value, self.false_value = map(_expr, (condition, true_value, false_value))
        self.dtype = self.true_value.dtype

    def _parts(self):
        return self.condition, self.true_value, self.false_value

    def __repr__(self):
        return f"select({self.condition}, {self.true_value}, {self.false_value})"


def _known(value):
    """The value of a condition; None if it is unknown."""
    if isinstance(value, (bool, IntImm)):
        return bool(value)
    if isinstance(value, _Comparison) and builtins.all(isinstance(x, (IntImm, FloatImm)) for x in (value.a, value.b)):
        return bool(value)
    return None


def _joined(sort, decides, conditions):
    """Joins conditions. Omits those that are known and do not matter; one that decides the result is returned alone."""
    if not conditions:
        raise ValueError("Any must take at least 1 argument" if sort is Or else "All must take at least 1 argument")
    open_ = [each for each in conditions if _known(each) is not (not decides)]
    if builtins.any(_known(each) is decides for each in open_):
        return const(decides, "bool")
    return functools.reduce(sort, open_) if open_ else const(not decides, "bool")


def all(*args, span=None):  # pylint: disable=redefined-builtin
    """The conjunction of conditions."""
    return _joined(And, False, args)


def any(*args, span=None):  # pylint: disable=redefined-builtin
    """The disjunction of conditions."""
    return _joined(Or, True, args)


def if_then_else(cond, t, f, span=None):
    """One of two numbers, by a condition. Only that number is computed."""
    known = _known(cond)
    t, f = _expr(t), _expr(f)
    return Call(t.dtype, "tir.if_then_else", [cond, t, f]) if known is None else (t if known else f)


def _function(name, compute, doc):
    def make(x, span=None):
        x = _expr(x)
        if isinstance(x, (IntImm, FloatImm)):
            return type(x)(x.dtype, compute(x.value))
        return Call(x.dtype, f"tir.{name}", [x])

    make.__name__ = make.__qualname__ = name
    make.__doc__ = doc
    return make


floor = _function("floor", math.floor, "The greatest integer that is not greater.")
ceil = _function("ceil", math.ceil, "The least integer that is not less.")
trunc = _function("trunc", math.trunc, "The integer without what is behind the point.")
abs = _function("fabs", builtins.abs, "The number without its sign.")  # pylint: disable=redefined-builtin


def _truncated(a, b):
    # Not with reals, which have too few digits.
    quotient = builtins.abs(a) // builtins.abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def truncdiv(a, b, span=None):
    """A quotient of integers, rounded towards 0."""
    if isinstance(a, int) and isinstance(b, int):
        return const(_truncated(a, b))
    return Call(getattr(a, "dtype", "int32"), "tir.truncdiv", [a, b])


def truncmod(a, b, span=None):
    """The remainder of such a quotient."""
    if isinstance(a, int) and isinstance(b, int):
        return const(a - _truncated(a, b) * b)
    return Call(getattr(a, "dtype", "int32"), "tir.truncmod", [a, b])


def ceildiv(lhs, rhs, span=None):
    """A quotient of integers, rounded up."""
    return -(-_expr(lhs) // rhs)
