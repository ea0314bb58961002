"""Numbers and symbols in shapes and attributes: the part of TVM's tir that Relay uses."""

import builtins
import operator as operators

from .. import _raw


class PrimExpr:
    """A number or an expression of symbols."""

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

    def __mod__(self, other):
        return FloorMod(self, other)

    def __rmod__(self, other):
        return FloorMod(other, self)

    def __truediv__(self, other):
        if self.dtype.startswith("float") or _is_real(other):
            return Div(_real(self), _real(other))
        raise RuntimeError("Division of integers is ambiguous: use tvm.tir.indexdiv, floordiv or truncdiv")

    def __neg__(self):
        return self * -1

    def _attribute(self):
        return {"$dim": dim_to_json(self)}

    def __lt__(self, other):
        return LT(self, other)

    def __le__(self, other):
        return LE(self, other)

    def __gt__(self, other):
        return GT(self, other)

    def __ge__(self, other):
        return GE(self, other)

    def equal(self, other, span=None):
        """The expression for the equality of two expressions."""
        return EQ(self, other)

    def astype(self, dtype, span=None):
        """The expression in another data type."""
        return self if self.dtype == dtype else Cast(dtype, self)

    def same_as(self, other):
        """Whether two expressions are the same."""
        return self is other or (type(self) is type(other) and self == other)


class IntImm(int, PrimExpr):
    """An integer, which behaves like Python's."""

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
    __mod__, __rmod__, __truediv__, __neg__ = int.__mod__, int.__rmod__, int.__truediv__, int.__neg__
    __lt__, __le__, __gt__, __ge__ = int.__lt__, int.__le__, int.__gt__, int.__ge__
    __eq__, __ne__, __hash__ = int.__eq__, int.__ne__, int.__hash__

    def __repr__(self):
        return int.__repr__(self)

    __str__ = __repr__


class FloatImm(float, PrimExpr):
    """A real number, which behaves like Python's."""

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
    __mod__, __rmod__, __truediv__, __neg__ = float.__mod__, float.__rmod__, float.__truediv__, float.__neg__
    __lt__, __le__, __gt__, __ge__ = float.__lt__, float.__le__, float.__gt__, float.__ge__
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


class _Compound(PrimExpr):
    """An expression with operands. It is equal to an expression with equal operands."""

    def _parts(self):
        """The operands."""
        raise NotImplementedError

    def __eq__(self, other):
        return type(self) is type(other) and self._parts() == other._parts()

    def __hash__(self):
        return hash((type(self).__name__, self._parts()))


class Cast(_Compound):
    """A number in another data type."""

    def __init__(self, dtype, value, span=None):
        self.dtype = str(dtype)
        self.value = _expr(value)

    def _parts(self):
        return self.dtype, self.value

    def __repr__(self):
        return f"{self.dtype}({self.value})"


class Call(_Compound):
    """A function of numbers by name, such as "tir.round"."""

    def __init__(self, dtype, op, args, span=None):
        self.dtype = str(dtype)
        self.op = op
        self.args = tuple(map(_expr, args))

    def _parts(self):
        return self.op, self.args

    def __repr__(self):
        return f"{self.op.rpartition('.')[2]}({', '.join(map(str, self.args))})"


class _Computed(_Compound):
    """A binary operator."""

    operator = ""

    def __init__(self, a, b, span=None):
        self.a, self.b = _expr(a), _expr(b)
        self.dtype = self.a.dtype

    def _parts(self):
        return self.a, self.b

    def __repr__(self):
        return f"({self.a} {self.operator} {self.b})"


class Add(_Computed):
    """A sum."""

    operator = "+"


class Sub(_Computed):
    """A difference."""

    operator = "-"


class Mul(_Computed):
    """A product."""

    operator = "*"


class Div(_Computed):
    """A quotient. For integers it is rounded toward zero."""

    operator = "/"


class FloorDiv(_Computed):
    """A quotient, rounded down."""

    operator = "//"


class FloorMod(_Computed):
    """The remainder of such a quotient."""

    operator = "%"


class _Extreme(_Computed):
    """One of two numbers."""

    def __repr__(self):
        return f"{self.operator}({self.a}, {self.b})"


class Min(_Extreme):
    """The smaller of two numbers."""

    operator = "min"


class Max(_Extreme):
    """The greater of two numbers."""

    operator = "max"


class _Condition(_Computed):
    """A condition with two operands: a comparison or a logical operator."""

    def __init__(self, a, b, span=None):
        super().__init__(a, b)
        self.dtype = "bool"

    def __bool__(self):
        raise ValueError("Cannot use and / or / not operator to Expr, hint: use tvm.tir.all / tvm.tir.any instead")


class _Comparison(_Condition):
    """A comparison of two numbers."""

    _holds = None

    def __bool__(self):
        if isinstance(self.a, (IntImm, FloatImm)) and isinstance(self.b, (IntImm, FloatImm)):
            return bool(type(self)._holds(self.a.value, self.b.value))
        if type(self) in (EQ, NE):
            return (self.a == self.b) == (type(self) is EQ)
        return super().__bool__()


def _comparison(name, sign, holds, doc):
    facts = {"operator": sign, "_holds": staticmethod(holds), "__doc__": doc, "__module__": __name__}
    return type(name, (_Comparison,), facts)


EQ = _comparison("EQ", "==", operators.eq, "Whether two numbers are equal.")
NE = _comparison("NE", "!=", operators.ne, "Whether two numbers differ.")
LT = _comparison("LT", "<", operators.lt, "Whether a number is less than another one.")
LE = _comparison("LE", "<=", operators.le, "Whether a number is at most another one.")
GT = _comparison("GT", ">", operators.gt, "Whether a number is greater than another one.")
GE = _comparison("GE", ">=", operators.ge, "Whether a number is at least another one.")


def _expr(value):
    """A number as an expression."""
    return value if isinstance(value, PrimExpr) else const(value)


def _is_real(value):
    return isinstance(value, float) or str(getattr(value, "dtype", "")).startswith("float")


def _real(value, dtype="float32"):
    return value if _is_real(value) else Cast(dtype, _expr(value))


# The engine's letters of operators, and the classes in Python.
_COMPUTED = {"+": Add, "-": Sub, "*": Mul, "/": FloorDiv, "t": Div, "m": Max}
_LETTERS = {made: letter for letter, made in _COMPUTED.items()}


def _arithmetic(operator, a, b):
    if isinstance(a, Any) or isinstance(b, Any):
        return Any()
    if not isinstance(a, (int, float, PrimExpr)) or not isinstance(b, (int, float, PrimExpr)):
        return NotImplemented
    if _is_real(a) or _is_real(b):
        # As in TVM the integer becomes real. Such expressions are only read and rounded, never folded.
        dtype = next(getattr(x, "dtype", "float32") for x in (a, b) if _is_real(x))
        return _COMPUTED[operator](_real(a, dtype), _real(b, dtype))
    if any(isinstance(x, (Cast, Call, FloorMod, _Extreme, _Comparison)) for x in (a, b)):
        return _COMPUTED[operator](a, b)
    # The engine's own rules fold the constant parts.
    return _folded(_COMPUTED[operator](a, b))


def _folded(dim):
    """A dimension after the engine has folded it. The engine only knows dimensions of types."""
    handle = _raw.makeType("TensorType", "[]", _raw.dumps({"shape": [dim_to_json(dim)], "dtype": "float32"}))
    info = _raw.loads(_raw.typeInfo(handle))
    _raw.release(handle)
    return dim_from_json(info["shape"][0])


def round(x, span=None):  # pylint: disable=redefined-builtin
    """The nearest integer to a real number, as a real number. Ties are rounded to even."""
    return FloatImm(x.dtype, builtins.round(x)) if isinstance(x, FloatImm) else Call(x.dtype, "tir.round", [x])


def rounded(value, factor):
    """The nearest integer to a multiple of a symbol, which is the size of an upsampled axis."""
    real = Mul(Cast("float64", value), FloatImm("float64", factor))
    return Cast("int32", Call("float64", "tir.round", [real]))


def _multiple(dim):
    """(symbol, factor) of a result of `rounded`, None for other expressions."""
    inner = dim.value
    if not isinstance(inner, Call) or inner.op != "tir.round" or not isinstance(inner.args[0], Mul):
        return None
    a, b = inner.args[0].a, inner.args[0].b
    if isinstance(a, FloatImm):
        a, b = b, a
    return (a.value, float(b)) if isinstance(a, Cast) and isinstance(b, FloatImm) else None


def max(lhs, rhs, span=None):  # pylint: disable=redefined-builtin
    """The greater of two numbers."""
    known = isinstance(lhs, (int, float)) and isinstance(rhs, (int, float))
    return const(builtins.max(lhs, rhs)) if known else Max(lhs, rhs)


def min(lhs, rhs, span=None):  # pylint: disable=redefined-builtin
    """The smaller of two numbers."""
    known = isinstance(lhs, (int, float)) and isinstance(rhs, (int, float))
    return const(builtins.min(lhs, rhs)) if known else Min(lhs, rhs)


def const(value, dtype=None, span=None):
    """A number as an expression. The default types are int32 and float32."""
    if isinstance(value, bool):
        return IntImm(dtype or "bool", value)
    # numpy's numbers keep their types.
    dtype = str(dtype or getattr(value, "dtype", "int32" if isinstance(value, int) else "float32"))
    return IntImm(dtype, value) if "int" in dtype or dtype == "bool" else FloatImm(dtype, value)


def dim_to_json(dim):
    """A dimension in the engine's form."""
    if not isinstance(dim, PrimExpr) and str(getattr(dim, "dtype", "")) == "int64":
        return ["i64", int(dim)]
    if isinstance(dim, IntImm) and dim.dtype == "int64":
        return ["i64", int(dim)]
    if isinstance(dim, int):
        return int(dim)
    if isinstance(dim, Any):
        return "?"
    if isinstance(dim, Var):
        return [dim._kind, dim.name]
    if type(dim) in _LETTERS:
        return [_LETTERS[type(dim)], dim_to_json(dim.a), dim_to_json(dim.b)]
    if isinstance(dim, Cast) and _multiple(dim):
        symbol, factor = _multiple(dim)
        return ["r", dim_to_json(symbol), factor]
    if hasattr(dim, "__index__"):
        return dim.__index__()
    if isinstance(dim, float) and dim.is_integer():
        return int(dim)
    raise TypeError(f"{dim!r} is no dimension of a tensor")


def dim_from_json(value):
    """The dimension of the engine's JSON."""
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
        return rounded(dim_from_json(value[1]), value[2])
    return _COMPUTED[kind](dim_from_json(value[1]), dim_from_json(value[2]))


class Range:
    """The integers from `begin` to `end`, without `end`; `Range(end)` begins at 0."""

    def __init__(self, begin, end=None, span=None):
        begin, end = (0, begin) if end is None else (begin, end)
        self.min, self.extent = _expr(begin), _expr(end) - _expr(begin)

    @staticmethod
    def from_min_extent(min_value, extent, span=None):
        """The `extent` integers from `min_value` on."""
        return Range(min_value, min_value + extent)

    def __eq__(self, other):
        return isinstance(other, Range) and (self.min, self.extent) == (other.min, other.extent)

    def __hash__(self):
        return hash((self.min, self.extent))

    def __repr__(self):
        return f"range(min={self.min}, ext={self.extent})"


def indexdiv(a, b, span=None):
    """A quotient of indices, rounded down."""
    return const(a) // b if isinstance(a, int) else a // b


def indexmod(a, b, span=None):
    """The remainder of such a division."""
    return a - indexdiv(a, b) * b


floordiv, floormod = indexdiv, indexmod
