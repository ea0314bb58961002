"""Shared parts of the analyses of sparse weights."""

from collections import namedtuple

from ..expr import Call, Op, Var
from .analysis import post_order_visit

# The names of sparse weights, and one list with the shapes of the three arrays of each.
SparseAnalysisResult = namedtuple("SparseAnalysisResult", ["weight_name", "weight_shape"])


def weights_of(expr, op_name):
    """The names of the variables that are weights of an operator's calls."""
    found = []

    def look(node):
        if isinstance(node, Call) and node.op == Op.get(op_name) and isinstance(node.args[1], Var):
            found.append(node.args[1].name_hint)

    post_order_visit(expr, look)
    return list(dict.fromkeys(found))


def replace_weight(params, name, arrays):
    """Replaces a weight by the arrays of its blocks. Returns their shapes."""
    del params[name]
    for part, array in zip(("data", "indices", "indptr"), arrays):
        params[f"{name}.{part}"] = array
    return [dim for array in arrays for dim in array.shape]
