# Made by python/tools/describe.py.
"""What watches passes."""

from typing import Any

import passcope.runtime.object
from passcope.runtime.object import Object as Object

HOST: Any

class PassInfo:
    """A pass's name, level and the passes that it requires."""
    def __init__(self, opt_level: Any, name: Any, required: Any = None, traceable: bool = False) -> None: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...

class PassInstrument(passcope.runtime.object.Object):
    """An instrument that is written in Python: a class with some of the hooks below."""
    def __init__(self) -> None: ...
    def enter_pass_ctx(self) -> Any:
        """The context is entered, or gets this instrument."""
    def exit_pass_ctx(self) -> Any:
        """The context is left, or loses this instrument."""
    def should_run(self, mod: Any, info: Any) -> Any:
        """Whether a pass shall run on a module; only False says that it shall not."""
    def run_before_pass(self, mod: Any, info: Any) -> Any:
        """With the module that a pass is given."""
    def run_after_pass(self, mod: Any, info: Any) -> Any:
        """With the module that a pass returned."""

def pass_instrument(pi_cls: Any = None) -> Any:
    """Makes a class with some of the five hooks a class of instruments.

    Raises TypeError for what is no class, or has none of the hooks.
    """

class PassTimingInstrument(passcope.runtime.object.Object):
    """Measures how long passes take, those within passes too."""
    def __init__(self, sink: Any = 0, **options: Any) -> None: ...
    def render(self) -> Any:
        """The times of this context so far, as text; empty where no pass was measured."""

class PrintBeforeAll(passcope.runtime.object.Object):
    """Prints the name of each pass and the program before it."""
    def __init__(self) -> None: ...

class PrintAfterAll(passcope.runtime.object.Object):
    """Prints the name of each pass and the program after it."""
    def __init__(self) -> None: ...

class DumpIR(passcope.runtime.object.Object):
    """Writes the program after each pass into files of a folder, which must not exist yet."""
    def __init__(self, dump_dir: Any, refresh: bool = False) -> None: ...
