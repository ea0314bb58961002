# Made by python/tools/describe.py.
"""Rules that passes of the engine ask about calls of an operator, as functions of Python with TVM's parameters."""

from typing import Any

from passcope.ir.type import types_from as types_from
from passcope.relay.expr import expr_from as expr_from

HOST: Any

def tell_engine(op_name: Any, attr_key: Any, rule: Any) -> Any:
    """Lets the engine's passes ask a rule, or no longer when it is None; does nothing for other attributes."""

def relation(function: Any) -> Any:
    """What type inference asks: a function of the types of the arguments and of the attributes that gives the result's
    type, or None where it cannot.
    """
