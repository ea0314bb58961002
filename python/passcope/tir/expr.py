"""Numbers and symbols in shapes and attributes: as much of TVM's tir as Relay shows."""


class PrimExpr:
    """A number or something computed from symbols."""

    dtype = "int32"

    def __add__(self, other):
        return _arithmetic("+", self, other)

    def __radd__(self, other):
        return _arithmetic("+", other, self)

    def __sub__(self, other):
        return _arithmetic("-", self, other)

    def __rsub__(self, other):
        return _arithmetic("-", other, self)

    def __mul__(self, other):
        return _arithmetic("*", self, other)

    def __rmul__(self, other):
        return _arithmetic("*", other, self)

    def __floordiv__(self, other):
        return _arithmetic("/", self, other)

    def __rfloordiv__(self, other):
        return _arithmetic("/", other, self)

    def same_as(self, other):
        """Whether two expressions are the same."""
        return self is other or (type(self) is type(other) and self == other)


class IntImm(int, PrimExpr):
    """An integer, which behaves as Python's."""

    def __new__(cls, dtype, value, span=None):
        made = int.__new__(cls, value)
        made.dtype = str(dtype)
        return made

    @property
    def value(self):
        """The integer."""
        return int(self)

    # Arithmetic of integers is Python's.
    __add__, __radd__ = int.__add__, int.__radd__
    __sub__, __rsub__ = int.__sub__, int.__rsub__
    __mul__, __rmul__ = int.__mul__, int.__rmul__
    __floordiv__, __rfloordiv__ = int.__floordiv__, int.__rfloordiv__
    __eq__, __ne__, __hash__ = int.__eq__, int.__ne__, int.__hash__

    def __repr__(self):
        return int.__repr__(self)

    __str__ = __repr__


class FloatImm(float, PrimExpr):
    """A real number, which behaves as Python's."""

    def __new__(cls, dtype, value, span=None):
        made = float.__new__(cls, value)
        made.dtype = str(dtype)
        return made

    @property
    def value(self):
        """The number."""
        return float(self)

    __add__, __radd__ = float.__add__, float.__radd__
    __sub__, __rsub__ = float.__sub__, float.__rsub__
    __mul__, __rmul__ = float.__mul__, float.__rmul__
    __floordiv__, __rfloordiv__ = float.__floordiv__, float.__rfloordiv__
    __eq__, __ne__, __hash__ = float.__eq__, float.__ne__, float.__hash__

    def __repr__(self):
        return float.__repr__(self)

    __str__ = __repr__


class StringImm(str, PrimExpr):
    """A text."""

    @property
    def value(self):
        """The text."""
        return str(self)


class Any(PrimExpr):
    """A dimension that is known only when the program runs: `?`."""

    def __eq__(self, other):
        return isinstance(other, Any)

    def __hash__(self):
        return hash(Any)

    def __repr__(self):
        return "?"


class Var(PrimExpr):
    """A symbol for a number."""

    _kind = "v"

    def __init__(self, name="", dtype="int32", span=None):
        self.name = str(name)
        self.dtype = str(dtype)

    @property
    def name_hint(self):
        """The symbol's name."""
        return self.name

    def __eq__(self, other):
        return isinstance(other, Var) and (self._kind, self.name) == (other._kind, other.name)

    def __hash__(self):
        return hash((self._kind, self.name))

    def __repr__(self):
        return self.name


class SizeVar(Var):
    """A symbol for a size, which is never negative."""

    _kind = "s"


class _Computed(PrimExpr):
    """Two numbers with an operator between them."""

    operator = ""

    def __init__(self, a, b, span=None):
        self.a = const(a) if isinstance(a, int) else a
        self.b = const(b) if isinstance(b, int) else b

    def __eq__(self, other):
        return type(self) is type(other) and self.a == other.a and self.b == other.b

    def __hash__(self):
        return hash((self.operator, self.a, self.b))

    def __repr__(self):
        return f"({self.a} {'//' if self.operator == '/' else self.operator} {self.b})"


class Add(_Computed):
    """A sum."""

    operator = "+"


class Sub(_Computed):
    """A difference."""

    operator = "-"


class Mul(_Computed):
    """A product."""

    operator = "*"


class FloorDiv(_Computed):
    """A quotient, rounded down."""

    operator = "/"


_COMPUTED = {made.operator: made for made in (Add, Sub, Mul, FloorDiv)}


def _arithmetic(operator, a, b):
    if isinstance(a, Any) or isinstance(b, Any):
        return Any()
    if not isinstance(a, (int, PrimExpr)) or not isinstance(b, (int, PrimExpr)):
        return NotImplemented
    # The engine's own rules, which fold what can be folded.
    from ..ir.type import folded

    return folded(_COMPUTED[operator](a, b))


def const(value, dtype=None, span=None):
    """A number as an expression: int32 or float32 unless said otherwise."""
    if isinstance(value, bool):
        return IntImm(dtype or "bool", value)
    if isinstance(value, int):
        return IntImm(dtype or "int32", value)
    return FloatImm(dtype or "float32", value)


def dim_to_json(dim):
    """A dimension as the engine takes it."""
    if isinstance(dim, IntImm) and dim.dtype == "int64":
        return ["i64", int(dim)]
    if isinstance(dim, int):
        return int(dim)
    if isinstance(dim, Any):
        return "?"
    if isinstance(dim, Var):
        return [dim._kind, dim.name]
    if isinstance(dim, _Computed):
        return [dim.operator, dim_to_json(dim.a), dim_to_json(dim.b)]
    if hasattr(dim, "__index__"):
        return dim.__index__()
    if isinstance(dim, float) and dim.is_integer():
        return int(dim)
    raise TypeError(f"{dim!r} is no dimension of a tensor")


def dim_from_json(value):
    """The dimension that the engine says."""
    if isinstance(value, int):
        return IntImm("int32", value)
    if value == "?":
        return Any()
    kind = value[0]
    if kind == "i64":
        return IntImm("int64", value[1])
    if kind in "sv":
        return (SizeVar if kind == "s" else Var)(value[1])
    if kind == "r":
        return Rounded(dim_from_json(value[1]), value[2])
    return _COMPUTED[kind](dim_from_json(value[1]), dim_from_json(value[2]))


class Rounded(PrimExpr):
    """The nearest integer to a multiple of a symbol."""

    def __init__(self, value, factor):
        self.value = value
        self.factor = factor

    def __eq__(self, other):
        return isinstance(other, Rounded) and (self.value, self.factor) == (other.value, other.factor)

    def __hash__(self):
        return hash((self.value, self.factor))

    def __repr__(self):
        return f"round({self.value} * {self.factor:g})"


def indexdiv(a, b, span=None):
    """A quotient of indices, rounded down."""
    return const(a) // b if isinstance(a, int) else a // b


def indexmod(a, b, span=None):
    """What is left of an index after such a division."""
    return a - indexdiv(a, b) * b


floordiv, floormod = indexdiv, indexmod
