# Made by python/tools/describe.py.
"""The base of everything that lives in the engine."""

from typing import Any

class Object:
    """An object of the engine, kept alive by this one.

    `==` and `hash` are by identity in the engine: two Python objects of one node are equal, as in TVM.
    """
    def same_as(self, other: Any) -> bool:
        """Whether this and another one are the same object of the engine."""
    def __eq__(self, other: Any) -> bool: ...
    def __ne__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    handle: Any
