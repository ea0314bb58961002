"""Data types: their names, the storage of elements, and type promotion.

Elements are in arrays of the module `array`. bool is a byte of 0 or 1. That module has no float16, so float16 is stored as
float32, rounded to values of float16.
"""

import math
import struct
from array import array as Buffer
from itertools import repeat

_HERE = "numpy in the page"


class generic:  # pylint: disable=invalid-name
    """The base of numpy's scalars. Their operators are defined with the class of arrays."""

    __slots__ = ()


class number(generic):
    """Numbers."""

    __slots__ = ()


class integer(number):
    """Integers."""

    __slots__ = ()


class signedinteger(integer):
    """Signed integers."""

    __slots__ = ()


class unsignedinteger(integer):
    """Unsigned integers."""

    __slots__ = ()


class inexact(number):
    """Numbers that are rounded."""

    __slots__ = ()


class floating(inexact):
    """Floating-point numbers."""

    __slots__ = ()


class dtype:
    """A data type: `name`, `kind`, `itemsize`, `type` (its class of scalars). There is one object per type."""

    __slots__ = ("name", "kind", "itemsize", "char", "num", "type", "code", "bits")
    _by_name = {}

    def __new__(cls, spec=None, align=False, copy=False):
        found = _find(spec)
        if found is None:
            raise TypeError(f"data type {spec!r} not understood")
        return found

    @classmethod
    def _make(cls, name, kind, itemsize, char, code, *names):
        made = object.__new__(cls)
        made.name, made.kind, made.itemsize, made.char, made.code = name, kind, itemsize, char, code
        made.bits = 8 * itemsize
        made.num = "?bBhHiIlLqQfdg".find(char) if char != "e" else 23
        made.type = None
        for key in (name, char, f"{kind}{itemsize}", *names):
            cls._by_name[key] = made
        return made

    @property
    def str(self):
        """Byte order, kind and size, such as "<f4"."""
        return f"{self.byteorder.replace('=', '<')}{self.kind}{self.itemsize}"

    @property
    def descr(self):
        """The type in the form of a file's header."""
        return [("", self.str)]

    byteorder = property(lambda self: "|" if self.itemsize == 1 else "=")
    isnative = True
    hasobject = False
    names = fields = subdtype = None
    shape = ()
    ndim = 0
    base = property(lambda self: self)

    def newbyteorder(self, new_order="S"):
        """Returns this type, because only the machine's byte order is supported."""
        if new_order in "=<|L":
            return self
        raise NotImplementedError(f"{_HERE} has only the machine's order of bytes")

    def __eq__(self, other):
        if isinstance(other, dtype):
            return self is other
        try:
            return self is _find(other)
        except (TypeError, NotImplementedError):
            return False

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name)

    def __lt__(self, other):
        return can_cast(self, dtype(other)) and self is not dtype(other)

    def __le__(self, other):
        return can_cast(self, dtype(other))

    def __gt__(self, other):
        return dtype(other) < self

    def __ge__(self, other):
        return dtype(other) <= self

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __reduce__(self):
        return dtype, (self.name,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


BOOL = dtype._make("bool", "b", 1, "?", "B", "bool_", "bool8")
INT8 = dtype._make("int8", "i", 1, "b", "b", "byte")
UINT8 = dtype._make("uint8", "u", 1, "B", "B", "ubyte")
INT16 = dtype._make("int16", "i", 2, "h", "h", "short")
UINT16 = dtype._make("uint16", "u", 2, "H", "H", "ushort")
INT32 = dtype._make("int32", "i", 4, "i", "i", "intc")
UINT32 = dtype._make("uint32", "u", 4, "I", "I", "uintc")
INT64 = dtype._make("int64", "i", 8, "l", "q", "int", "int_", "long", "longlong", "intp", "q", "p")
UINT64 = dtype._make("uint64", "u", 8, "L", "Q", "uint", "ulong", "ulonglong", "uintp", "Q", "P")
FLOAT16 = dtype._make("float16", "f", 2, "e", "f", "half")
FLOAT32 = dtype._make("float32", "f", 4, "f", "f", "single")
FLOAT64 = dtype._make("float64", "f", 8, "d", "d", "float", "float_", "double")
# The kind of numpy's bool is "b", so the name "b1" is bool and "b" is int8.
dtype._by_name["b"] = INT8

ALL = (BOOL, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT16, FLOAT32, FLOAT64)

_PYTHON = {bool: BOOL, int: INT64, float: FLOAT64, None: FLOAT64}
_CLASSES = {
    generic: FLOAT64,
    number: FLOAT64,
    inexact: FLOAT64,
    floating: FLOAT64,
    integer: INT64,
    signedinteger: INT64,
    unsignedinteger: UINT64,
}
_LACKING = ("complex", "object", "str", "bytes", "void", "datetime", "timedelta", "longdouble", "float128", "c8", "c16")


def _find(spec):
    """The type for a value, or None. Raises for numpy's types that are not supported."""
    if isinstance(spec, dtype):
        return spec
    if isinstance(spec, str):
        name = str(spec)
        found = dtype._by_name.get(name)
        if found is None and name[:1] in "<=|@":
            found = dtype._by_name.get(name[1:])
        if found is None and (
            name.startswith(_LACKING) or name in "FDGOSUV" or name[:1] == ">" or name[:2] in ("<U", "|S")
        ):
            raise NotImplementedError(
                f"{_HERE} has no data type '{name}'; it has bool, int8 to int64, uint8 to uint64, and float16 to float64"
            )
        return found
    if isinstance(spec, type) or spec is None:
        if spec in _PYTHON:
            return _PYTHON[spec]
        if spec in (complex, object, str, bytes):
            raise NotImplementedError(
                f"{_HERE} has no data type '{spec.__name__}'; it has bool, int8 to int64, uint8 to uint64, and float16 to float64"
            )
        if issubclass(spec, generic):
            return getattr(spec, "_dtype", None) or _CLASSES.get(spec)
        return None
    inner = getattr(spec, "dtype", None)
    if isinstance(inner, (dtype, str)):
        return _find(inner)
    if isinstance(spec, (list, dict, tuple)):
        raise NotImplementedError(f"{_HERE} has no data types of several fields")
    return None


# --- type promotion ---


def _promoted(a, b):
    if a is b or b is BOOL:
        return a
    if a is BOOL:
        return b
    if a.kind == b.kind:
        return a if a.itemsize >= b.itemsize else b
    if "f" in (a.kind, b.kind):
        real, other = (a, b) if a.kind == "f" else (b, a)
        least = {1: 2, 2: 4, 4: 8, 8: 8}[other.itemsize]
        return real if real.itemsize >= least else dtype._by_name[f"f{least}"]
    signed, other = (a, b) if a.kind == "i" else (b, a)
    if signed.itemsize > other.itemsize:
        return signed
    return FLOAT64 if other.itemsize == 8 else dtype._by_name[f"i{2 * other.itemsize}"]


_TOGETHER = {(a, b): _promoted(a, b) for a in ALL for b in ALL}


def promote_types(type1, type2):
    """The smallest type that both can be cast to safely."""
    return _TOGETHER[dtype(type1), dtype(type2)]


def can_cast_types(source, target, casting="safe"):
    """Whether a type can be cast to another one under a rule."""
    if source is target or casting == "unsafe":
        return True
    if casting in ("no", "equiv"):
        return False
    if _TOGETHER[source, target] is target:
        return True
    order = "buif"
    return (
        casting == "same_kind"
        and order.index(source.kind) <= order.index(target.kind)
        and not (source.kind == "i" and target.kind == "u")
    )


def can_cast(from_, to, casting="safe"):
    """Whether a type, or the value of a scalar, can be cast to a type under a rule."""
    if isinstance(from_, (bool, int, float)) and not isinstance(from_, generic):
        from_ = smallest(type_of(from_), from_)
        return can_cast_types(result_of([dtype(to)], [(from_, 0)]), dtype(to), casting)
    return can_cast_types(dtype(from_), dtype(to), casting)


_RANGES = {
    t: (-(1 << (t.bits - 1)), (1 << (t.bits - 1)) - 1) if t.kind == "i" else (0, (1 << t.bits) - 1)
    for t in ALL
    if t.kind in "iu"
}
_UNSIGNED = (UINT8, UINT16, UINT32, UINT64)
_SIGNED = (INT8, INT16, INT32, INT64)


def range_of(type_):
    """The smallest and the largest integer of a type."""
    return _RANGES[type_]


def type_of(value):
    """numpy's type of a Python number; None for other values."""
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        if -(1 << 63) <= value < 1 << 63:
            return INT64
        return UINT64 if 0 <= value < 1 << 64 else None
    return FLOAT64 if isinstance(value, float) else None


def smallest(type_, value):
    """The smallest type of the same kind that can represent a value."""
    if type_.kind == "b":
        return type_
    if type_.kind == "f":
        if type_ is FLOAT64 and abs(value) > 3.4e38 and not math.isinf(value):
            return FLOAT64
        if type_ is not FLOAT16 and abs(value) > 65000 and not math.isinf(value):
            return FLOAT32
        return FLOAT16
    for made in _UNSIGNED if value >= 0 else _SIGNED:
        if _RANGES[made][0] <= value <= _RANGES[made][1]:
            return made
    return type_


def _together(types):
    result = None
    for type_ in types:
        result = type_ if result is None else _TOGETHER[result, type_]
    return result


_CATEGORY = {"b": 0, "i": 1, "u": 1, "f": 2}


def by_value(arrays, scalars):
    """Whether scalars count by their values: if their kind is not above that of the arrays."""
    highest = max(_CATEGORY[type_.kind] for type_ in arrays)
    return max(_CATEGORY[type_.kind] for type_, _ in scalars) <= highest


def result_of(arrays, scalars):
    """The type of a result. `arrays` are types; `scalars` are pairs of type and value.

    These are the rules of numpy 1: a scalar counts by its value if the kind of an array is not below its kind.
    """
    if not arrays or not scalars or not by_value(arrays, scalars):
        return _together([*arrays, *(type_ for type_, _ in scalars)])
    result = _together(arrays)
    for type_, value in scalars:
        small = smallest(type_, value)
        # A small unsigned number fits a signed type of the same size if its value does.
        if small.kind == "u" and result.kind == "i" and value <= _RANGES[_SIGNED[_UNSIGNED.index(small)]][1]:
            small = _SIGNED[_UNSIGNED.index(small)]
        result = _TOGETHER[result, small]
    return result


# --- elements ---


def _halves(values):
    """Rounds numbers to float16, in a buffer of float32."""
    values = values if hasattr(values, "__len__") else list(values)
    form = f"<{len(values)}e"
    try:
        return Buffer("f", struct.unpack(form, struct.pack(form, *values)))
    except (OverflowError, struct.error):
        return Buffer("f", map(_half, map(float, values)))


def _half(value):
    try:
        return struct.unpack("<e", struct.pack("<e", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def _wrapped(type_, values):
    """Integers modulo 2 to the power of the number of bits."""
    mask = (1 << type_.bits) - 1
    if type_.kind == "u":
        return [value & mask for value in values]
    half = 1 << (type_.bits - 1)
    return [((value + half) & mask) - half for value in values]


def pack(type_, values):
    """A buffer of numbers. Integers that are too large wrap around."""
    if type_.kind == "f":
        return Buffer(type_.code, values) if type_ is not FLOAT16 else _halves(values)
    if type_ is BOOL:
        return Buffer("B", values)
    values = values if hasattr(values, "__len__") else list(values)
    try:
        return Buffer(type_.code, values)
    except OverflowError:
        return Buffer(type_.code, _wrapped(type_, values))


def _whole(type_):
    """The conversion from float to integer, defined for all values."""
    lowest = -(1 << 31) if type_.bits <= 32 and type_.kind == "i" else -(1 << 63)

    def whole(value):
        try:
            made = int(value)
        except (ValueError, OverflowError):
            return lowest
        return made if -(1 << 63) <= made < 1 << 64 else lowest

    return whole


def convert(values, source, target):
    """Converts a buffer from the type `source` to the type `target`. Returns the same buffer if nothing changes."""
    if source is target and isinstance(values, Buffer):
        return values
    if target is BOOL:
        return Buffer("B", map(bool, values))
    if target.kind != "f" and source.kind == "f":
        try:
            return Buffer(target.code, list(map(int, values)))
        except (ValueError, OverflowError):
            return pack(target, list(map(_whole(target), values)))
    return pack(target, values)


def rounded(type_, value):
    """A number, rounded to a type, as a Python number."""
    if type_ is FLOAT64:
        return float(value)
    if type_ is FLOAT32:
        return Buffer("f", (value,))[0]
    if type_ is FLOAT16:
        return _half(value)
    if type_ is BOOL:
        return bool(value)
    value = int(value) if not isinstance(value, float) else _whole(type_)(value)
    low, high = _RANGES[type_]
    return value if low <= value <= high else _wrapped(type_, (value,))[0]


def filled(type_, value, count):
    """A buffer of `count` equal elements."""
    return Buffer(type_.code, (rounded(type_, value),)) * count


def from_bytes(type_, data):
    """A buffer from bytes."""
    if type_ is FLOAT16:
        return Buffer("f", struct.unpack(f"<{len(data) // 2}e", data))
    made = Buffer(type_.code)
    made.frombytes(data)
    return made


def to_bytes(type_, values):
    """The bytes of a buffer."""
    if type_ is FLOAT16:
        return struct.pack(f"<{len(values)}e", *values)
    return values.tobytes()


def python_values(type_, values):
    """The elements of a buffer as a list of Python numbers."""
    return list(map(bool, values)) if type_ is BOOL else list(values)


# --- digits ---

_FIRST = {FLOAT16: 3, FLOAT32: 6}
_SUBNORMAL = {FLOAT16: 6.2e-05, FLOAT32: 1.2e-38}


def digits(type_, value):
    """The fewest decimal digits that distinguish a positive number from its neighbours, and its exponent.

    `("125", 0)` is 1.25. This is the shortest round trip, e.g. Steele and White, 1990.
    """
    if type_ is FLOAT64:
        text = repr(value)
        if "e" not in text:
            text = f"{value:.{len(text.replace('.', '').lstrip('0').rstrip('0') or '0') - 1}e}"
        mantissa, exponent = text.split("e")
    else:
        precision = _FIRST[type_] if value >= _SUBNORMAL[type_] else 1
        while True:
            text = f"{value:.{precision - 1}e}"
            if precision >= 9 or rounded(type_, float(text)) == value:
                break
            precision += 1
        mantissa, exponent = text.split("e")
    return mantissa.replace(".", "").rstrip("0") or "0", int(exponent)


def scalar_text(type_, value):
    """A number in numpy's notation of scalars."""
    if type_.kind != "f":
        return str(bool(value)) if type_ is BOOL else str(value)
    if type_ is FLOAT64 or value != value or value in (math.inf, -math.inf) or value == 0:
        return repr(float(value))
    sign = "-" if value < 0 else ""
    figures, exponent = digits(type_, abs(value))
    if 1e-4 <= abs(value) < 1e16:
        whole, fraction = split(figures, exponent)
        return f"{sign}{whole}.{fraction or '0'}"
    tail = f".{figures[1:]}" if len(figures) > 1 else ""
    return f"{sign}{figures[0]}{tail}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def split(figures, exponent):
    """The digits before and after the point in a notation without exponent."""
    if exponent < 0:
        return "0", "".join(repeat("0", -exponent - 1)) + figures
    figures = figures.ljust(exponent + 1, "0")
    return figures[: exponent + 1], figures[exponent + 1 :]
