# Made by python/tools/describe.py.
"""Attributes of calls and functions."""

from typing import Any

from passcope.runtime.container import Array as Array
from passcope.runtime.container import convert as convert
from passcope.runtime.object import Object as Object

class Attrs:
    """The attributes of a call, by name: `attrs.axis`, `attrs["axis"]`, `attrs.get_int_tuple("strides")`."""
    def __init__(self, call: Any, values: Any) -> None: ...
    def __getitem__(self, item: Any) -> Any: ...
    def keys(self) -> Any:
        """The names."""
    def __contains__(self, name: Any) -> bool: ...
    def __len__(self) -> int: ...
    def list_field_info(self) -> Any:
        """What is known of the fields: objects with `name`, `type_info` and `description`."""
    def get_str_tuple(self, key: Any) -> Any:
        """A tuple of texts."""
    def get_int(self, key: Any) -> Any:
        """An integer."""
    def get_int_tuple(self, key: Any) -> Any:
        """A tuple of integers."""
    def get_str(self, key: Any) -> Any:
        """A text."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

class DictAttrs(Attrs):
    """The attributes of a function or of a module: any names."""
    def items(self) -> Any:
        """Pairs of name and value."""
    def get(self, name: Any, default: Any = None) -> Any:
        """The value of a name, or `default`."""
    def __iter__(self) -> Any: ...
