"""Algebraic data types."""

import json
from collections.abc import Sequence
import zlib

from .. import _raw
from ..runtime.container import Array
from .expr import RelayExpr, expr_from, register_kind
from .type import FuncType, GlobalTypeVar, TupleType, Type, types_from


class TypeData(Type):
    """An algebraic data type: its name, its type variables and its constructors."""

    def __init__(self, header: GlobalTypeVar, type_vars: Sequence[Type], constructors: Sequence["Constructor"]):
        inputs = {c.name_hint: [t.handle for t in c.inputs] for c in constructors}
        handle = _raw.makeTypeData(header.name_hint, _raw.handles(type_vars), _raw.dumps(inputs))
        self._take(handle)
        # Constructors that were made before the data type become expressions now.
        for index, constructor in enumerate(constructors):
            constructor._bind(self, index)

    def _identity(self):
        return self.handle

    def _info(self):
        info = self.__dict__.get("_facts")
        if info is None:
            info = json.loads(_raw.typeDataInfo(self.handle))
            info["typeVars"] = types_from(info["typeVars"])
            info = self.__dict__.setdefault("_facts", info)
        return info

    @property
    def header(self):
        """The name of the data type."""
        return GlobalTypeVar(self._info()["name"])

    @property
    def type_vars(self):
        """The type variables of the data type."""
        return self._info()["typeVars"]

    @property
    def constructors(self):
        """The constructors of the data type."""
        count = len(self._info()["constructors"])
        return Array(expr_from(_raw.makeConstructor(self.handle, i)) for i in range(count))

    def _as_function(self):
        """A function type over the type variables. It is equal for data types with equal constructors."""
        inputs = [TupleType(constructor.inputs) for constructor in self.constructors]
        return FuncType(inputs, TupleType([]), self.type_vars)

    def __eq__(self, other):
        return isinstance(other, TypeData) and self._info()["name"] == other._info()["name"]

    def __hash__(self):
        return hash(self._info()["name"])

    def __repr__(self):
        return f"TypeData({self._info()['name']})"

    __str__ = __repr__


class Constructor(RelayExpr):
    """A constructor of a data type, which is a function. It becomes an expression when its TypeData is made."""

    def __init__(self, name_hint: str, inputs: Sequence[Type], belong_to: GlobalTypeVar):
        self.handle = 0
        self._key = None
        self._declared = (name_hint, Array(inputs), belong_to)

    def _bind(self, data, index):
        if not self.handle:
            self._take(_raw.makeConstructor(data.handle, index))
            self._data = data

    @property
    def name_hint(self):
        """The name of the constructor."""
        return self._declared[0] if not self.handle else self._info()["name"]

    @property
    def inputs(self):
        """The types of its fields."""
        return self._declared[1] if not self.handle else self._types()["inputs"]

    @property
    def tag(self):
        """A number that is unique to the constructor: a hash of the data type's name, then the constructor's index."""
        name = self.belong_to.name_hint
        return (zlib.crc32(name.encode("utf-8")) & 0xFF or 1) << 24 | self._info()["tag"]

    @property
    def belong_to(self):
        """The name of the data type."""
        if not self.handle:
            return self._declared[2]
        return TypeData._of(_raw.constructorTypeData(self.handle)).header

    def _identity(self):
        return (self.belong_to.name_hint, self.name_hint)

    def __repr__(self):
        return self.name_hint

    __str__ = __repr__


register_kind(13, Constructor)
