# Made by python/scripts/describe.py.
"""What all programs are made of."""

from typing import Any

from . import type as type
from . import adt as adt
from passcope.ir.adt import TypeData as TypeData
from . import attrs as attrs
from passcope.ir.attrs import Attrs as Attrs
from passcope.ir.attrs import DictAttrs as DictAttrs
from . import module as module
from passcope.ir.module import IRModule as IRModule
from . import span as span
from passcope.ir.span import SourceName as SourceName
from passcope.ir.span import Span as Span
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
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.object import Object as Object
from . import instrument as instrument
from . import transform as transform

def structural_equal(lhs: Any, rhs: Any, map_free_vars: bool = False) -> Any:
    """Whether two programs, expressions or types are the same up to the names of what they bind."""

def assert_structural_equal(lhs: Any, rhs: Any, map_free_vars: bool = False) -> Any:
    """Raises ValueError with both texts where they are not structurally equal."""

def structural_hash(node: Any, map_free_vars: bool = False) -> Any:
    """Equal for what is structurally equal."""
