# Made by python/tools/describe.py.
"""Chains of lets. TVM's plans of memory, which are made of such, are not here: memory is planned when a program runs."""

from typing import Any

from passcope.relay.expr import Call as Call
from passcope.relay.expr import Let as Let
from passcope.relay.expr import Op as Op

def is_primitive(call: Any) -> Any:
    """Whether an expression is a call of a function that is computed as a whole."""

def iterative_let(let: Any, each_binding: Any, kont: Any) -> Any:
    """Walks along a chain of lets: `each_binding` makes a pair of a variable and a value of each, `kont` an expression of the
    pairs and of what the chain ends with.
    """

def mk_let(bindings: Any, body: Any) -> Any:
    """A chain of lets of pairs of a variable and a value."""

def const_eval(mod: Any, exp: Any) -> Any:
    """A function without parameters of an expression, with what is known computed; `mod` has the data types."""
