"""What all programs are made of."""

from .. import _raw
from .adt import TypeData
from .affine_type import TensorAffineType, TupleAffineType
from . import diagnostics
from .attrs import Attrs, DictAttrs
from .env import EnvFunc, make_node
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
    if name in ("Constant", "GlobalVar", "Op", "RelayExpr", "BaseFunc"):
        from ..relay import expr, function

        return getattr(function if name == "BaseFunc" else expr, name)
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


def assert_structural_equal(lhs, rhs, map_free_vars=False):
    """Raises ValueError with both texts where they are not structurally equal."""
    if not structural_equal(lhs, rhs, map_free_vars):
        raise ValueError(f"StructuralEqual check failed:\n{lhs}\nis not\n{rhs}")


def structural_hash(node, map_free_vars=False):
    """Equal for what is structurally equal."""
    if isinstance(node, Object):
        return int(_raw.structuralHash(node.handle, bool(map_free_vars)), 16)
    return hash(node)
