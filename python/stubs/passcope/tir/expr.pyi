# Made by python/tools/describe.py.
"""Numbers and symbols in shapes and attributes: as much of TVM's tir as Relay shows."""

import typing

class PrimExpr:
    """A number or something computed from symbols."""
    dtype: str
    def __add__(self, other: typing.Any) -> typing.Any: ...
    def __radd__(self, other: typing.Any) -> typing.Any: ...
    def __sub__(self, other: typing.Any) -> typing.Any: ...
    def __rsub__(self, other: typing.Any) -> typing.Any: ...
    def __mul__(self, other: typing.Any) -> typing.Any: ...
    def __rmul__(self, other: typing.Any) -> typing.Any: ...
    def __truediv__(self, other: typing.Any) -> typing.Any: ...
    def __neg__(self) -> typing.Any: ...
    def __lt__(self, other: typing.Any) -> typing.Any: ...
    def __le__(self, other: typing.Any) -> typing.Any: ...
    def __gt__(self, other: typing.Any) -> typing.Any: ...
    def __ge__(self, other: typing.Any) -> typing.Any: ...
    def equal(self, other: typing.Any, span: typing.Any = None) -> typing.Any:
        """The expression that says whether two are equal."""
    def astype(self, dtype: typing.Any, span: typing.Any = None) -> typing.Any:
        """The expression in another data type."""
    def same_as(self, other: typing.Any) -> bool:
        """Whether two expressions are the same."""

class IntImm(int, PrimExpr):
    """An integer, which behaves as Python's."""
    @property
    def value(self) -> typing.Any:
        """The integer."""
    __add__: typing.Any
    __radd__: typing.Any
    __sub__: typing.Any
    __rsub__: typing.Any
    __mul__: typing.Any
    __rmul__: typing.Any
    __truediv__: typing.Any
    __neg__: typing.Any
    __lt__: typing.Any
    __le__: typing.Any
    __gt__: typing.Any
    __ge__: typing.Any
    __eq__: typing.Any
    __ne__: typing.Any
    __hash__: typing.Any
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

class FloatImm(float, PrimExpr):
    """A real number, which behaves as Python's."""
    @property
    def value(self) -> typing.Any:
        """The number."""
    __add__: typing.Any
    __radd__: typing.Any
    __sub__: typing.Any
    __rsub__: typing.Any
    __mul__: typing.Any
    __rmul__: typing.Any
    __truediv__: typing.Any
    __neg__: typing.Any
    __lt__: typing.Any
    __le__: typing.Any
    __gt__: typing.Any
    __ge__: typing.Any
    __eq__: typing.Any
    __ne__: typing.Any
    __hash__: typing.Any
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

class StringImm(str, PrimExpr):
    """A text."""
    @property
    def value(self) -> typing.Any:
        """The text."""

class Any(PrimExpr):
    """A dimension that is known only when the program runs: `?`."""
    def __eq__(self, other: typing.Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class Var(PrimExpr):
    """A symbol for a number."""
    def __init__(self, name: typing.Any = '', dtype: typing.Any = 'int32', span: typing.Any = None) -> None: ...
    @property
    def name_hint(self) -> typing.Any:
        """The symbol's name."""
    def __eq__(self, other: typing.Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class SizeVar(Var):
    """A symbol for a size, which is never negative."""

class Cast(PrimExpr):
    """A number in another data type."""
    def __init__(self, dtype: typing.Any, value: typing.Any, span: typing.Any = None) -> None: ...
    def __eq__(self, other: typing.Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class Call(PrimExpr):
    """A function of numbers by name, such as "tir.round"."""
    def __init__(self, dtype: typing.Any, op: typing.Any, args: typing.Any, span: typing.Any = None) -> None: ...
    def __eq__(self, other: typing.Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class Add:
    """A sum."""
    operator: str

class Sub:
    """A difference."""
    operator: str

class Mul:
    """A product."""
    operator: str

class Div:
    """A quotient, rounded toward zero if it is one of integers."""
    operator: str

class FloorDiv:
    """A quotient, rounded down."""
    operator: str

class FloorMod:
    """What such a quotient leaves."""
    operator: str

class Min:
    """The less of two numbers."""
    operator: str

class Max:
    """The greater of two numbers."""
    operator: str

class EQ:
    """Whether two numbers are equal."""
    operator: str

class NE:
    """Whether two numbers differ."""
    operator: str

class LT:
    """Whether a number is less than another one."""
    operator: str

class LE:
    """Whether a number is at most another one."""
    operator: str

class GT:
    """Whether a number is greater than another one."""
    operator: str

class GE:
    """Whether a number is at least another one."""
    operator: str

def round(x: typing.Any, span: typing.Any = None) -> typing.Any:
    """The nearest integer to a real number, as a real number; halves are rounded to even ones."""

def rounded(value: typing.Any, factor: typing.Any) -> typing.Any:
    """The nearest integer to a multiple of a symbol: the size of what is enlarged."""

def max(lhs: typing.Any, rhs: typing.Any, span: typing.Any = None) -> typing.Any:
    """The greater of two numbers."""

def min(lhs: typing.Any, rhs: typing.Any, span: typing.Any = None) -> typing.Any:
    """The less of two numbers."""

def const(value: typing.Any, dtype: typing.Any = None, span: typing.Any = None) -> typing.Any:
    """A number as an expression: int32 or float32 unless said otherwise."""

def dim_to_json(dim: typing.Any) -> typing.Any:
    """A dimension as the engine takes it."""

def dim_from_json(value: typing.Any) -> typing.Any:
    """The dimension that the engine says."""

class Range:
    """The integers from `begin` up to `end`, which is left out; `Range(end)` begins at 0."""
    def __init__(self, begin: typing.Any, end: typing.Any = None, span: typing.Any = None) -> None: ...
    @staticmethod
    def from_min_extent(min_value: typing.Any, extent: typing.Any, span: typing.Any = None) -> typing.Any:
        """The integers from the least one on, so many."""
    def __eq__(self, other: typing.Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

def indexdiv(a: typing.Any, b: typing.Any, span: typing.Any = None) -> typing.Any:
    """A quotient of indices, rounded down."""

def indexmod(a: typing.Any, b: typing.Any, span: typing.Any = None) -> typing.Any:
    """What is left of an index after such a division."""

def floordiv(a: typing.Any, b: typing.Any, span: typing.Any = None) -> typing.Any:
    """A quotient of indices, rounded down."""

def floormod(a: typing.Any, b: typing.Any, span: typing.Any = None) -> typing.Any:
    """What is left of an index after such a division."""
