# Made by python/tools/describe.py.
"""Functions of Relay."""

from typing import Any

import passcope.relay.expr
from passcope.ir.attrs import Attrs as Attrs
from passcope.ir.attrs import DictAttrs as DictAttrs
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.container import convert as convert
from passcope.relay.expr import RelayExpr as RelayExpr
from passcope.relay.expr import expr_from as expr_from
from passcope.relay.expr import register_kind as register_kind

class BaseFunc(passcope.relay.expr.RelayExpr):
    """The base of all functions."""

class Function(BaseFunc):
    """A function: parameters, a body, the type of the result, type parameters, attributes."""
    def __init__(self, params: Any, body: Any, ret_type: Any = None, type_params: Any = None, attrs: Any = None, span: Any = None) -> None: ...
    @property
    def params(self) -> Any:
        """The parameters."""
    @property
    def body(self) -> Any:
        """What the function computes."""
    @property
    def ret_type(self) -> Any:
        """The type of the result that was written or inferred; None where there is none."""
    @property
    def type_params(self) -> Any:
        """The type variables that the function binds."""
    @property
    def attrs(self) -> Any:
        """The attributes, or None where there are none."""
    def with_attr(self, attr_key_or_dict: Any, attr_value: Any = None) -> Any:
        """The function with attributes added or replaced."""
    def without_attr(self, attr_key: Any) -> Any:
        """The function without an attribute."""

def FunctionWithFields(function: Any, params: Any = None, body: Any = None, ret_type: Any = None, ty_params: Any = None, attrs: Any = None, virtual_device: Any = None, span: Any = None) -> Any:
    """The function with other parts; those that are None are its own. Functions keep their devices in attributes."""
