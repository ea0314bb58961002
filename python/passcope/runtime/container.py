"""TVM's containers: immutable sequences and mappings."""

from collections.abc import Mapping, Sequence

from ..tir.expr import FloatImm, IntImm, PrimExpr
from ..tir.expr import const as _const


class Array(Sequence):
    """An immutable list. Slices are lists of the same class."""

    __slots__ = ("_items",)

    def __init__(self, items=()):
        self._items = tuple(items)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return Array(self._items[index])
        return self._items[index]

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __eq__(self, other):
        if isinstance(other, (Array, list, tuple)):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other))
        return NotImplemented

    def __hash__(self):
        return hash(self._items)

    def __add__(self, other):
        return Array(self._items + tuple(other))

    def __radd__(self, other):
        return Array(tuple(other) + self._items)

    def __repr__(self):
        return "[" + ", ".join(map(repr, self._items)) + "]"

    def same_as(self, other):
        """Whether two lists hold the same objects."""
        return self == other


class Map(Mapping):
    """An immutable mapping in insertion order."""

    __slots__ = ("_items",)

    def __init__(self, items=()):
        self._items = dict(items)

    def __getitem__(self, key):
        return self._items[key]

    def __iter__(self):
        return iter(self._items)

    def __len__(self):
        return len(self._items)

    def items(self):
        """Pairs of key and value."""
        return list(self._items.items())

    def get(self, key, default=None):
        """The value of a key, or `default`."""
        return self._items.get(key, default)

    def __hash__(self):
        return hash(tuple(self._items.items()))

    def __repr__(self):
        return "{" + ", ".join(f"{key!r}: {value!r}" for key, value in self._items.items()) + "}"


class ObjectGeneric:
    """The base of classes that can become objects: `asobject` returns the object."""

    def asobject(self):
        """The object."""
        raise NotImplementedError()


class String(str):
    """TVM's string is Python's."""


def convert(value, span=None):
    """Converts a list or a dictionary to a container. Returns other values unchanged."""
    if isinstance(value, (list, tuple)):
        return Array(convert(item) for item in value)
    if isinstance(value, dict):
        return Map((key, convert(item)) for key, item in value.items())
    if isinstance(value, bool):
        return IntImm("bool", value)
    if isinstance(value, int):
        return IntImm("int32", value)
    if isinstance(value, float):
        return FloatImm("float32", value)
    return value.asobject() if isinstance(value, ObjectGeneric) else value


class ADT(Sequence):
    """A group of values with a tag: 0 for a tuple, or else the number of the constructor."""

    def __init__(self, tag, fields):
        self.tag = tag
        self._fields = tuple(fields)

    def __getitem__(self, index):
        return self._fields[index]

    def __len__(self):
        return len(self._fields)

    def __iter__(self):
        return iter(self._fields)

    def __repr__(self):
        return f"ADT({self.tag}, {list(self._fields)!r})"


def tuple_object(fields=None):
    """A tuple of values."""
    return ADT(0, fields or ())


class ShapeTuple(Sequence):
    """The dimensions of a tensor."""

    def __init__(self, shape):
        self._shape = tuple(int(dim) for dim in shape)

    def __getitem__(self, index):
        return self._shape[index]

    def __len__(self):
        return len(self._shape)

    def __eq__(self, other):
        return isinstance(other, Sequence) and self._shape == tuple(other)

    def __hash__(self):
        return hash(self._shape)

    def __repr__(self):
        return f"ShapeTuple({list(self._shape)})"


def attribute(value):
    """The value of an attribute for the engine. Objects with a method `_attribute` convert themselves."""
    if value is None or isinstance(value, (bool, str, float)):
        return value
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, int):
        return int(value)
    if hasattr(value, "_attribute"):
        return value._attribute()
    if isinstance(value, (list, tuple, Array)):
        return [attribute(item) for item in value]
    if isinstance(value, (dict, Map)):
        pairs = list(value.items())
        if any(hasattr(key, "_attribute") and not isinstance(key, PrimExpr) for key, _ in pairs):
            return {"$map": [[attribute(key), attribute(item)] for key, item in pairs]}
        return {str(key): attribute(item) for key, item in pairs}
    if hasattr(value, "tolist"):  # numpy's numbers and arrays
        return attribute(value.tolist())
    return str(value)  # data types


def convert_to_object(value, span=None):
    """As `convert`."""
    return convert(value)


def const(value, dtype=None, span=None):
    """A number as an expression."""
    return _const(value, dtype)


# The classes that TVM accepts as objects.
ObjectTypes = (ObjectGeneric, Array, Map, ADT, ShapeTuple)


def getitem_helper(obj, elem_getter, length, idx):
    """The item of a sequence, or the items of a slice. Raises IndexError for an index out of range."""
    if isinstance(idx, slice):
        return [elem_getter(obj, i) for i in range(*idx.indices(length))]
    if not -length <= idx < length:
        raise IndexError(f"Index out of range. size: {length}, got index {idx}")
    return elem_getter(obj, idx % length)
