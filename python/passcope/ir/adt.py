"""Algebraic data types."""

import json

from .. import _raw
from ..runtime.container import Array
from .type import FuncType, GlobalTypeVar, TupleType, Type, types_from


class TypeData(Type):
    """An algebraic data type: its name, its type variables and its constructors."""

    def __init__(self, header, type_vars, constructors):
        inputs = {c.name_hint: [t.handle for t in c.inputs] for c in constructors}
        handle = _raw.makeTypeData(header.name_hint, _raw.handles(type_vars), _raw.dumps(inputs))
        self._take(handle)
        # What was made before the data type becomes an expression now.
        for index, constructor in enumerate(constructors):
            constructor._bind(self, index)

    def _identity(self):
        return self.handle

    def _info(self):
        info = self.__dict__.get("_facts")
        if info is None:
            info = self._facts = json.loads(_raw.typeDataInfo(self.handle))
            info["typeVars"] = types_from(info["typeVars"])
        return info

    @property
    def header(self):
        """Its name."""
        return GlobalTypeVar(self._info()["name"])

    @property
    def type_vars(self):
        """Its type variables."""
        return self._info()["typeVars"]

    @property
    def constructors(self):
        """Its constructors."""
        from ..relay.expr import expr_from

        count = len(self._info()["constructors"])
        return Array(expr_from(_raw.makeConstructor(self.handle, i)) for i in range(count))

    def _as_function(self):
        """A type of a function over its type variables that is equal where its constructors are."""
        inputs = [TupleType(constructor.inputs) for constructor in self.constructors]
        return FuncType(inputs, TupleType([]), self.type_vars)

    def __eq__(self, other):
        return isinstance(other, TypeData) and self._info()["name"] == other._info()["name"]

    def __hash__(self):
        return hash(self._info()["name"])

    def __repr__(self):
        return f"TypeData({self._info()['name']})"

    __str__ = __repr__
