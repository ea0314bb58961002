# Made by python/tools/describe.py.
"""Numbers out of shapes."""

import typing

from passcope.tir.expr import Any as Any
from passcope.tir.expr import IntImm as IntImm
from passcope.tir.expr import SizeVar as SizeVar
from passcope.tir.expr import Var as Var

def get_const_int(expr: typing.Any) -> typing.Any:
    """The integer of a constant."""

def get_const_float(expr: typing.Any) -> typing.Any:
    """The real number of a constant."""

def get_const_tuple(in_tuple: typing.Any) -> typing.Any:
    """A shape as integers; dimensions that are not known stay what they are."""

def is_target(names: typing.Any) -> typing.Any:
    """Whether the innermost target of `with` has one of these keys. Raises ValueError where there is none."""

def is_dynamic_shape(shape: typing.Any) -> typing.Any:
    """Whether a dimension is known only when the program runs."""

def nchw_pack_layout(layout_info: typing.Any) -> typing.Any:
    """Whether a layout is NCHW with blocks of the batch and of the channels, as NCHW8n16c."""

def nchw_xc_layout(layout_info: typing.Any) -> typing.Any:
    """Whether a layout is NCHW with blocks of the channels, as NCHW8c."""
