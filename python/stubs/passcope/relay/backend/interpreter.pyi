# Made by python/tools/describe.py.
"""Running programs: `create_executor(kind, mod).evaluate(expr)(arguments …)`."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.ir.type import TensorType as TensorType
from passcope.runtime.container import ADT as ADT
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import RelayExpr as Expr
from passcope.relay.expr import GlobalVar as GlobalVar
from passcope.relay.expr import Let as Let
from passcope.relay.function import Function as Function
from passcope.relay.backend.values import Closure as Closure
from passcope.relay.backend.values import ConstructorValue as ConstructorValue
from passcope.relay.backend.values import RefValue as RefValue
from passcope.relay.backend.values import call as call

class Executor:
    """Evaluates expressions in a module, with the engine's kernels.

    Tuples come as `ADT`s with tag 0, values of data types as `ConstructorValue`s, cells as `RefValue`s; arguments may be
    the same, and tuples and lists of Python.
    """
    def __init__(self, mod: Any = None, device: Any = None, target: Any = None, params: Any = None) -> None: ...
    def evaluate(self, expr: Any = None, binds: Any = None) -> Any:
        """The value of an expression; of a function, a function of Python."""

class GraphExecutor(Executor):
    """What `create_executor("graph")` gives: tuples come as lists."""

AotExecutor = GraphExecutor

Interpreter = Executor

def create_executor(kind: Any = 'debug', mod: Any = None, device: Any = None, target: Any = 'llvm', params: Any = None) -> Any:
    """An executor. The kinds are TVM's ("graph", "vm", "debug", "aot"); one evaluator runs them all."""
