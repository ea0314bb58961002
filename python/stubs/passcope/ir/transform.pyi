# Made by python/tools/describe.py.
"""Passes and the contexts in which they run."""

from typing import Any

import passcope.runtime.object
from passcope.error import ConfigError as ConfigError
from passcope.error import DiagnosticError as DiagnosticError
from passcope.runtime.container import Array as Array
from passcope.runtime.object import Object as Object
from passcope.ir.instrument import PassInfo as PassInfo
from passcope.ir.module import IRModule as IRModule

HOST: Any

class PassContext(passcope.runtime.object.Object):
    """The settings under which passes run, and the instruments that watch them."""
    def __init__(self, opt_level: Any = 2, required_pass: Any = None, disabled_pass: Any = None, instruments: Any = None, config: Any = None) -> None: ...
    @property
    def opt_level(self) -> Any:
        """Sequential runs passes up to this level."""
    @property
    def required_pass(self) -> Any:
        """Passes that run whatever their level."""
    @property
    def disabled_pass(self) -> Any:
        """Passes that Sequential leaves out."""
    @property
    def config(self) -> Any:
        """Settings by TVM's names."""
    @property
    def instruments(self) -> Any:
        """The instruments, in their order."""
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...
    def override_instruments(self, instruments: Any) -> Any:
        """Exits the present instruments, then takes the new ones and enters them."""
    @staticmethod
    def current() -> Any:
        """The innermost context that is entered, or the default one."""
    @staticmethod
    def list_configs() -> Any:
        """The keys that `config` can have, with TVM's names of their types."""

class Pass(passcope.runtime.object.Object):
    """A function from module to module. Instruments of the current context watch it."""
    @property
    def info(self) -> Any:
        """The pass's name, level and the passes that it requires."""
    def __call__(self, mod: Any) -> Any: ...
    def __repr__(self) -> str: ...

class ModulePass(Pass):
    """A pass over whole modules."""

class FunctionPass(Pass):
    """A pass over each function of a module."""

class Sequential(Pass):
    """Passes one after the other: those that the context enables, and before each what it requires."""
    def __init__(self, passes: Any = None, opt_level: Any = 0, name: Any = 'sequential', required: Any = None) -> None: ...

def make_pass(name: Any, options: Any = None, kind: Any = ...) -> Any:
    """A pass of the engine's table by name; options that are None have their defaults."""

def decorate(given: Any, opt_level: Any, name: Any, required: Any, *, sort: Any, method: Any, base: Any, over_modules: Any) -> Any:
    """What `module_pass` and `function_pass` do."""

def module_pass(pass_func: Any = None, opt_level: Any = None, name: Any = None, required: Any = None) -> Any:
    """A pass over modules: of a function of module and context, or a class with `transform_module`."""

def PrintIR(header: Any = '', show_meta_data: bool = False) -> Any:
    """A pass that prints the program and leaves it as it is."""
