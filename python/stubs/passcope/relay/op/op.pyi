# Made by python/scripts/describe.py.
"""The table of operators."""

from typing import Any

from passcope.relay.expr import Op as Op

TABLE: Any

def get(op_name: Any) -> Any:
    """The operator of a name."""

def list_op_names() -> Any:
    """The names of all operators."""

class OpPattern:
    """How operators can be fused."""
    ELEMWISE: int
    BROADCAST: int
    INJECTIVE: int
    COMM_REDUCE: int
    OUT_ELEMWISE_FUSABLE: int
    TUPLE: int
    OPAQUE: int

def registered(attr_key: Any) -> Any:
    """The functions that are registered for operators under a name."""

def register_alter_op_layout(op_name: Any, alter_layout: Any = None, level: Any = 10) -> Any:
    """What AlterOpLayout puts in place of a call: a function of attributes, arguments, the types of the
    arguments and that of the result; None leaves the call. Usable as a decorator.
    """

def register_legalize(op_name: Any, legal_op: Any = None, level: Any = 10) -> Any:
    """What Legalize puts in place of a call: a function of attributes, arguments and types; None leaves
    the call. Usable as a decorator.
    """
