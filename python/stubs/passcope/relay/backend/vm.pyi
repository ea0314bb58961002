# Made by python/tools/describe.py.
"""Relay's virtual machine. Passcope's evaluator takes its place: what is compiled is the typed program."""

from typing import Any

import passcope.relay.backend.interpreter
from passcope.ir.module import IRModule as IRModule
from passcope.runtime.vm import Executable as Executable
from passcope.relay.expr import RelayExpr as Expr
from passcope.relay.backend.interpreter import Executor as Executor

def compile(mod: Any, target: Any = None, target_host: Any = None, params: Any = None) -> Any:
    """An executable of a module or a function."""

class VMCompiler:
    """Makes executables of modules."""
    def __init__(self) -> None: ...
    def set_params(self, params: Any) -> Any:
        """Values of parameters of the main function, which become constants."""
    def get_params(self) -> Any:
        """The values of parameters."""
    def optimize(self, mod: Any, target: Any = None, target_host: Any = None, params: Any = None) -> Any:
        """The module after the passes of `relay.optimize`, and the parameters."""
    def lower(self, mod: Any, target: Any = None, target_host: Any = None) -> Any:
        """Takes the module that is to be compiled."""
    def codegen(self) -> Any:
        """Nothing is left to be done."""
    def get_exec(self) -> Any:
        """The executable."""

class VMExecutor(passcope.relay.backend.interpreter.Executor):
    """What `create_executor("vm")` gives: values of data types come as `ADT`s."""
