"""Running expressions as Python would."""

from ...ir.module import IRModule
from ..backend.interpreter import create_executor


def run_as_python(expr, mod=None, target="llvm"):
    """The value of an expression in a module: arrays, ADTs, ConstructorValues, RefValues."""
    mod = IRModule() if mod is None else mod
    return create_executor("debug", mod, target=target).evaluate(expr)
