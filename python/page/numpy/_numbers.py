"""Functions of numbers with the results of IEEE 754 and numpy."""

import math

INF, NAN = math.inf, math.nan


def _signed_infinity(*values):
    return math.copysign(INF, math.prod(math.copysign(1.0, value) for value in values))


def _divide(a, b):
    if b == 0:
        return NAN if a == 0 or a != a else _signed_infinity(a, b)
    return a / b


def _floor_divide(a, b):
    if b == 0:
        return _divide(a, b)
    if a in (INF, -INF):
        return NAN
    return a // b


def _remainder(a, b):
    if b == 0 or a in (INF, -INF):
        return NAN
    return a % b


def _fmod(a, b):
    try:
        return math.fmod(a, b)
    except ValueError:
        return NAN


def _power(a, b):
    try:
        return math.pow(a, b)
    except OverflowError:
        return -INF if a < 0 and b % 2 == 1 else INF
    except ValueError:
        if a == 0:
            return math.copysign(INF, a) if b % 2 == 1 else INF
        return NAN


def _careful(function, at_zero=NAN):
    """Wraps a real function: returns infinity on overflow, and NaN where it is undefined."""

    def careful(value):
        try:
            return function(value)
        except OverflowError:
            return INF
        except ValueError:
            return at_zero if value == 0 else (INF if value == INF else NAN)

    return careful


def _log1p(value):
    return -INF if value == -1 else _careful(math.log1p)(value)


def _arctanh(value):
    return math.copysign(INF, value) if abs(value) == 1 else _careful(math.atanh)(value)


def _sinh(value):
    try:
        return math.sinh(value)
    except OverflowError:
        return math.copysign(INF, value)


def _trig(function):
    def careful(value):
        try:
            return function(value)
        except ValueError:
            return NAN

    return careful


def _rounding(function):
    def careful(value):
        try:
            return math.copysign(float(function(value)), value)
        except (ValueError, OverflowError):
            return value

    return careful


def _sign(value):
    return value if value != value else (value > 0) - (value < 0)


def _larger(a, b):
    return a if a >= b or a != a else b


def _smaller(a, b):
    return a if a <= b or a != a else b


def _fmax(a, b):
    return b if a != a or b > a else a


def _fmin(a, b):
    return b if a != a or b < a else a


def _floor_divide_whole(a, b):
    return a // b if b else 0


def _remainder_whole(a, b):
    return a % b if b else 0


def _fmod_whole(a, b):
    return (abs(a) % abs(b)) * (-1 if a < 0 else 1) if b else 0


def _power_of(bits, a, b):
    return pow(a, b, 1 << bits)


def _left(bits, a, b):
    return a << b if 0 <= b < bits else 0


def _right(bits, a, b):
    return a >> b if 0 <= b < bits else (-1 if a < 0 else 0)


_NEEDS_BITS = (_power_of, _left, _right)


def _logaddexp(a, b):
    if a == b:
        return a + math.log(2)
    high, low = (a, b) if a > b else (b, a)
    return high + math.log1p(math.exp(low - high)) if high == high and low == low else NAN


def _exp2(value):
    return _power(2.0, value)


def _cbrt(value):
    root = math.copysign(abs(value) ** (1 / 3), value)
    near = round(root) if math.isfinite(root) else root
    return float(near) if math.isfinite(root) and near ** 3 == value else root


def _identity(value):
    return value


def _both(a, b):
    return bool(a) and bool(b)


def _either(a, b):
    return bool(a) or bool(b)


def _one_of(a, b):
    return bool(a) != bool(b)


def _unequal(a, b):
    return a != b


def _never(value):
    return False


def _always(value):
    return True


def _square(value):
    return value * value


def _reciprocal_whole(value):
    return int(1 / value) if value else 0
