# Made by python/tools/describe.py.
"""Functions that are other ones for other targets."""

from typing import Any

from passcope.target.target import Target as Target

class GenericFunc:
    """A function that is chosen by the keys of the target: `get_native_generic_func(name)` makes them."""
    def __init__(self) -> None: ...
    def __call__(self, *args: Any) -> Any: ...
    def set_default(self, func: Any, allow_override: bool = False) -> Any:
        """What is called where no key of the target has a function. Raises ValueError where one was set."""
    def register(self, func: Any, key_list: Any, allow_override: bool = False) -> Any:
        """The function for targets with one of these keys. Raises ValueError where a key has one."""
    def get_packed_func(self) -> Any:
        """The function for the innermost target of `with`. Raises ValueError where there is none."""

def get_native_generic_func(name: Any) -> Any:
    """The function of a name, which is made when it is asked for first."""

def override_native_generic_func(func_name: Any) -> Any:
    """A decorator: the function is what `get_native_generic_func(func_name)` calls by default.

    The decorated function has `register(key, func=None)`, a decorator for functions of other targets. It takes arguments by
    position alone.
    """

def generic_func(fdefault: Any) -> Any:
    """A decorator: `fdefault.register(key)` takes functions that are called in its place for targets with a key."""
