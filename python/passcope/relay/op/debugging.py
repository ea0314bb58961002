"""Looking at values while a program runs."""

from ._build import make


def debug(expr, debug_func=None):
    """The value of an expression as it is. The engine does not call functions of Python while it computes: `debug_func`
    must be None or the name of one, which is kept in the program."""
    if debug_func is not None and not isinstance(debug_func, str):
        raise NotImplementedError("functions of Python are not called while a program runs")
    return make("debug", [expr], {"debug_func": debug_func or ""})
