# Made by python/tools/describe.py.
"""Making programs ready to run."""

from typing import Any

import passcope.ir.module
from passcope.error import TVMError as TVMError
from passcope.ir.module import IRModule as IRModule
from passcope.ir.transform import PassContext as PassContext
from passcope.ir.type import TensorType as TensorType
from passcope.runtime.module import Module as Module
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import bind as bind
from passcope.relay.function import Function as Function

def bind_params_by_name(func: Any, params: Any) -> Any:
    """The function with constants in place of parameters, which keep the data types that the arrays have."""

def optimize(mod: Any, target: Any = None, params: Any = None) -> tuple[passcope.ir.module.IRModule, Any]:
    """The program after the passes with which TVM prepares it for a target, and its parameters."""

class ExecutorFactoryModule:
    """What `build` gives: `GraphModule(lib["default"](device))` runs it."""
    def __init__(self, mod: Any, params: Any, libmod_name: Any = 'default') -> None: ...
    def __getitem__(self, name: Any) -> Any: ...
    @property
    def lib(self) -> Any:
        """The program as a module that can be written to a file; its parameters are constants."""
    @property
    def module(self) -> Any:
        """The program as a module that can be written to a file; its parameters are constants."""
    def get_lib(self) -> Any:
        """The same."""
    @property
    def graph_json(self) -> Any:
        """What stands for the graph: the program's text, which the library has, too."""
    def get_graph_json(self) -> Any:
        """The same."""
    def export_library(self, file_name: Any, *args: Any, **kwargs: Any) -> Any:
        """Writes the program to a file, which `tvm.runtime.load_module` reads."""
    def executor(self) -> Any:
        """The handle of a new executor."""
    def get_params(self) -> Any:
        """The parameters by name."""
    def __iter__(self) -> Any: ...

class BuildModule:
    """Makes programs ready to run, step by step: `relay.build` does all of it."""
    def __init__(self) -> None: ...
    def build(self, mod: Any, target: Any = None, target_host: Any = None, executor: Any = None, runtime: Any = None, workspace_memory_pools: Any = None, constant_memory_pools: Any = None, params: Any = None, mod_name: Any = None) -> Any:
        """What stands for the graph, what runs it, and its parameters."""
    def optimize(self, mod: Any, target: Any = None, target_host: Any = None, params: Any = None) -> Any:
        """The program after the passes with which TVM prepares it for a target, and its parameters."""
    def get_graph_json(self) -> Any:
        """What stands for the graph. Raises TVMError before anything is built."""
    def get_module(self) -> Any:
        """What runs the program. Raises TVMError before anything is built."""
    def get_irmodule(self) -> Any:
        """The program. Raises TVMError before anything is built."""
    def get_params(self) -> Any:
        """The parameters by name."""

def build(ir_mod: Any, target: Any = None, target_host: Any = None, executor: Any = None, runtime: Any = None, workspace_memory_pools: Any = None, constant_memory_pools: Any = None, params: Any = None, mod_name: Any = 'default') -> Any:
    """A program that is ready to run, after the passes of `optimize` and FuseOps, as TVM's build."""

def build_config(opt_level: Any = 2, required_pass: Any = None, disabled_pass: Any = None, trace: Any = None) -> Any:
    """A context for passes, by its name of old."""

def create_executor(kind: Any = 'debug', mod: Any = None, device: Any = None, target: Any = 'llvm', params: Any = None) -> Any:
    """As relay.create_executor."""
