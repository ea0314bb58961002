"""Chains of lets. TVM's memory plans consist of them, but Passcope plans memory when a program runs."""

from ..._absent import names_of
from ...ir.module import IRModule
from ..expr import Call, Let, Op
from .transform import FoldConstant

__getattr__ = names_of(__name__, "memory is planned when a program runs")


def is_primitive(call):
    """Whether an expression is a call of a primitive function."""
    attrs = getattr(getattr(call, "op", None), "attrs", None)
    return isinstance(call, Call) and not isinstance(call.op, Op) and bool(attrs) and int(attrs.get("Primitive", 0)) == 1


def iterative_let(let, each_binding, kont):
    """Visits a chain of lets. `each_binding` makes a pair of variable and value from each let. `kont` makes an expression from
    the pairs and the end of the chain."""
    pairs = []
    while isinstance(let, Let):
        pairs.append(each_binding(let.var, let.value))
        let = let.body
    return kont(pairs, let)


def mk_let(bindings, body):
    """A chain of lets from pairs of variable and value."""
    for var, value in reversed(bindings):
        body = Let(var, value, body)
    return body


def const_eval(mod, exp):
    """Folds an expression; `mod` has the data types. Returns a function without parameters."""
    return FoldConstant()(IRModule.from_expr(exp, type_defs=mod.type_definitions))["main"]
