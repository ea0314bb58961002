"""Functions and nodes that are found by name."""

from .._ffi.registry import get_global_func
from .attrs import Attrs
from .relations import NAMES

_FUNCTIONS = {}


class EnvFunc:
    """A function that programs refer to by name, such as a relation between types. Each name has one object."""

    def __init__(self, name):
        self.name = name

    @staticmethod
    def get(name):
        """The function of a name. Raises ValueError if there is none."""
        if name not in _FUNCTIONS:
            if name not in NAMES and get_global_func(name, allow_missing=True) is None:
                raise ValueError(f"Cannot find global function '{name}'")
            _FUNCTIONS[name] = EnvFunc(name)
        return _FUNCTIONS[name]

    @property
    def func(self):
        """The function itself."""
        return get_global_func(self.name)

    def __call__(self, *args):
        return self.func(*args)

    def same_as(self, other):
        """Whether two are the same."""
        return self is other

    def __eq__(self, other):
        return isinstance(other, EnvFunc) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"EnvFunc({self.name})"


class NodeAttrs(Attrs):
    """Attributes of a named type that do not belong to a call."""

    __slots__ = ("type_key",)

    def __init__(self, type_key, values):
        super().__init__(None, values)
        object.__setattr__(self, "type_key", type_key)

    def __eq__(self, other):
        return isinstance(other, NodeAttrs) and self.type_key == other.type_key and super().__eq__(other)

    __hash__ = Attrs.__hash__
