# Made by python/tools/describe.py.
"""Functions and nodes that are known by name."""

from typing import Any

import passcope.ir.attrs
from passcope.ir.attrs import Attrs as Attrs

class EnvFunc:
    """A function that programs name and do not hold, such as a relation between types. The same name is the same one."""
    def __init__(self, name: Any) -> None: ...
    @staticmethod
    def get(name: Any) -> Any:
        """The function of a name. Raises ValueError where there is none."""
    @property
    def func(self) -> Any:
        """The function itself."""
    def __call__(self, *args: Any) -> Any: ...
    def same_as(self, other: Any) -> bool:
        """Whether two are the same."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class NodeAttrs(passcope.ir.attrs.Attrs):
    """Attributes of a named sort that belong to no call."""
    def __init__(self, type_key: Any, values: Any) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    type_key: Any

def make_node(type_key: Any, **kwargs: Any) -> Any:
    """A node by TVM's name of its sort and its fields: attributes, and the sorts that `load_json` knows.

    Raises ValueError for other sorts.
    """
