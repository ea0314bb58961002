# Made by python/tools/describe.py.
"""Programs that are ready to run, and files of them.

Passcope compiles nothing to machine code: a file has the program's text, whose constants are exact.
"""

from typing import Any

class Module:
    """A program that can be kept in a file: `sort` says for which executor ("graph" or "vm")."""
    def __init__(self, sort: Any, ir_mod: Any) -> None: ...
    def to_bytes(self) -> Any:
        """The program's text, in UTF-8."""
    @staticmethod
    def from_bytes(data: Any) -> Any:
        """The module of such a text. Raises ValueError for other bytes."""
    def export_library(self, file_name: Any, *args: Any, **kwargs: Any) -> Any:
        """Writes the program to a file, which `load_module` reads."""
    def save(self, file_name: Any, *args: Any, **kwargs: Any) -> Any:
        """Writes the program to a file, which `load_module` reads."""
    def __getitem__(self, name: Any) -> Any: ...
    def get_function(self, name: Any, query_imports: bool = False) -> Any:
        """The function of a name."""
    @property
    def entry_func(self) -> Any:
        """The function that a module is called by."""
    @property
    def imported_modules(self) -> Any:
        """The modules that it needs: none."""
    @property
    def type_key(self) -> Any:
        """What sort of module it is."""
    def implements_function(self, func_name: Any, query_imports: bool = False) -> Any:
        """Whether the program has a function of a name."""
    def get_source(self, fmt: Any = '') -> Any:
        """The program's text."""

def load_module(path: Any, fmt: Any = '') -> Any:
    """The module of a file. Raises ValueError where it is none of Passcope's."""

def system_lib(symbol_prefix: Any = '') -> Any:
    """Code that is linked with the runtime: there is none, NotImplementedError."""

def load_static_library(path: Any, func_names: Any) -> Any:
    """Compiled code cannot be loaded: NotImplementedError."""

def num_threads() -> Any:
    """How many threads a program runs on."""

def enabled(target: Any) -> Any:
    """Whether programs can run on a target."""
