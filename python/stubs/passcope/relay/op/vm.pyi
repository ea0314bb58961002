# Made by python/tools/describe.py.
"""Operators of the virtual machine."""

from typing import Any

def shape_of(expr: Any) -> Any:
    """The shape of a tensor, an int64 tensor."""

def reshape_tensor(data: Any, shape: Any, newshape: Any) -> Any:
    """A tensor in another shape, which is known when the program runs; `newshape` is what is known of it before."""

def invoke_tvm_op(func: Any, inputs: Any, outputs: Any) -> Any:
    """A call of a primitive function that writes its results."""
