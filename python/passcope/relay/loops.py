"""Loops, which are recursive functions in Relay."""

from .expr import If, Let, Tuple, Var
from .function import Function


def while_loop(cond, loop_vars, loop_bodies):
    """A function that repeats `loop_bodies` while `cond` is true, and returns the variables as a tuple.

    Parameters
    ----------
    cond : function of the variables that returns an expression of type bool
    loop_vars : list of Var
    loop_bodies : function of the variables that returns their next values
    """
    loop = Var("while_loop")
    fresh = [
        item if isinstance(item, Var) else Var(f"arg{i}", item.checked_type)
        for i, item in enumerate(loop_vars)
    ]
    again = loop(*loop_bodies(*fresh))
    body = Function(fresh, If(cond(*fresh), again, Tuple(fresh)))
    return Let(loop, body, loop)

