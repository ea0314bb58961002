"""Numbers and symbols in shapes and attributes."""

from .expr import (
    Add,
    Any,
    FloatImm,
    FloorDiv,
    IntImm,
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
)
from .data_layout import Layout, layout
