"""Symbols for shapes, by the names under which TVM's tensor expressions have them."""

from ._absent import names_of
from .tir import (
    Any,
    SizeVar,
    Var,
    abs,
    all,
    any,
    ceil,
    const,
    floor,
    floordiv,
    floormod,
    if_then_else,
    indexdiv,
    indexmod,
    max,
    min,
    round,
    trunc,
    truncdiv,
    truncmod,
)

__getattr__ = names_of(__name__, "Passcope has no tensor IR")


def var(name="tindex", dtype="int32", span=None):
    """A symbol."""
    return Var(name, dtype)


def size_var(name="size", dtype="int32", span=None):
    """A symbol for a size."""
    return SizeVar(name, dtype)
