"""The text of arrays, in the format of numpy 1."""

import contextlib
import math

from . import _dtypes as types
from ._core import SHOW, asarray
from ._dtypes import BOOL, FLOAT64, INT64

_DEFAULTS = {
    "precision": 8,
    "threshold": 1000,
    "edgeitems": 3,
    "linewidth": 75,
    "suppress": False,
    "nanstr": "nan",
    "infstr": "inf",
    "sign": "-",
    "formatter": None,
    "floatmode": "maxprec",
}
_options = dict(_DEFAULTS)


def set_printoptions(**options):
    """Sets the options for printing: precision, threshold, edgeitems, linewidth, suppress, nanstr, infstr, sign, formatter."""
    for name, value in options.items():
        if name not in _DEFAULTS:
            raise NotImplementedError(f"numpy in the page has no option '{name}' of printing")
        if name == "floatmode" and value not in ("maxprec", "fixed"):
            raise NotImplementedError(f"numpy in the page has no floatmode '{value}'")
        if value is not None or name == "formatter":
            _options[name] = value


def get_printoptions():
    """The options for printing."""
    return dict(_options)


@contextlib.contextmanager
def printoptions(**options):
    """Sets options within a `with`."""
    before = dict(_options)
    try:
        set_printoptions(**options)
        yield get_printoptions()
    finally:
        _options.clear()
        _options.update(before)


# --- numbers ---


def _positional(type_, value, precision):
    """The digits before and after the point: as few as identify the number, with at most `precision` after the point."""
    if value == 0:
        return "0", ""
    whole, fraction = types.split(*types.digits(type_, value))
    if len(fraction) > precision:
        whole, _, fraction = f"{value:.{precision}f}".partition(".")
    return whole, fraction.rstrip("0")


def _scientific(type_, value, precision):
    """The digit before the point, those after it, and the exponent with its sign."""
    if value == 0:
        return "0", "", "+00"
    figures, exponent = types.digits(type_, value)
    if len(figures) > precision + 1:
        mantissa, _, power = f"{value:.{precision}e}".partition("e")
        figures, exponent = mantissa.replace(".", ""), int(power)
    return figures[0], figures[1:].rstrip("0"), f"{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _sign_of(value):
    return "-" if math.copysign(1.0, value) < 0 else ("" if _options["sign"] == "-" else _options["sign"])


def _reals(type_, values, precision, suppress):
    """A function that writes the numbers of an array."""
    finite = [value for value in values if math.isfinite(value)]
    sizes = [abs(value) for value in finite if value != 0]
    fixed = _options["floatmode"] == "fixed"
    exponents = bool(sizes) and (
        max(sizes) >= 1e8 or (not suppress and (min(sizes) < 1e-4 or max(sizes) / min(sizes) > 1000.0))
    )
    left = right = 0
    if not finite:
        pass
    elif exponents:
        parts = [_scientific(type_, abs(value), precision) for value in finite]
        digits = precision if fixed else max(len(fraction) for _, fraction, _ in parts)
        power = max(len(exponent) for _, _, exponent in parts) - 1
        left = max(1 + len(_sign_of(value)) for value in finite)
        right = power + 2 + digits
    else:
        parts = [_positional(type_, abs(value), precision) for value in finite]
        left = max(len(_sign_of(value)) + len(whole) for value, (whole, _) in zip(finite, parts))
        right = precision if fixed else max(len(fraction) for _, fraction in parts)
    if len(finite) != len(values):
        offset = right + 1
        nan, inf = _options["nanstr"], _options["infstr"]
        for value in values:
            if value != value:
                left = max(left, len(nan) - offset)
            elif math.isinf(value):
                left = max(left, len(inf) + len(_sign_of(value)) - offset)
    width = left + right + 1

    def write(value):
        if value != value:
            return _options["nanstr"].rjust(width)
        sign = _sign_of(value)
        if math.isinf(value):
            return (sign + _options["infstr"]).rjust(width)
        if exponents:
            # Digits of the number's exact value, also beyond those that identify it.
            mantissa, _, exponent = f"{abs(value):.{digits}e}".partition("e")
            whole, _, fraction = mantissa.partition(".")
            return f"{(sign + whole).rjust(left)}.{fraction}e{exponent[0]}{exponent[1:].rjust(power, '0')}"
        whole, fraction = _positional(type_, abs(value), precision)
        fraction = fraction.ljust(right, "0" if fixed else " ")
        return f"{(sign + whole).rjust(left)}.{fraction}"

    return write


def _writer(array, values, precision, suppress, formatter):
    """A function that writes the elements of an array. It depends on the elements that are shown."""
    kind = {"b": "bool", "i": "int", "u": "int", "f": "float"}[array.dtype.kind]
    for name in (kind, f"{kind}_kind", "all"):
        if formatter and name in formatter:
            return formatter[name]
    if kind == "bool":
        width = 5 if array.ndim else 0
        return lambda value: str(bool(value)).rjust(width)
    if kind == "int":
        width = max((len(str(value)) for value in values), default=0)
        return lambda value: str(value).rjust(width)
    return _reals(array.dtype, values, precision, suppress)


# --- arrays ---


def _shown(array, edge):
    """The elements that are shown if the middle of each axis is omitted."""
    made = array
    for axis, dim in enumerate(array._shape):
        if dim > 2 * edge:
            before = (slice(None),) * axis
            from ._manipulation import concatenate

            made = concatenate([made[before + (slice(None, edge),)], made[before + (slice(dim - edge, None),)]], axis)
    return made._elements()


class _Lines:
    """A row of words, wrapped into lines."""

    def __init__(self, indent, width):
        self._indent, self._width = indent, width
        self._done, self._line = [], indent

    def add(self, word, separator=""):
        """Adds a word; it starts a new line if it does not fit."""
        if len(self._line) + len(word) > self._width and len(self._line) > len(self._indent):
            self._done.append(self._line.rstrip())
            self._line = self._indent
        self._line += word + separator

    def text(self):
        """All lines."""
        return "\n".join([*self._done, self._line])


def _nested(array, write, indent, width, separator, edge):
    """The text of an array; `edge` items at the ends of long axes, or 0 for all."""
    if not array.ndim:
        return write(array._elements()[0])
    dim = array._shape[0]
    short = 0 < edge and dim > 2 * edge
    head = range(edge if short else 0)
    tail = range(dim - edge if short else 0, dim)
    if array.ndim == 1:
        values = array._elements()
        lines = _Lines(indent, width - max(len(separator.rstrip()), len("]")))
        for i in head:
            lines.add(write(values[i]), separator)
        if short:
            lines.add("...", separator)
        for i in tail:
            lines.add(write(values[i]), separator if i < dim - 1 else "")
        text = lines.text()
    else:
        between = separator.rstrip() + "\n" * (array.ndim - 1)

        def inner(i):
            return indent + _nested(array[i], write, indent + " ", width - len("]"), separator, edge)

        parts = [inner(i) for i in head]
        if short:
            parts.append(indent + "...")
        parts += [inner(i) for i in tail]
        text = between.join(parts)
    return f"[{text[len(indent):]}]"


def array2string(
    a,
    max_line_width=None,
    precision=None,
    suppress_small=None,
    separator=" ",
    prefix="",
    style=None,
    formatter=None,
    threshold=None,
    edgeitems=None,
    sign=None,
    floatmode=None,
    suffix="",
    *,
    legacy=None,
):
    """The text of an array."""
    array = asarray(a)
    given = {"sign": sign, "floatmode": floatmode}
    with printoptions(**{name: value for name, value in given.items() if value is not None}):
        width = (_options["linewidth"] if max_line_width is None else max_line_width) - len(suffix)
        edge = _options["edgeitems"] if edgeitems is None else edgeitems
        long = array.size > (_options["threshold"] if threshold is None else threshold)
        if array.size == 0:
            return "[]"
        values = _shown(array, edge) if long else array._elements()
        write = _writer(
            array,
            values,
            _options["precision"] if precision is None else precision,
            _options["suppress"] if suppress_small is None else suppress_small,
            _options["formatter"] if formatter is None else formatter,
        )
        return _nested(array, write, " " * (len(prefix) + 1), width, separator, edge if long else 0)


def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    """The text of `repr` for an array."""
    prefix = "array("
    width = _options["linewidth"] if max_line_width is None else max_line_width
    if arr.size == 0 and arr._shape != (0,):
        text = f"[], shape={arr._shape!r}"
    else:
        text = array2string(arr, width, precision, suppress_small, ", ", prefix, suffix=")")
    if arr.size and arr.dtype in (BOOL, INT64, FLOAT64):
        return f"{prefix}{text})"
    mark = f"dtype={arr.dtype.name})"
    text = f"{prefix}{text},"
    last = len(text) - (text.rfind("\n") + 1)
    return text + ("\n" + " " * len(prefix) if last + len(mark) + 1 > width else " ") + mark


def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    """The text of `str` for an array."""
    if not a.ndim:
        return str(a[()])
    return array2string(a, max_line_width, precision, suppress_small)


def format_float_positional(
    x,
    precision=None,
    unique=True,
    fractional=True,
    trim="k",
    sign=False,
    pad_left=None,
    pad_right=None,
    min_digits=None,
):
    """A number without an exponent, with as many digits as identify it."""
    type_ = getattr(x, "dtype", FLOAT64)
    whole, fraction = _positional(type_, abs(float(x)), 1000 if precision is None else precision)
    return f"{'-' if x < 0 else '+' if sign else ''}{whole}.{fraction}" + ("0" if trim == "0" and not fraction else "")


SHOW["repr"], SHOW["str"] = array_repr, array_str
