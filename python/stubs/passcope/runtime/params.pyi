# Made by python/tools/describe.py.
"""Arrays by name as bytes, in TVM's format."""

from typing import Any

from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array

def array_to_bytes(value: Any) -> Any:
    """An array as TVM writes one: its device, shape, type and elements."""

def save_param_dict(params: Any) -> Any:
    """Arrays by name as a bytearray, as TVM's executors load it."""

def load_param_dict(param_bytes: Any) -> Any:
    """The arrays of such bytes. Raises ValueError for others."""

def array_from_bytes(data: Any) -> Any:
    """The array of what `array_to_bytes` gave. Raises ValueError for other bytes."""
