"""The table of operators."""

from ..expr import Op
from ._build import TABLE, make


def get(op_name):
    """The operator of a name."""
    return Op.get(op_name)


def list_op_names():
    """The names of all operators."""
    return list(TABLE)
