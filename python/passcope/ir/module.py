"""Programs: functions and data types by name."""

import json
from collections.abc import Mapping

from .. import _raw
from .._given import call_it
from .._html import program, shortened
from ..error import TVMError
from ..runtime.container import Array, Map, attribute
from ..runtime.object import Object
from .adt import TypeData
from .attrs import DictAttrs
from .expr import GlobalVar, RelayExpr, expr_from, exprs_from
from .function import BaseFunc
from .type import GlobalTypeVar


def _name(var):
    return var if isinstance(var, str) else var.name_hint


def _function_of(value):
    """The function for a module. An expression that is not a function becomes the body of one."""
    if isinstance(value, BaseFunc) or not isinstance(value, RelayExpr):
        return value
    free = exprs_from(_raw.loads(_raw.exprNodes(value.handle, "free")))
    return expr_from(_raw.makeFunction(_raw.handles(free), value.handle))


class IRModule(Object):
    """A program: Relay functions by name, and algebraic data types.

    Setting a function changes this object, but not other objects that were made from it.
    """

    def __init__(self, functions: Mapping | None = None, type_definitions: Mapping | None = None):
        given = {}
        for var, function in dict(functions or {}).items():
            if not isinstance(var, (str, GlobalVar)):
                raise TypeError("Expect functions to be Dict[GlobalVar, Function]")
            given[_name(var)] = function.handle
        self._take(_raw.makeModule(_raw.dumps(given)))
        for data in dict(type_definitions or {}).values():
            _raw.moduleSetType(self.handle, data.handle)

    def _identity(self):
        return int(_raw.moduleId(self.handle))

    # --- functions ---

    def __setitem__(self, var: "str | GlobalVar | GlobalTypeVar", value: "RelayExpr | TypeData"):
        if isinstance(value, TypeData):
            _raw.moduleSetType(self.handle, value.handle)
        else:
            # In a variable, so that a function that is made here lives until the call is over.
            function = _function_of(value)
            _raw.moduleSet(self.handle, _name(var), function.handle)

    update_func = __setitem__

    def _add(self, var: "str | GlobalVar", value, update=True):
        if not update and isinstance(var, str) and var in self._names():
            raise ValueError(f"Duplicate global function name {var}")
        self[var] = value

    def __getitem__(self, var: "str | GlobalVar | GlobalTypeVar"):
        if isinstance(var, GlobalTypeVar):
            return self._type_data(var.name_hint)
        if isinstance(var, str) and var not in self._names() and not self._define(var):
            raise ValueError(f'Cannot find global var "{var}" in the Module')
        return expr_from(_raw.moduleGet(self.handle, _name(var)))

    # Returns the module of a file of standard definitions by its name; relay.definitions sets it.
    _definitions = None

    # Adds a definition when it is first looked up by name, because a prelude has more of them than any program uses.
    _definer = None

    def _define(self, name):
        if self._definer is not None:
            self._definer(name)
        return name in self._names()

    def __contains__(self, var: "str | GlobalVar | GlobalTypeVar") -> bool:
        return _name(var) in self._names()

    def _names(self):
        return json.loads(_raw.moduleGlobals(self.handle))

    @property
    def functions(self) -> Map:
        """The functions by their global variables."""
        return Map((var, self[var]) for var in self.get_global_vars())

    def update(self, other: "IRModule | dict"):
        """Adds the functions and data types of another module."""
        if isinstance(other, dict):
            other = IRModule(other)
        for data in other._type_datas():
            _raw.moduleSetType(self.handle, data.handle)
        for var in other.get_global_vars():
            self[var] = other[var]

    def get_global_var(self, name: str) -> GlobalVar:
        """The global variable of a name. Raises TVMError if there is none."""
        self[name]  # pylint: disable=pointless-statement
        return GlobalVar(name)

    def get_global_vars(self) -> Array:
        """All global variables."""
        return Array(map(GlobalVar, self._names()))

    # --- data types ---

    def _type_datas(self):
        return [TypeData._of(handle) for handle in json.loads(_raw.moduleTypes(self.handle))]

    def _type_data(self, name):
        for data in self._type_datas():
            if data.header.name_hint == name:
                return data
        raise TVMError(f"There is no definition of {name}")

    @property
    def type_definitions(self):
        """The data types by their names."""
        return Map((data.header, data) for data in self._type_datas())

    def get_global_type_vars(self):
        """The names of the data types."""
        return Array(data.header for data in self._type_datas())

    def get_global_type_var(self, name):
        """The name of a data type. Raises TVMError if there is none."""
        return self._type_data(name).header

    def get_type(self, name):
        """The name of a data type and its constructors."""
        data = self._type_data(name)
        return (data.header, *data.constructors)

    def get_constructor(self, tag: int):
        """The constructor of a tag. Raises TVMError if there is none."""
        for data in self._type_datas():
            for constructor in data.constructors:
                if constructor.tag == tag:
                    return constructor
        raise TVMError(f"There is no constructor with the tag {tag}")

    # --- the rest ---

    @staticmethod
    def from_expr(expr: RelayExpr, functions: Mapping | None = None, type_defs: Mapping | None = None) -> "IRModule":
        """A module whose main function is the expression, or has the expression as its body."""
        module = IRModule._of(_raw.moduleFromExpr(expr.handle))
        for data in dict(type_defs or {}).values():
            _raw.moduleSetType(module.handle, data.handle)
        for var, function in dict(functions or {}).items():
            module[var] = function
        return module

    def import_from_std(self, file_to_import: str) -> None:
        """Adds the definitions of a standard file that this module lacks.

        The files are prelude.rly, nat.rly, gradient.rly and core.rly. Raises ValueError for other names.
        """
        self._import(IRModule._definitions(file_to_import))

    def _import(self, other):
        types = {data.header.name_hint for data in self._type_datas()}
        for data in other._type_datas():
            if data.header.name_hint not in types:
                _raw.moduleSetType(self.handle, data.handle)
        names = set(self._names())
        for var in other.get_global_vars():
            if var.name_hint not in names:
                self[var] = other[var]

    def get_attr(self, attr_key):
        """An attribute of the module; None if there is none."""
        return self.attrs.get(attr_key)

    def with_attr(self, attr_key: str, attr_value) -> "IRModule":
        """The module with an attribute added or replaced."""
        values = _raw.dumps({str(attr_key): attribute(attr_value)})
        return IRModule._of(_raw.withModuleAttrs(self.handle, values))

    @property
    def attrs(self) -> DictAttrs:
        """The attributes."""
        return DictAttrs(None, json.loads(_raw.moduleAttrs(self.handle)))

    def astext(self, show_meta_data: bool = True, annotate=None) -> str:
        """The program in Relay's notation. Without metadata, large constants are omitted."""
        return _raw.text(self.handle, 1 if show_meta_data else 0)

    def show(self, style=None, black_format=True):
        """Prints the program."""
        print(self)

    def __str__(self):
        return _raw.text(self.handle, 4)

    def _heading(self):
        calls = sum(_raw.loads(_raw.opCounts(self.handle)).values())
        names = self._names()
        functions = "function" if len(names) == 1 else "functions"
        return f"IRModule: {len(names)} {functions}, {calls} {'call' if calls == 1 else 'calls'} of operators"

    def __repr__(self):
        # Without the values of constants, which are most of the text of a program with weights.
        kept, more = shortened(_raw.text(self.handle, 4), 200)
        return f"{kept}\n… {more} more lines, shown by print(mod)" if more else kept

    def _repr_html_(self):
        return program(_raw.text(self.handle, 4), self._heading())


call_it(IRModule, "an IRModule", "IRModules", "mod", "ir_mod")
