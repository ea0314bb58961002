"""Inspecting values while a program runs."""

from ._build import make


def debug(expr, debug_func=None):
    """Returns the value of an expression unchanged. The engine does not call Python functions while it computes. So
    `debug_func` must be None or a name, which is kept in the program."""
    if debug_func is not None and not isinstance(debug_func, str):
        raise NotImplementedError("functions of Python are not called while a program runs")
    return make("debug", [expr], {"debug_func": debug_func or ""})
