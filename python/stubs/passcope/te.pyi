# Made by python/tools/describe.py.
"""Symbols for shapes, by the names under which TVM's tensor expressions have them."""

import typing

from passcope.tir.expr import Any as Any
from passcope.tir.expr import SizeVar as SizeVar
from passcope.tir.expr import Var as Var
from passcope.tir.expr import const as const

def var(name: typing.Any = 'tindex', dtype: typing.Any = 'int32', span: typing.Any = None) -> typing.Any:
    """A symbol."""

def size_var(name: typing.Any = 'size', dtype: typing.Any = 'int32', span: typing.Any = None) -> typing.Any:
    """A symbol for a size."""
