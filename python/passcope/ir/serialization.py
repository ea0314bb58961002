"""Programs as JSON, in the form of TVM's graph of nodes.

A document is {"root": n, "nodes": […], "b64ndarrays": […], "attrs": {…}}. A node has a type key and fields. A field is the
number of a node (as a text, 0 for nothing) or a plain value. Lists and mappings are nodes of their own. Documents of TVM 0.6
and later can be read if they consist of Relay's nodes.
"""

import base64
import json

from .. import _raw
from ..runtime.container import Array, Map, String
from ..runtime.ndarray import NDArray
from ..runtime.object import Object
from ..runtime.params import array_from_bytes, array_to_bytes
from ..target.virtual_device import VirtualDevice
from ..tir import expr as tir
from .adt import Constructor, TypeData
from .attrs import Attrs, DictAttrs
from .env import EnvFunc, NodeAttrs
from .expr import GlobalVar, Id
from .module import IRModule
from .op import Op
from .span import SourceName, Span
from .type import (
    FuncType,
    GlobalTypeVar,
    IncompleteType,
    RefType,
    TensorType,
    TupleType,
    TypeCall,
    TypeRelation,
    TypeVar,
)

# {type key: (class, arguments of the constructor in order)}. `add_sorts` adds those of expressions.
_TYPES = {
    "relay.TensorType": (TensorType, ("shape", "dtype")),
    "TupleType": (TupleType, ("fields",)),
    "FuncType": (FuncType, ("arg_types", "ret_type", "type_params", "type_constraints")),
    "relay.RefType": (RefType, ("value",)),
    "TypeCall": (TypeCall, ("func", "args")),
    "TypeVar": (TypeVar, ("name_hint", "kind")),
    "GlobalTypeVar": (GlobalTypeVar, ("name_hint", "kind")),
    "IncompleteType": (IncompleteType, ("kind",)),
    "TypeRelation": (TypeRelation, ("func", "args", "num_inputs", "attrs")),
    "relay.TypeData": (TypeData, ("header", "type_vars", "constructors")),
    "Span": (Span, ("source_name", "line", "end_line", "column", "end_column")),
    "tir.Add": (tir.Add, ("a", "b")),
    "tir.Sub": (tir.Sub, ("a", "b")),
    "tir.Mul": (tir.Mul, ("a", "b")),
    "tir.Div": (tir.Div, ("a", "b")),
    "tir.FloorDiv": (tir.FloorDiv, ("a", "b")),
    "tir.Max": (tir.Max, ("a", "b")),
    "tir.Any": (tir.Any, ()),
    "tir.Var": (tir.Var, ("name", "dtype")),
    "tir.SizeVar": (tir.SizeVar, ("name", "dtype")),
    "GlobalVar": (GlobalVar, ("name_hint",)),
    "IRModule": (IRModule, ("functions", "type_definitions", "attrs")),
    "relay.Constructor": (Constructor, ("name_hint", "inputs", "belong_to")),
    "VirtualDevice": (VirtualDevice, ("device_type_int", "virtual_device_id", "memory_scope")),
}
_SORTS = {NodeAttrs: None}

# Fields that are plain values.
_PLAIN = {"dtype": str}
_PLAIN.update(
    dict.fromkeys(
        "kind num_inputs index complete line end_line column end_column device_type_int virtual_device_id".split(), int
    )
)
# Arguments of constructors for missing fields.
_EMPTY = {
    name: ()
    for name in "shape fields arg_types type_params type_constraints args type_vars constructors params clauses patterns"
    " inputs type_args".split()
}

# Type keys of older versions.
_OLD_NAMES = {
    "Variable": "tir.Var",
    "SizeVar": "tir.SizeVar",
    "Add": "tir.Add",
    "Sub": "tir.Sub",
    "Mul": "tir.Mul",
    "FloorDiv": "tir.FloorDiv",
    "Any": "tir.Any",
    "relay.Op": "Op",
    "relay.Module": "IRModule",
    "StrMap": "Map",
    "relay.TupleType": "TupleType",
    "relay.FuncType": "FuncType",
    "relay.TypeCall": "TypeCall",
    "relay.TypeVar": "TypeVar",
    "relay.GlobalTypeVar": "GlobalTypeVar",
    "relay.IncompleteType": "IncompleteType",
    "relay.TypeRelation": "TypeRelation",
    "relay.GlobalVar": "GlobalVar",
    "RelayRefType": "relay.RefType",
    "relay.Span": "Span",
    "relay.SourceName": "SourceName",
}


class Opaque(tir.PrimExpr):
    """A node of an unknown type key. Its fields are kept unchanged."""

    def __init__(self, type_key, fields):
        self.type_key = type_key
        self.fields = fields


# --- writing ---


class _Writer:
    def __init__(self):
        self.nodes = [{"type_key": ""}]
        self.arrays = []
        self._numbers = {}
        self._open = []
        # Keeps the parts of objects alive, because an object may make new ones at each access.
        self._kept = []

    def number(self, item):
        """The number of a node. The node is written later."""
        if item is None:
            return 0
        if isinstance(item, Object):
            key = (type(item).__name__, item._identity())
        else:
            key = ("Id", item._number) if isinstance(item, Id) else ("", id(item))
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(None)
            self._open.append((self._numbers[key], item))
            self._kept.append(item)
        return self._numbers[key]

    def write(self, root):
        """The document of a node and all nodes below it."""
        top = self.number(root)
        while self._open:
            number, item = self._open.pop()
            self.nodes[number] = self._node(item)
        return {
            "root": top,
            "nodes": self.nodes,
            "b64ndarrays": self.arrays,
            "attrs": {"tvm_version": "0.11.0", "passcope": _raw.version()},
        }

    def _node(self, item):
        if isinstance(item, bool):
            return self._fields("IntImm", dtype="bool", value=str(int(item)))
        if isinstance(item, int):
            return self._fields("IntImm", dtype=getattr(item, "dtype", "int32"), value=str(int(item)))
        if isinstance(item, float):
            return self._fields("FloatImm", dtype=getattr(item, "dtype", "float32"), value=repr(float(item)))
        if isinstance(item, str):
            return {"type_key": "runtime.String", "repr_str": str(item)}
        if isinstance(item, Op):
            return {"type_key": "Op", "repr_str": item.name}
        if isinstance(item, (EnvFunc, SourceName)):
            return {"type_key": type(item).__name__, "repr_str": item.name}
        if isinstance(item, (list, tuple, Array)):
            return {"type_key": "Array", "data": [self.number(part) for part in item]}
        if isinstance(item, (dict, Map)):
            pairs = list(item.items())
            values = [self.number(value) for _, value in pairs]
            if all(isinstance(key, str) for key, _ in pairs):
                return {"type_key": "Map", "keys": [str(key) for key, _ in pairs], "data": values}
            keys = [self.number(key) for key, _ in pairs]
            return {"type_key": "Map", "data": [n for pair in zip(keys, values) for n in pair]}
        if isinstance(item, Id):
            return self._fields("relay.Id", name_hint=str(self.number(item.name_hint)))
        if isinstance(item, NDArray):
            return self._fields("runtime.NDArray", data=self._array(item))
        if isinstance(item, DictAttrs):
            return self._fields("DictAttrs", __dict__=str(self.number(dict(item.items()))))
        if isinstance(item, Attrs):
            sort = getattr(item, "type_key", None) or "relay.attrs.Attrs"
            return self._fields(sort, **{name: str(self.number(item[name])) for name in item.keys()})
        sort = _SORTS.get(type(item))
        if sort is None:
            raise TypeError(f"{item!r} cannot be written as JSON")
        if sort == "relay.Constant":
            return self._fields(sort, data=self._array(item.data))
        fields = {name: self._field(item, name) for name in _TYPES[sort][1]}
        if isinstance(item, VirtualDevice):
            # Targets are not saved.
            fields["target"] = "0"
        return self._fields(sort, **fields)

    def _array(self, value):
        self.arrays.append(base64.b64encode(bytes(array_to_bytes(value))).decode("ascii"))
        return str(len(self.arrays) - 1)

    def _field(self, item, name):
        value = getattr(item, name)
        if name in _PLAIN:
            return str(_PLAIN[name](value))
        return str(self.number(value))

    @staticmethod
    def _fields(sort, **attrs):
        return {"type_key": sort, "attrs": attrs}


def save_json(node):
    """The JSON of a program, an expression, a type, attributes or a list of these. Raises TypeError for other values."""
    return json.dumps(_Writer().write(node), indent=2)


# --- reading ---


def _module(values):
    made = IRModule(dict(values.get("functions") or {}), dict(values.get("type_definitions") or {}))
    for name, value in (values.get("attrs") or DictAttrs(None, {})).items():
        made = made.with_attr(name, value)
    return made


def _device(values):
    return VirtualDevice._from_json(
        {name: values[name] for name in ("device_type_int", "memory_scope", "virtual_device_id")}
    )


def _plain(sort):
    made, names = _TYPES[sort]

    def read(values):
        given = [values[name] if values.get(name) is not None else _EMPTY.get(name) for name in names]
        return made(*given)

    return read


# Functions that make a node from its fields, by type key.
READERS = {}


def add_sorts(types, readers):
    """Adds type keys: classes with their fields as in `_TYPES`, and functions for those whose constructors have other
    arguments."""
    _TYPES.update(types)
    _SORTS.update((made, sort) for sort, (made, _) in types.items())
    READERS.update({sort: _plain(sort) for sort in types})
    READERS.update(readers)


add_sorts(
    dict(_TYPES),
    {
        "IRModule": _module,
        "VirtualDevice": _device,
        "IntImm": lambda values: tir.IntImm(values["dtype"], int(values["value"])),
        "FloatImm": lambda values: tir.FloatImm(values["dtype"], float(values["value"])),
        "relay.Id": lambda values: Id(id(values), values["name_hint"]),
        "DictAttrs": lambda values: DictAttrs(None, dict(values["__dict__"])),
    },
)
_TEXTS = {
    "runtime.String": String,
    "Op": Op.get,
    "EnvFunc": EnvFunc.get,
    "SourceName": SourceName,
}


class _Reader:
    def __init__(self, document):
        self.nodes = document["nodes"]
        self.arrays = document.get("b64ndarrays", ())
        # In this package's documents, all values of attributes are nodes. TVM writes numbers as texts.
        self.own = "passcope" in document.get("attrs", {})
        self._made = {0: None}
        self._vars = {}

    def _sort(self, number):
        name = self.nodes[number]["type_key"]
        return _OLD_NAMES.get(name, name)

    def _is_node(self, sort, name, text):
        if name in _PLAIN or name == "span" or (sort == "relay.Constant" and name == "data"):
            return False
        if sort in ("IntImm", "FloatImm", "runtime.NDArray"):
            return False
        if not str(text).isdigit() or int(text) >= len(self.nodes):
            return False
        if name in ("name_hint", "name", "var") and sort != "relay.Let":
            # Older documents contain the name itself here.
            return self._sort(int(text)) in ("runtime.String", "tir.Var", "relay.Var")
        if sort in _TYPES or sort in ("relay.Id", "DictAttrs"):
            return True
        return self.own

    def _below(self, number):
        node, sort = self.nodes[number], self._sort(number)
        fields = {
            name: int(text) for name, text in node.get("attrs", {}).items() if self._is_node(sort, name, text)
        }
        return fields, list(node.get("data", ()))

    def read(self, root):
        """The object of a node."""
        open_, entered = [root], set()
        while open_:
            number = open_[-1]
            fields, parts = self._below(number) if number not in self._made else ({}, [])
            missing = [n for n in (*fields.values(), *parts) if n not in self._made]
            if missing:
                entered.add(number)
                if not entered.isdisjoint(missing):
                    raise ValueError("the nodes of the document contain each other")
                open_.extend(missing)
                continue
            open_.pop()
            entered.discard(number)
            if number not in self._made:
                self._made[number] = self._make(number, fields, parts)
        return self._made[root]

    def _make(self, number, fields, parts):
        node, sort = self.nodes[number], self._sort(number)
        values = {name: self._made[n] for name, n in fields.items()}
        for name, text in node.get("attrs", {}).items():
            if name not in values and name != "span":
                values[name] = _PLAIN[name](text) if name in _PLAIN else text
        items = [self._made[n] for n in parts]
        if sort == "Array":
            return Array(items)
        if sort == "Map":
            return Map(zip(node["keys"], items)) if "keys" in node else Map(zip(items[::2], items[1::2]))
        if sort in _TEXTS:
            return _TEXTS[sort](node.get("repr_str", node.get("global_key")))
        if sort == "runtime.NDArray":
            return self._array(values["data"])
        if sort == "relay.Constant":
            return READERS[sort]({"data": self._array(values["data"])})
        if sort in ("TypeVar", "GlobalTypeVar") and "var" in values:
            values["name_hint"] = values["var"].name
        if sort == "relay.Var":
            # Variables with the same identity are one variable.
            return self._vars.setdefault(fields["vid"], READERS[sort](values))
        if sort == "relay.Id":
            return Id(number, values["name_hint"])
        if sort in READERS:
            return READERS[sort](values)
        if "attrs." in sort:
            return NodeAttrs(sort, values)
        return Opaque(sort, values)

    def _array(self, index):
        return array_from_bytes(base64.b64decode(self.arrays[int(index)]))


def load_json(json_str):
    """Reads a document of `save_json` or of TVM. Raises ValueError for other texts."""
    document = json.loads(json_str)
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), list) or "root" not in document:
        raise ValueError("this is no document of nodes")
    return _Reader(document).read(document["root"])


def make_node(type_key, **kwargs):
    """Makes a node from TVM's type key and fields: attributes, and the types that `load_json` knows.

    Raises ValueError for other type keys.
    """
    if type_key == "DictAttrs":
        return DictAttrs(None, kwargs)
    if type_key.startswith(("attrs.", "relay.attrs.")):
        return NodeAttrs(type_key, kwargs)
    if type_key not in READERS:
        raise ValueError(f"there is no sort of nodes {type_key}")
    return READERS[type_key](kwargs)
