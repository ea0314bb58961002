"""Runs expressions from Python, and converts them to Python scripts."""

import ast

from ...ir.module import IRModule
from ..build_module import create_executor
from ..expr import GlobalVar
from ..function import Function

# The variable for the value of a script.
OUTPUT_VAR_NAME = "_py_out"
_ENTRY = "_py_main"


def to_python(expr, mod=None, target="llvm"):
    """A script, as a Python syntax tree, that computes an expression in a module and stores the value in `_py_out`. The script
    contains the program as text, and the engine evaluates it."""
    program = IRModule(dict((mod or IRModule()).functions), dict((mod or IRModule()).type_definitions))
    program[GlobalVar(_ENTRY)] = Function([], expr)
    return ast.parse(
        f"""\
import {__name__.partition(".")[0]} as tvm

_py_mod = tvm.parser.parse({program.astext()!r})
_py_executor = tvm.relay.create_executor("debug", _py_mod, target={str(target)!r})
{OUTPUT_VAR_NAME} = _py_executor.evaluate(_py_mod.get_global_var({_ENTRY!r}))()
"""
    )


def run_as_python(expr, mod=None, target="llvm"):
    """The value of an expression in a module: arrays, ADTs, ConstructorValues, RefValues."""
    mod = IRModule() if mod is None else mod
    return create_executor("debug", mod, target=target).evaluate(expr)
