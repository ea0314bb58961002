# Made by python/tools/describe.py.
"""Operators that allocate memory, and tuples as lists of their parts."""

from typing import Any

from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType
from passcope.target.virtual_device import VirtualDevice as VirtualDevice
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleGetItem as TupleGetItem

def alloc_tensor(storage: Any, offset: Any, shape: Any, dtype: Any = 'float32', assert_shape: Any = None) -> Any:
    """A tensor of a shape in a storage, from an offset on."""

def alloc_storage(size: Any, alignment: Any, device: Any, dtype_hint: Any = 'float32') -> Any:
    """A storage of so many bytes on a device."""

def flatten_tuple_type(ty: Any) -> Any:
    """The types of tensors in a type, from left to right. Raises ValueError for other types."""

def from_tuple_type(ty: Any, expr: Any) -> Any:
    """The expressions of the tensors of an expression of a type."""

def to_tuple_type(ty: Any, exprs: Any) -> Any:
    """An expression of a type of the expressions of its tensors."""
