"""The parts that all programs consist of: expressions, types, modules, operators."""

from .adt import Constructor, TypeData
from .affine_type import TensorAffineType, TupleAffineType
from . import diagnostics
from .attrs import Attrs, DictAttrs
from .base import (
    Node,
    assert_structural_equal,
    get_first_structural_mismatch,
    load_json,
    save_json,
    structural_equal,
    structural_hash,
)
from .env import EnvFunc
from .expr import BaseExpr, GlobalVar, RelayExpr
from .function import BaseFunc, CallingConv
from .memory_pools import (
    ConstantMemoryPools,
    ConstantPoolInfo,
    PoolInfo,
    PoolInfoProperties,
    WorkspaceMemoryPools,
    WorkspacePoolInfo,
)
from .module import IRModule
from .op import Op, register_intrin_lowering, register_op_attr
from .serialization import make_node
from .span import SourceName, Span
from .supply import GlobalVarSupply, NameSupply
from .type import (
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
from ..runtime import container
from ..runtime.container import Array, Map
from ..runtime.object import Object
from ..tir.expr import PrimExpr, Range
