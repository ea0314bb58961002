# Made by python/tools/describe.py.
"""Where something stands below an object: the steps from the object to it."""

from typing import Any

class ObjectPath:
    """A path from a root. Paths never change; two are equal when they have the same steps.

    Steps are made by methods of the path: `ObjectPath.root().attr("body").array_index(0)`.
    """
    def __init__(self) -> None: ...
    @staticmethod
    def root(root_name: Any = None) -> Any:
        """The path to the object itself."""
    @property
    def parent(self) -> Any:
        """The path without its last step; None for the root."""
    def __len__(self) -> int: ...
    def get_prefix(self, length: Any) -> Any:
        """The first steps of the path, so many. Raises IndexError for a length that it does not have."""
    def is_prefix_of(self, other: Any) -> Any:
        """Whether another path begins with this one."""
    def attr(self, attr_key: Any) -> Any:
        """The path to a field; None for one that the object has not."""
    def array_index(self, index: Any) -> Any:
        """The path to an item of a list."""
    def missing_array_element(self, index: Any) -> Any:
        """The path to an item that the list would have if it were longer."""
    def map_value(self, key: Any) -> Any:
        """The path to the value of a key."""
    def missing_map_entry(self) -> Any:
        """The path to a key that the mapping has not."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...

class RootPath(ObjectPath):
    """The object itself."""

class AttributeAccessPath(ObjectPath):
    """A field."""

class UnknownAttributeAccessPath(ObjectPath):
    """A field that has no name."""

class ArrayIndexPath(ObjectPath):
    """An item of a list."""

class MissingArrayElementPath(ObjectPath):
    """An item that a list has not."""

class MapValuePath(ObjectPath):
    """The value of a key."""

class MissingMapEntryPath(ObjectPath):
    """A key that a mapping has not."""

class ObjectPathPair:
    """Two paths: where two objects differ."""
    def __init__(self, lhs_path: Any, rhs_path: Any) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
