"""Attributes of calls and functions."""

from types import SimpleNamespace

from ..runtime.container import Array, convert
from ..target.virtual_device import VirtualDevice
from ._table import TABLE


def _value(value):
    """The value of an attribute as a Python object."""
    if isinstance(value, dict):
        device = VirtualDevice._from_json(value)
        if device is not None:
            return device
    return convert(value)


class Attrs:
    """The attributes of a call, by name: `attrs.axis`, `attrs["axis"]`, `attrs.get_int_tuple("strides")`."""

    __slots__ = ("_call", "_values")

    def __init__(self, call, values):
        # The call keeps the attributes alive, and another call can take them over.
        object.__setattr__(self, "_call", call)
        object.__setattr__(self, "_values", values)

    # The names of attributes that are data types.
    _dtypes = frozenset()

    def _of(self, name):
        value = self._values[name]
        # As in TVM, a missing data type is an empty text.
        return "" if value is None and name in self._dtypes else _value(value)

    def __getattr__(self, name):
        try:
            return self._of(name)
        except KeyError:
            raise AttributeError(f"there is no attribute {name!r}") from None

    def __setattr__(self, name, value):
        raise AttributeError("attributes cannot be changed: make another call")

    def __getitem__(self, item):
        try:
            return self._of(item)
        except KeyError:
            raise KeyError(item) from None

    def keys(self):
        """The names."""
        return list(self._values)

    def __contains__(self, name):
        return name in self._values

    def __len__(self):
        return len(self._values)

    def list_field_info(self):
        """Descriptions of the fields: objects with `name`, `type_info` and `description`."""
        rows = (row for row in TABLE.values() if row["attrsType"] == getattr(self, "type_key", None))
        declared = next(rows, {"attrs": ()})["attrs"]
        return Array(
            SimpleNamespace(name=field["name"], type_info=field["type"], description=field["doc"]) for field in declared
        )

    def get_str_tuple(self, key):
        """A tuple of texts."""
        return tuple(str(item) for item in self[key])

    def get_int(self, key):
        """An integer."""
        return int(self[key])

    def get_int_tuple(self, key):
        """A tuple of integers."""
        return tuple(int(item) for item in self[key])

    def get_str(self, key):
        """A text."""
        return self[key]

    def __eq__(self, other):
        return isinstance(other, Attrs) and self._values == other._values

    def __hash__(self):
        return hash(tuple(self._values))

    def __repr__(self):
        return ", ".join(f"{name}={convert(value)!r}" for name, value in self._values.items())


# The classes of operators' attributes by TVM's names of the types, and by operator. relay.op.op_attrs adds them.
CLASSES, OF_OPERATORS = {}, {}


def class_of(sort, callee):
    """The class of attributes for a type key, or else for an operator."""
    return CLASSES.get(sort, Attrs) if sort else OF_OPERATORS.get(callee.name, Attrs)


class DictAttrs(Attrs):
    """The attributes of a function or of a module: any names."""

    __slots__ = ()

    def items(self):
        """Pairs of name and value."""
        return [(name, self[name]) for name in self._values]

    def get(self, name, default=None):
        """The value of a name, or `default`."""
        return self[name] if name in self._values else default

    def __iter__(self):
        return iter(self._values)
