# Made by python/tools/describe.py.
"""Relay's types, under the name by which Relay has them."""

import typing

from passcope.ir.type import FuncType as FuncType
from passcope.ir.type import GlobalTypeVar as GlobalTypeVar
from passcope.ir.type import IncompleteType as IncompleteType
from passcope.ir.type import RefType as RefType
from passcope.ir.type import RefType as RelayRefType
from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType
from passcope.ir.type import Type as Type
from passcope.ir.type import TypeCall as TypeCall
from passcope.ir.type import TypeConstraint as TypeConstraint
from passcope.ir.type import TypeKind as TypeKind
from passcope.ir.type import TypeRelation as TypeRelation
from passcope.ir.type import TypeVar as TypeVar
from passcope.tir.expr import Any as Any

def scalar_type(dtype: typing.Any) -> typing.Any:
    """The type of a number."""

def is_dynamic(tensor_type: typing.Any) -> typing.Any:
    """Whether a size is known only when the program runs."""

def ShapeVar(name: typing.Any) -> typing.Any:
    """A type parameter that stands for a shape."""
