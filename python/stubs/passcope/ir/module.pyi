# Made by python/tools/describe.py.
"""Programs: functions and data types by name."""

from typing import Any

import passcope.runtime.object
from passcope.error import TVMError as TVMError
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.object import Object as Object
from passcope.ir.adt import TypeData as TypeData
from passcope.ir.attrs import DictAttrs as DictAttrs
from passcope.ir.type import GlobalTypeVar as GlobalTypeVar
from passcope.ir.type import Type as Type

class IRModule(passcope.runtime.object.Object):
    """A program: Relay functions by name, and algebraic data types.

    Setting a function changes this object; others that came from it are left as they are.
    """
    def __init__(self, functions: Any = None, type_definitions: Any = None) -> None: ...
    def __setitem__(self, var: Any, value: Any) -> None: ...
    def update_func(self, var: Any, value: Any) -> Any: ...
    def __getitem__(self, var: Any) -> Any: ...
    def __contains__(self, var: Any) -> bool: ...
    @property
    def functions(self) -> Any:
        """The functions by their global variables."""
    def update(self, other: Any) -> Any:
        """Takes over the functions and data types of another module."""
    def get_global_var(self, name: Any) -> Any:
        """The global variable of a name. Raises TVMError where there is none."""
    def get_global_vars(self) -> Any:
        """All global variables."""
    @property
    def type_definitions(self) -> Any:
        """The data types by their names."""
    def get_global_type_vars(self) -> Any:
        """The names of the data types."""
    def get_global_type_var(self, name: Any) -> Any:
        """The name of a data type. Raises TVMError where there is none."""
    def get_type(self, name: Any) -> Any:
        """The name of a data type and its constructors."""
    def get_constructor(self, tag: Any) -> Any:
        """The constructor of a tag. Raises TVMError where there is none."""
    @staticmethod
    def from_expr(expr: Any, functions: Any = None, type_defs: Any = None) -> Any:
        """A module whose main function is the expression, or has it as its body."""
    def import_from_std(self, file_to_import: Any) -> Any:
        """Adds what a file of standard definitions has, and this module has not.

        The files are prelude.rly, nat.rly, gradient.rly and core.rly; ValueError for others.
        """
    def get_attr(self, attr_key: Any) -> Any:
        """An attribute of the module; None where there is none."""
    def with_attr(self, attr_key: Any, attr_value: Any) -> Any:
        """The module with an attribute added or replaced."""
    @property
    def attrs(self) -> Any:
        """The attributes."""
    def astext(self, show_meta_data: bool = True, annotate: Any = None) -> str:
        """The program in Relay's notation; without metadata, large constants are left out."""
    def show(self, style: Any = None, black_format: bool = True) -> Any:
        """Prints the program."""
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
