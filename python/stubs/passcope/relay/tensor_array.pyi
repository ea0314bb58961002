# Made by python/tools/describe.py.
"""Lists of tensors whose shapes may differ: data types and functions for one data type, or for one shape.

The definitions are written as text, in which `{t}` is the data type of the tensors, `{end}` what ends all names.
"""

import typing

from passcope.tir.expr import Any as Any
from passcope.relay.definitions import text_of as text_of

DTYPES: typing.Any

tensor_types: typing.Any

dynamic: typing.Any

def static_name(canonical: typing.Any, dtype: typing.Any, shape: typing.Any, batch_dim: typing.Any = None) -> typing.Any:
    """The name of a definition for tensors of a shape: "tensor_take_float32_3_any"."""

class TensorArrayOps:
    """Adds the definitions for a data type to a prelude's module."""
    def __init__(self, prelude: typing.Any, dtype: typing.Any) -> None: ...
    def register(self) -> typing.Any:
        """Adds what is not there yet."""

class StaticTensorArrayOps:
    """Adds the definitions for tensors of a shape, whose dimensions may be `?`, to a prelude's module."""
    def __init__(self, prelude: typing.Any, dtype: typing.Any, shape: typing.Any, batch_dim: typing.Any = None) -> None: ...
    def get_name(self, canonical: typing.Any) -> typing.Any:
        """The name of a definition."""
    def get_global_var(self, canonical: typing.Any) -> typing.Any:
        """A function."""
    def get_ctor(self, canonical: typing.Any) -> typing.Any:
        """A constructor of the data type."""
    def register(self) -> typing.Any:
        """Adds what is not there yet."""
