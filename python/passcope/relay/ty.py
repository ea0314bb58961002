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
    TypeConstraint,
    TypeKind,
    TypeRelation,
    TypeVar,
)
from ..tir import Any


def scalar_type(dtype):
    """The type of a number."""
    return TensorType((), dtype)


def is_dynamic(tensor_type):
    """Whether a size is known only when the program runs."""
    return any(isinstance(dim, Any) for dim in tensor_type.shape)


def ShapeVar(name):
    """A type parameter that stands for a shape."""
    return TypeVar(name, kind=TypeKind.ShapeVar)
