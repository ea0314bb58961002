# Made by python/scripts/describe.py.
"""Running programs: `create_executor(kind, mod).evaluate(expr)(arguments …)`."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.ir.type import TupleType as TupleType
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.relay.expr import Call as Call
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import RelayExpr as Expr
from passcope.relay.expr import GlobalVar as GlobalVar
from passcope.relay.expr import Let as Let
from passcope.relay.function import Function as Function

class ConstructorValue:
    """The value of an algebraic data type."""
    def __init__(self, tag: Any, fields: Any, constructor: Any) -> None: ...

class Executor:
    """Evaluates expressions in a module, with the engine's kernels."""
    def __init__(self, mod: Any = None, device: Any = None, target: Any = None, params: Any = None) -> None: ...
    def evaluate(self, expr: Any = None, binds: Any = None) -> Any:
        """The value of an expression; of a function, a function of Python."""

def create_executor(kind: Any = 'debug', mod: Any = None, device: Any = None, target: Any = 'llvm', params: Any = None) -> Any:
    """An executor. The kinds are TVM's ("graph", "vm", "debug", "aot"); here they are one."""
