# Made by python/tools/describe.py.
"""Symbols for shapes, by the names under which TVM's tensor expressions have them."""

import typing

from passcope.tir.expr import Any as Any
from passcope.tir.expr import SizeVar as SizeVar
from passcope.tir.expr import Var as Var
from passcope.tir.logic import all as all
from passcope.tir.logic import any as any
from passcope.tir.logic import ceil as ceil
from passcope.tir.expr import const as const
from passcope.tir.logic import floor as floor
from passcope.tir.expr import indexdiv as floordiv
from passcope.tir.expr import indexmod as floormod
from passcope.tir.logic import if_then_else as if_then_else
from passcope.tir.expr import indexdiv as indexdiv
from passcope.tir.expr import indexmod as indexmod
from passcope.tir.expr import max as max
from passcope.tir.expr import min as min
from passcope.tir.expr import round as round
from passcope.tir.logic import trunc as trunc
from passcope.tir.logic import truncdiv as truncdiv
from passcope.tir.logic import truncmod as truncmod

def abs(x: typing.Any, span: typing.Any = None) -> typing.Any:
    """The number without its sign."""

def var(name: typing.Any = 'tindex', dtype: typing.Any = 'int32', span: typing.Any = None) -> typing.Any:
    """A symbol."""

def size_var(name: typing.Any = 'size', dtype: typing.Any = 'int32', span: typing.Any = None) -> typing.Any:
    """A symbol for a size."""
