# Made by python/tools/describe.py.
"""Algebraic data types."""

from typing import Any

import passcope.ir.type
from passcope.runtime.container import Array as Array
from passcope.ir.type import FuncType as FuncType
from passcope.ir.type import GlobalTypeVar as GlobalTypeVar
from passcope.ir.type import TupleType as TupleType
from passcope.ir.type import Type as Type
from passcope.ir.type import types_from as types_from

class TypeData(passcope.ir.type.Type):
    """An algebraic data type: its name, its type variables and its constructors."""
    def __init__(self, header: Any, type_vars: Any, constructors: Any) -> None: ...
    @property
    def header(self) -> Any:
        """Its name."""
    @property
    def type_vars(self) -> Any:
        """Its type variables."""
    @property
    def constructors(self) -> Any:
        """Its constructors."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
