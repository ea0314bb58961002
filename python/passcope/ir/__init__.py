"""What all programs are made of."""

import re

from .. import _raw
from .adt import TypeData
from .affine_type import TensorAffineType, TupleAffineType
from . import diagnostics
from .attrs import Attrs, DictAttrs
from .env import EnvFunc, make_node
from .memory_pools import (
    ConstantMemoryPools,
    ConstantPoolInfo,
    PoolInfo,
    PoolInfoProperties,
    WorkspaceMemoryPools,
    WorkspacePoolInfo,
)
from .module import IRModule
from .op import register_intrin_lowering, register_op_attr
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

# The base of all nodes.
Node = Object


def save_json(node):
    """A program, an expression, a type, attributes or a list of such as JSON."""
    from .serialization import save_json as save

    return save(node)


def load_json(json_str):
    """What a document of `save_json` or of TVM says. Raises ValueError for what is none."""
    from .serialization import load_json as load

    return load(json_str)


def __getattr__(name):
    # Nodes of Relay, which stand here by TVM's names, too.
    if name in ("Constant", "Constructor", "GlobalVar", "Op", "RelayExpr", "BaseExpr", "BaseFunc"):
        from ..relay import adt, expr, function

        homes = {"BaseFunc": function, "Constructor": adt}
        return getattr(homes.get(name, expr), "RelayExpr" if name == "BaseExpr" else name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def structural_equal(lhs, rhs, map_free_vars=False):
    """Whether two programs, expressions or types are the same up to the names of what they bind."""
    if isinstance(lhs, Object) and isinstance(rhs, Object):
        if isinstance(lhs, TypeData) and isinstance(rhs, TypeData):
            return lhs == rhs and lhs._as_function() == rhs._as_function()
        same_sort = isinstance(lhs, Type) == isinstance(rhs, Type) and isinstance(
            lhs, IRModule
        ) == isinstance(rhs, IRModule)
        return same_sort and _raw.structuralEqual(lhs.handle, rhs.handle, bool(map_free_vars))
    if isinstance(lhs, (Array, list, tuple)) and isinstance(rhs, (Array, list, tuple)):
        return len(lhs) == len(rhs) and all(
            structural_equal(a, b, map_free_vars) for a, b in zip(lhs, rhs)
        )
    return lhs == rhs


def _first_difference(lhs, rhs, map_free_vars):
    """What is said of the first difference, from "caused by lhs at <root>" on; None for equal objects."""
    if structural_equal(lhs, rhs, map_free_vars):
        return None
    lists = (Array, list, tuple)
    if isinstance(lhs, lists) and isinstance(rhs, lists) and len(lhs) == len(rhs):
        for i, (a, b) in enumerate(zip(lhs, rhs)):
            told = _first_difference(a, b, map_free_vars)
            if told is not None:
                return told.replace(" at <root>", f" at <root>[{i}]", 2)
    if isinstance(lhs, Object) and isinstance(rhs, Object) and not isinstance(lhs, TypeData):
        same_sort = all(isinstance(lhs, sort) == isinstance(rhs, sort) for sort in (Type, IRModule))
        text = same_sort and _raw.structuralDifference(lhs.handle, rhs.handle, bool(map_free_vars))
        found = _raw.loads(text) if text else None
        if found:
            return found["message"].removeprefix("StructuralEqual check failed, ")
    return f"caused by lhs at <root>:\n{lhs}\nand rhs at <root>:\n{rhs}"


def get_first_structural_mismatch(lhs, rhs, map_free_vars=False):
    """Where two objects first differ, as a pair of paths; None where they are structurally equal."""
    from ..runtime.object_path import ObjectPath, ObjectPathPair

    told = _first_difference(lhs, rhs, map_free_vars)
    if told is None:
        return None
    paths = re.findall(r"(?:^caused by lhs|^and rhs) at (\S+?):?$", told, re.MULTILINE)
    read = [ObjectPath._read(path) for path in paths[:2]] or [ObjectPath.root()]
    return ObjectPathPair(read[0], read[-1])


def assert_structural_equal(lhs, rhs, map_free_vars=False):
    """Raises ValueError where they are not structurally equal: the path to the first difference, and both texts."""
    told = _first_difference(lhs, rhs, map_free_vars)
    if told is not None:
        raise ValueError(f"StructuralEqual check failed, {told}")


class CallingConv:
    """How functions are called."""

    DEFAULT = 0
    C_PACKED_FUNC = 1
    DEVICE_KERNEL_LAUNCH = 2


def structural_hash(node, map_free_vars=False):
    """Equal for what is structurally equal."""
    if isinstance(node, Object):
        return int(_raw.structuralHash(node.handle, bool(map_free_vars)), 16)
    return hash(node)
