# Made by python/tools/describe.py.
"""Weights that are transposed at each run are given transposed."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.runtime.ndarray import array as array
from passcope.relay import analysis as analysis
from passcope.relay import transform as transform

def convert(func: Any, params: Any) -> Any:
    """The function over transposed weights, called NAME.T, and its parameters."""
