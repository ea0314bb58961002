# Made by python/tools/describe.py.
"""Conditions on numbers, and functions of numbers by their names."""

from typing import Any

import passcope.tir.expr
from passcope.tir.expr import Call as Call
from passcope.tir.expr import FloatImm as FloatImm
from passcope.tir.expr import IntImm as IntImm
from passcope.tir.expr import const as const

class And(passcope.tir.expr.PrimExpr):
    """Both of two conditions."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    operator: str
    def __init__(self, a: Any, b: Any, span: Any = None) -> None: ...
    def __repr__(self) -> str: ...
    def __bool__(self) -> bool: ...

class Or(passcope.tir.expr.PrimExpr):
    """One of two conditions, or both."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    operator: str
    def __init__(self, a: Any, b: Any, span: Any = None) -> None: ...
    def __repr__(self) -> str: ...
    def __bool__(self) -> bool: ...

class Not(passcope.tir.expr.PrimExpr):
    """That a condition does not hold."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    dtype: str
    def __init__(self, a: Any, span: Any = None) -> None: ...
    def __repr__(self) -> str: ...

class Select(passcope.tir.expr.PrimExpr):
    """One of two numbers, by a condition."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __init__(self, condition: Any, true_value: Any, false_value: Any, span: Any = None) -> None: ...
    def __repr__(self) -> str: ...

def all(*args: Any, span: Any = None) -> Any:
    """That all of these conditions hold."""

def any(*args: Any, span: Any = None) -> Any:
    """That one of these conditions holds."""

def if_then_else(cond: Any, t: Any, f: Any, span: Any = None) -> Any:
    """One of two numbers, by a condition; only that one is computed."""

def floor(x: Any, span: Any = None) -> Any:
    """The greatest integer that is not greater."""

def ceil(x: Any, span: Any = None) -> Any:
    """The least integer that is not less."""

def trunc(x: Any, span: Any = None) -> Any:
    """The integer without what is behind the point."""

def abs(x: Any, span: Any = None) -> Any:
    """The number without its sign."""

def truncdiv(a: Any, b: Any, span: Any = None) -> Any:
    """A quotient of integers, rounded towards 0."""

def truncmod(a: Any, b: Any, span: Any = None) -> Any:
    """What such a quotient leaves."""

def ceildiv(lhs: Any, rhs: Any, span: Any = None) -> Any:
    """A quotient of integers, rounded up."""
