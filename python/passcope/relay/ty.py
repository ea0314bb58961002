"""Relay's types under Relay's names."""

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
    """The type of a scalar."""
    return TensorType((), dtype)


def is_dynamic(tensor_type):
    """Whether a size is known only at run time."""
    return any(isinstance(dim, Any) for dim in tensor_type.shape)


def ShapeVar(name):
    """A type parameter for a shape."""
    return TypeVar(name, kind=TypeKind.ShapeVar)
