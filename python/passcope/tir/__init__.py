"""Numbers and symbols in shapes and attributes."""

from .._absent import names_of
from .expr import (
    EQ,
    GE,
    GT,
    LE,
    LT,
    NE,
    Add,
    Any,
    Call,
    Cast,
    Div,
    FloatImm,
    FloorDiv,
    FloorMod,
    IntImm,
    Max,
    Min,
    Mul,
    PrimExpr,
    SizeVar,
    StringImm,
    Sub,
    Var,
    const,
    dim_from_json,
    dim_to_json,
    floordiv,
    floormod,
    indexdiv,
    indexmod,
    max,
    min,
    round,
)
from .logic import And, Not, Or, Select, abs, all, any, ceil, ceildiv, floor, if_then_else, trunc, truncdiv, truncmod
from .data_layout import Layout, layout

__getattr__ = names_of(__name__, "Passcope has no tensor IR")
