# Made by python/tools/describe.py.
"""Running what `relay.vm.compile` gives."""

from typing import Any

from passcope.runtime.container import ADT as ADT
from passcope.runtime.module import Module as Module
from passcope.runtime.ndarray import NDArray as NDArray

def convert(args: Any) -> Any:
    """Arguments as the machine takes them: lists and tuples as ADTs, numbers and arrays of numpy as arrays."""

class Executable:
    """A program for the virtual machine."""
    def __init__(self, mod: Any) -> None: ...
    @property
    def mod(self) -> Any:
        """The program as a module that can be written to a file."""
    @property
    def module(self) -> Any:
        """The program as a module that can be written to a file."""
    @property
    def lib(self) -> Any:
        """The program as a module that can be written to a file."""
    @property
    def globals(self) -> Any:
        """The names of the functions."""
    def get_function_params(self, func_name: Any) -> Any:
        """The names of a function's parameters. Raises KeyError where there is no such function."""
    def save(self) -> Any:
        """The program as bytes, and as a module; `load_exec` takes both."""
    @staticmethod
    def load_exec(bytecode: Any, lib: Any) -> Any:
        """The executable of what `save` gave. Raises ValueError for other bytes."""

class VirtualMachine:
    """Runs the functions of an executable."""
    NAIVE_ALLOCATOR: int
    POOLED_ALLOCATOR: int
    def __init__(self, exe: Any, device: Any = None, memory_cfg: Any = None) -> None: ...
    def set_input(self, func_name: Any, *args: Any, **kwargs: Any) -> Any:
        """Keeps the arguments of a function for the calls to come."""
    def set_one_input(self, func_name: Any, *args: Any, **kwargs: Any) -> Any:
        """Keeps one argument, by number or by name: `set_one_input("main", "x", value)`."""
    def invoke(self, func_name: Any, *args: Any, **kwargs: Any) -> Any:
        """The value of a function for arguments, or for those that were set."""
    def run(self, *args: Any, **kwargs: Any) -> Any:
        """The value of the main function."""
    def invoke_stateful(self, func_name: Any, *args: Any, **kwargs: Any) -> Any:
        """Runs a function; `get_outputs` has what it gave."""
    def invoke_with_outputs(self, func_name: Any, input_args: Any, output_args: Any) -> Any:
        """Runs a function on arguments by name and copies what it gives."""
    def get_outputs(self) -> Any:
        """The arrays that the last call gave, tuples flattened."""
    def get_input_index(self, input_name: Any, func_name: Any = 'main') -> Any:
        """The number of a parameter; -1 where there is none of that name."""
    def benchmark(self, device: Any, *args: Any, func_name: Any = 'main', repeat: Any = 5, number: Any = 5, min_repeat_ms: Any = None, **kwargs: Any) -> Any:
        """The times of several runs, in seconds."""
