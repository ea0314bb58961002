"""What can be asked about programs."""

import json

from .. import _raw
from ..runtime.container import Array
from .expr import expr_from


def _found(expr, which):
    pairs = json.loads(_raw.exprNodes(expr.handle, which))
    return [expr_from(pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2)]


def post_order_visit(expr, fvisit):
    """Calls a function for each node below an expression, once, those below first."""
    for node in _found(expr, "nodes"):
        fvisit(node)


def free_vars(expr):
    """The variables that nothing in an expression binds, in the order of their use."""
    return Array(_found(expr, "free"))


def bound_vars(expr):
    """The variables that an expression binds."""
    return Array(_found(expr, "bound"))


def all_vars(expr):
    """All variables of an expression."""
    return Array(_found(expr, "all"))


def well_formed(expr):
    """Whether each variable is bound once and used where it is known."""
    return not json.loads(_raw.illFormed(expr.handle))


def list_op_freqs(mod):
    """How often each operator is called."""
    return json.loads(_raw.opCounts(mod.handle))
