# Made by python/tools/describe.py.
"""What Legalize puts in place of calls for a target: functions that are other ones for other targets, None by default.

They take the attributes, the arguments, and the types of the arguments and of the result.
"""

from typing import Any

from passcope.target.generic_func import generic_func as generic_func

def conv2d_legalize(attrs: Any, inputs: Any, types: Any) -> Any:
    """What takes the place of an nn.conv2d."""

def dense_legalize(attrs: Any, inputs: Any, types: Any) -> Any:
    """What takes the place of an nn.dense."""

def batch_matmul_legalize(attrs: Any, inputs: Any, types: Any) -> Any:
    """What takes the place of an nn.batch_matmul."""
