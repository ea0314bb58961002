# Made by python/tools/describe.py.
"""Numbers and symbols in shapes and attributes."""

import typing

from . import expr as expr
from passcope.tir.expr import EQ as EQ
from passcope.tir.expr import GE as GE
from passcope.tir.expr import GT as GT
from passcope.tir.expr import LE as LE
from passcope.tir.expr import LT as LT
from passcope.tir.expr import NE as NE
from passcope.tir.expr import Add as Add
from passcope.tir.expr import Any as Any
from passcope.tir.expr import Call as Call
from passcope.tir.expr import Cast as Cast
from passcope.tir.expr import Div as Div
from passcope.tir.expr import FloatImm as FloatImm
from passcope.tir.expr import FloorDiv as FloorDiv
from passcope.tir.expr import FloorMod as FloorMod
from passcope.tir.expr import IntImm as IntImm
from passcope.tir.expr import Max as Max
from passcope.tir.expr import Min as Min
from passcope.tir.expr import Mul as Mul
from passcope.tir.expr import PrimExpr as PrimExpr
from passcope.tir.expr import SizeVar as SizeVar
from passcope.tir.expr import StringImm as StringImm
from passcope.tir.expr import Sub as Sub
from passcope.tir.expr import Var as Var
from passcope.tir.expr import const as const
from passcope.tir.expr import dim_from_json as dim_from_json
from passcope.tir.expr import dim_to_json as dim_to_json
from passcope.tir.expr import indexdiv as floordiv
from passcope.tir.expr import indexmod as floormod
from passcope.tir.expr import indexdiv as indexdiv
from passcope.tir.expr import indexmod as indexmod
from passcope.tir.expr import max as max
from passcope.tir.expr import min as min
from passcope.tir.expr import round as round
from . import logic as logic
from passcope.tir.logic import And as And
from passcope.tir.logic import Not as Not
from passcope.tir.logic import Or as Or
from passcope.tir.logic import Select as Select
from passcope.tir.logic import all as all
from passcope.tir.logic import any as any
from passcope.tir.logic import ceil as ceil
from passcope.tir.logic import ceildiv as ceildiv
from passcope.tir.logic import floor as floor
from passcope.tir.logic import if_then_else as if_then_else
from passcope.tir.logic import trunc as trunc
from passcope.tir.logic import truncdiv as truncdiv
from passcope.tir.logic import truncmod as truncmod
from . import data_layout as data_layout
from passcope.tir.data_layout import Layout as Layout
from passcope.tir.data_layout import layout as layout

def abs(x: typing.Any, span: typing.Any = None) -> typing.Any:
    """The number without its sign."""
