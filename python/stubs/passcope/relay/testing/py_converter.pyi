# Made by python/tools/describe.py.
"""Running expressions as Python would."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.relay.backend.interpreter import create_executor as create_executor

def run_as_python(expr: Any, mod: Any = None, target: Any = 'llvm') -> Any:
    """The value of an expression in a module: arrays, ADTs, ConstructorValues, RefValues."""
