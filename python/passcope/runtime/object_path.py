"""Paths from an object to a part of it, step by step."""

import re


class ObjectPath:
    """A path from a root. Paths are immutable. Two paths are equal if they have the same steps.

    Methods of the path add steps: `ObjectPath.root().attr("body").array_index(0)`.
    """

    def __init__(self):
        raise ValueError("ObjectPath can't be initialized directly. Use ObjectPath.root() to create a path to the root object")

    @classmethod
    def _of(cls, parent, text, step):
        # The class distinguishes the kinds of steps.
        made = object.__new__(cls)
        made._parent, made._text, made._step = parent, text, step
        return made

    @staticmethod
    def root(root_name=None):
        """The path to the object itself."""
        return RootPath._of(None, "<root>" if root_name is None else str(root_name), root_name)

    @classmethod
    def _read(cls, text):
        """The path of a text."""
        path = cls.root()
        for name, index in re.findall(r"\.(\w+)|\[([^\]]*)\]", text):
            if name:
                path = path.attr(name)
            elif index.isdigit():
                path = path.array_index(index)
            else:
                path = path.map_value(index.strip('"'))
        return path

    @property
    def parent(self):
        """The path without its last step; None for the root."""
        return self._parent

    def _steps(self):
        steps, path = [], self
        while path is not None:
            steps.append(path)
            path = path._parent
        return steps[::-1]

    def __len__(self):
        return len(self._steps())

    def get_prefix(self, length):
        """The first `length` steps of the path. Raises IndexError for a length that it does not have."""
        if length < 1:
            raise IndexError("Prefix length must be at least 1")
        if length > len(self):
            raise IndexError("Attempted to get a prefix longer than the path itself")
        return self._steps()[length - 1]

    def is_prefix_of(self, other):
        """Whether another path begins with this one."""
        return len(self) <= len(other) and other.get_prefix(len(self)) == self

    def attr(self, attr_key):
        """The path to a field; None for a field that does not exist."""
        if attr_key is None:
            return UnknownAttributeAccessPath._of(self, ".<unknown attribute>", None)
        return AttributeAccessPath._of(self, f".{attr_key}", str(attr_key))

    def array_index(self, index):
        """The path to an item of a list."""
        return ArrayIndexPath._of(self, f"[{int(index)}]", int(index))

    def missing_array_element(self, index):
        """The path to an item that the list would have if it were longer."""
        return MissingArrayElementPath._of(self, f"[<missing element #{int(index)}>]", int(index))

    def map_value(self, key):
        """The path to the value of a key."""
        text = f'"{key}"' if isinstance(key, str) else str(key)
        return MapValuePath._of(self, f"[{text}]", key)

    def missing_map_entry(self):
        """The path to a key that the mapping lacks."""
        return MissingMapEntryPath._of(self, "[<missing entry>]", None)

    def __eq__(self, other):
        if not isinstance(other, ObjectPath) or len(self) != len(other):
            return NotImplemented if not isinstance(other, ObjectPath) else False
        pairs = zip(self._steps(), other._steps())
        return all(type(a) is type(b) and a._step == b._step for a, b in pairs)

    def __hash__(self):
        return hash(str(self))

    def __str__(self):
        return "".join(step._text for step in self._steps())

    __repr__ = __str__


class RootPath(ObjectPath):
    """The object itself."""


class AttributeAccessPath(ObjectPath):
    """A field."""


class UnknownAttributeAccessPath(ObjectPath):
    """A field that does not exist."""


class ArrayIndexPath(ObjectPath):
    """An item of a list."""


class MissingArrayElementPath(ObjectPath):
    """An item that a list lacks."""


class MapValuePath(ObjectPath):
    """The value of a key."""


class MissingMapEntryPath(ObjectPath):
    """A key that a mapping lacks."""


class ObjectPathPair:
    """Two paths: where two objects differ."""

    def __init__(self, lhs_path, rhs_path):
        self.lhs_path, self.rhs_path = lhs_path, rhs_path

    def __eq__(self, other):
        return isinstance(other, ObjectPathPair) and (self.lhs_path, self.rhs_path) == (other.lhs_path, other.rhs_path)

    def __hash__(self):
        return hash((self.lhs_path, self.rhs_path))

    def __repr__(self):
        return f"ObjectPathPair({self.lhs_path}, {self.rhs_path})"


__all__ = ["ObjectPath", "ObjectPathPair"]
