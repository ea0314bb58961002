"""Running expressions as Python would, and as scripts in Python."""

import ast

from ...ir.module import IRModule
from ..build_module import create_executor
from ..expr import GlobalVar
from ..function import Function

# The variable in which a script leaves the value.
OUTPUT_VAR_NAME = "_py_out"
_ENTRY = "_py_main"


def to_python(expr, mod=None, target="llvm"):
    """A script, as a syntax tree of Python, that computes an expression in a module and leaves the value in `_py_out`. The
    program is a text in it, which the engine evaluates."""
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
