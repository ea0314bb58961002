# Made by python/tools/describe.py.
"""Running expressions as Python would, and as scripts in Python."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.relay.backend.interpreter import create_executor as create_executor
from passcope.relay.expr import GlobalVar as GlobalVar
from passcope.relay.function import Function as Function

OUTPUT_VAR_NAME: str

def to_python(expr: Any, mod: Any = None, target: Any = 'llvm') -> Any:
    """A script, as a syntax tree of Python, that computes an expression in a module and leaves the value in `_py_out`. The
    program is a text in it, which the engine evaluates.
    """

def run_as_python(expr: Any, mod: Any = None, target: Any = 'llvm') -> Any:
    """The value of an expression in a module: arrays, ADTs, ConstructorValues, RefValues."""
