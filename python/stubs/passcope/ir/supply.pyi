# Made by python/tools/describe.py.
"""Names that nobody has yet."""

from typing import Any

from passcope.ir.module import IRModule as IRModule

class NameSupply:
    """Gives out names, each once; a prefix stands before those that are asked for with it."""
    def __init__(self, prefix: Any = '') -> None: ...
    def fresh_name(self, name: Any, add_prefix: bool = True) -> Any:
        """A name that was not there: with the next number behind it, if need be."""
    def reserve_name(self, name: Any, add_prefix: bool = True) -> Any:
        """Takes a name out."""
    def contains_name(self, name: Any, add_prefix: bool = True) -> Any:
        """Whether a name is given out or reserved."""

class GlobalVarSupply:
    """Gives out global variables with names of their own."""
    def __init__(self, value: Any = None) -> None: ...
    def fresh_global(self, name: Any, add_prefix: bool = True) -> Any:
        """A variable whose name was not there."""
    def unique_global_for(self, name: Any, add_prefix: bool = True) -> Any:
        """The variable of a name, which is made when it is asked for first."""
    def reserve_global(self, global_var: Any, allow_conflict: bool = False) -> Any:
        """Takes a variable and its name out. Raises ValueError where another has the name, unless allowed."""
