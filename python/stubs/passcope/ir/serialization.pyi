# Made by python/tools/describe.py.
"""Programs as JSON: TVM's graph of nodes.

A document is {"root": n, "nodes": […], "b64ndarrays": […], "attrs": {…}}. A node has the name of its sort and fields,
which are numbers of nodes (as texts, 0 for nothing) or plain values; lists and mappings are nodes of their own. What TVM
0.6 and later wrote is read, as far as it is made of Relay's nodes.
"""

from typing import Any

import passcope.tir.expr
from passcope import relay as relay
from passcope.relay.expr import Id as Id
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.container import String as String
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.object import Object as Object
from passcope.runtime.params import array_from_bytes as array_from_bytes
from passcope.runtime.params import array_to_bytes as array_to_bytes
from passcope.target.virtual_device import VirtualDevice as VirtualDevice
from passcope.tir import expr as tir
from passcope.ir.adt import TypeData as TypeData
from passcope.ir.attrs import Attrs as Attrs
from passcope.ir.attrs import DictAttrs as DictAttrs
from passcope.ir.env import EnvFunc as EnvFunc
from passcope.ir.env import NodeAttrs as NodeAttrs
from passcope.ir.module import IRModule as IRModule
from passcope.ir.span import SourceName as SourceName
from passcope.ir.span import Span as Span
from passcope.ir.type import FuncType as FuncType
from passcope.ir.type import GlobalTypeVar as GlobalTypeVar
from passcope.ir.type import IncompleteType as IncompleteType
from passcope.ir.type import RefType as RefType
from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType
from passcope.ir.type import TypeCall as TypeCall
from passcope.ir.type import TypeRelation as TypeRelation
from passcope.ir.type import TypeVar as TypeVar

class Opaque(passcope.tir.expr.PrimExpr):
    """A node of a sort that Passcope has not: it is kept with its fields, and nothing is known of it."""
    def __init__(self, type_key: Any, fields: Any) -> None: ...

def save_json(node: Any) -> Any:
    """A program, an expression, a type, attributes or a list of such as JSON. Raises TypeError for anything else."""

READERS: Any

def load_json(json_str: Any) -> Any:
    """What a document of `save_json` or of TVM says. Raises ValueError for what is none."""
