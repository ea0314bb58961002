# Made by python/tools/describe.py.
"""What all programs are made of."""

from typing import Any

from . import type as type
from . import adt as adt
from passcope.ir.adt import TypeData as TypeData
from . import affine_type as affine_type
from passcope.ir.affine_type import TensorAffineType as TensorAffineType
from passcope.ir.affine_type import TupleAffineType as TupleAffineType
from . import span as span
from . import diagnostics as diagnostics
from . import attrs as attrs
from passcope.ir.attrs import Attrs as Attrs
from passcope.ir.attrs import DictAttrs as DictAttrs
from . import env as env
from passcope.ir.env import EnvFunc as EnvFunc
from passcope.ir.env import make_node as make_node
from . import memory_pools as memory_pools
from passcope.ir.memory_pools import ConstantMemoryPools as ConstantMemoryPools
from passcope.ir.memory_pools import ConstantPoolInfo as ConstantPoolInfo
from passcope.ir.memory_pools import PoolInfo as PoolInfo
from passcope.ir.memory_pools import PoolInfoProperties as PoolInfoProperties
from passcope.ir.memory_pools import WorkspaceMemoryPools as WorkspaceMemoryPools
from passcope.ir.memory_pools import WorkspacePoolInfo as WorkspacePoolInfo
from . import module as module
from passcope.ir.module import IRModule as IRModule
from . import op as op
from passcope.ir.op import register_intrin_lowering as register_intrin_lowering
from passcope.ir.op import register_op_attr as register_op_attr
from passcope.ir.span import SourceName as SourceName
from passcope.ir.span import Span as Span
from . import supply as supply
from passcope.ir.supply import GlobalVarSupply as GlobalVarSupply
from passcope.ir.supply import NameSupply as NameSupply
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
from passcope.runtime import container as container
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.object import Object as Object
from passcope.tir.expr import PrimExpr as PrimExpr
from passcope.tir.expr import Range as Range
from passcope.runtime.object import Object as Node
from . import instrument as instrument
from . import trace as trace
from . import transform as transform
from . import json_compact as json_compact
from . import relations as relations
from . import serialization as serialization

def save_json(node: Any) -> Any:
    """A program, an expression, a type, attributes or a list of such as JSON."""

def load_json(json_str: Any) -> Any:
    """What a document of `save_json` or of TVM says. Raises ValueError for what is none."""

def structural_equal(lhs: Any, rhs: Any, map_free_vars: bool = False) -> Any:
    """Whether two programs, expressions or types are the same up to the names of what they bind."""

def get_first_structural_mismatch(lhs: Any, rhs: Any, map_free_vars: bool = False) -> Any:
    """Where two objects first differ, as a pair of paths; None where they are structurally equal."""

def assert_structural_equal(lhs: Any, rhs: Any, map_free_vars: bool = False) -> Any:
    """Raises ValueError where they are not structurally equal: the path to the first difference, and both texts."""

class CallingConv:
    """How functions are called."""
    DEFAULT: int
    C_PACKED_FUNC: int
    DEVICE_KERNEL_LAUNCH: int

def structural_hash(node: Any, map_free_vars: bool = False) -> Any:
    """Equal for what is structurally equal."""
