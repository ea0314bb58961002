"""Reads numbers from shapes."""

from ..target.target import Target
from ..tir import Any, IntImm, SizeVar, Var


def get_const_int(expr):
    """The integer of a constant."""
    if isinstance(expr, (int, IntImm)):
        return int(expr)
    raise ValueError("Expect value to be constant int")


def get_const_float(expr):
    """The real number of a constant."""
    return float(getattr(expr, "value", expr))


def get_const_tuple(in_tuple):
    """A shape as integers. Unknown dimensions stay unchanged."""
    return tuple(dim if isinstance(dim, (Any, Var)) else get_const_int(dim) for dim in in_tuple)


def is_target(names):
    """Whether the innermost target of `with` has one of these keys. Raises ValueError if there is no target."""
    target = Target.current(allow_none=False)
    return any(name in target.keys for name in ([names] if isinstance(names, str) else names))


def is_dynamic_shape(shape):
    """Whether a dimension is known only at run time."""
    return any(isinstance(dim, (Any, SizeVar)) for dim in shape)


def nchw_pack_layout(layout_info):
    """Whether a layout is NCHW with blocks of the batch and the channels, such as NCHW8n16c."""
    return layout_info[:4] == "NCHW" and "c" in layout_info and "n" in layout_info and layout_info[4:5].isdigit()


def nchw_xc_layout(layout_info):
    """Whether a layout is NCHW with blocks of the channels, such as NCHW8c."""
    return (
        layout_info[:4] == "NCHW"
        and "c" in layout_info
        and "n" not in layout_info
        and layout_info[4:-1].isdigit()
    )
