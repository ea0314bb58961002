"""The table of operators."""

from ..expr import Op
from ._build import TABLE, make


def get(op_name):
    """The operator of a name."""
    return Op.get(op_name)


def list_op_names():
    """The names of all operators."""
    return list(TABLE)


# What is registered from Python: {operator: {attribute: value}}.
_REGISTERED = {}


class OpPattern:
    """How operators can be fused."""

    ELEMWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    COMM_REDUCE = 3
    OUT_ELEMWISE_FUSABLE = 4
    TUPLE = 7
    OPAQUE = 8


def registered(attr_key):
    """The functions that are registered for operators under a name."""
    return {op: attrs[attr_key] for op, attrs in _REGISTERED.items() if attr_key in attrs}


def _register(op_name, attr_key, value):
    if op_name not in TABLE:
        raise KeyError(f"there is no operator {op_name}")

    def keep(function):
        _REGISTERED.setdefault(op_name, {})[attr_key] = function
        return function

    return keep if value is None else keep(value)


def register_alter_op_layout(op_name, alter_layout=None, level=10):
    """What AlterOpLayout puts in place of a call: a function of attributes, arguments, the types of the
    arguments and that of the result; None leaves the call. Usable as a decorator."""
    return _register(op_name, "FTVMAlterOpLayout", alter_layout)


def register_legalize(op_name, legal_op=None, level=10):
    """What Legalize puts in place of a call: a function of attributes, arguments and types; None leaves
    the call. Usable as a decorator."""
    return _register(op_name, "FTVMLegalize", legal_op)
