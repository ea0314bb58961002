"""Functions for all nodes: equality, hashes, JSON."""

import re

from .. import _raw
from ..runtime.container import Array
from ..runtime.object import Object
from ..runtime.object_path import ObjectPath, ObjectPathPair
from .adt import TypeData
from .module import IRModule
from .serialization import load_json, save_json
from .type import Type

# The base of all nodes.
Node = Object


def structural_equal(lhs, rhs, map_free_vars=False):
    """Whether two programs, expressions or types are the same up to the names of bound variables."""
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
    """A description of the first difference, beginning with "caused by lhs at <root>"; None for equal objects."""
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
    """The first difference of two objects, as a pair of paths; None if they are structurally equal."""
    told = _first_difference(lhs, rhs, map_free_vars)
    if told is None:
        return None
    paths = re.findall(r"(?:^caused by lhs|^and rhs) at (\S+?):?$", told, re.MULTILINE)
    read = [ObjectPath._read(path) for path in paths[:2]] or [ObjectPath.root()]
    return ObjectPathPair(read[0], read[-1])


def assert_structural_equal(lhs, rhs, map_free_vars=False):
    """Raises ValueError unless they are structurally equal. The message has the path to the first difference, and both texts.
    """
    told = _first_difference(lhs, rhs, map_free_vars)
    if told is not None:
        raise ValueError(f"StructuralEqual check failed, {told}")


def structural_hash(node, map_free_vars=False):
    """A hash, which is the same for structurally equal objects."""
    if isinstance(node, Object):
        return int(_raw.structuralHash(node.handle, bool(map_free_vars)), 16)
    return hash(node)


def _unpickled(text):
    return load_json(text)


Object._load_json, Object._save_json = staticmethod(_unpickled), staticmethod(save_json)
