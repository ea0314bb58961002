"""Relay's types, under the name by which Relay has them."""

from ..ir.type import (
    FuncType,
    GlobalTypeVar,
    IncompleteType,
    RefType,
    RelayRefType,
    TensorType,
    TupleType,
    Type,
    TypeCall,
    TypeKind,
    TypeRelation,
    TypeVar,
)
from ..tir import Any


def scalar_type(dtype):
    """The type of a number."""
    return TensorType((), dtype)
