# Made by python/scripts/describe.py.
"""Making programs ready to run."""

from typing import Any

import passcope.ir.module
from passcope.ir.module import IRModule as IRModule
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.relay.function import Function as Function

def bind_params_by_name(func: Any, params: Any) -> Any:
    """The function with constants in place of parameters."""

def optimize(mod: Any, target: Any = None, params: Any = None) -> tuple[passcope.ir.module.IRModule, Any]:
    """The program after the passes with which TVM prepares it for a target, and its parameters."""

class ExecutorFactoryModule:
    """What `build` gives: `GraphModule(lib["default"](device))` runs it."""
    def __init__(self, mod: Any, params: Any) -> None: ...
    def __getitem__(self, name: Any) -> Any: ...
    def executor(self) -> Any:
        """The handle of a new executor."""
    def get_params(self) -> Any:
        """The parameters by name."""
    def __iter__(self) -> Any: ...

def build(ir_mod: Any, target: Any = None, target_host: Any = None, executor: Any = None, runtime: Any = None, params: Any = None, mod_name: Any = 'default') -> Any:
    """A program that is ready to run, after the passes of `optimize` and FuseOps, as TVM's build."""
