# Made by python/tools/describe.py.
"""Loops, which Relay writes as functions that call themselves."""

from typing import Any

from passcope.relay.expr import If as If
from passcope.relay.expr import Let as Let
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import Var as Var
from passcope.relay.function import Function as Function

def while_loop(cond: Any, loop_vars: Any, loop_bodies: Any) -> Any:
    """A function that repeats `loop_bodies` while `cond` holds, and answers the variables as a tuple.

    Parameters
    ----------
    cond : function of the variables that gives an expression of type bool
    loop_vars : list of Var
    loop_bodies : function of the variables that gives their next values
    """
