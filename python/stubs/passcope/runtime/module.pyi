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
    def get_function(self, name: Any) -> Any: ...

def load_module(path: Any, fmt: Any = '') -> Any:
    """The module of a file. Raises ValueError where it is none of Passcope's."""

def enabled(target: Any) -> Any:
    """Whether programs can run on a target."""
