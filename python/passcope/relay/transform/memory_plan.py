"""Chains of lets. TVM's plans of memory, which are made of such, are not here: memory is planned when a program runs."""

from ..._absent import names_of
from ...ir.module import IRModule
from ..expr import Call, Let, Op
from .transform import FoldConstant

__getattr__ = names_of(__name__, "memory is planned when a program runs")


def is_primitive(call):
    """Whether an expression is a call of a function that is computed as a whole."""
    attrs = getattr(getattr(call, "op", None), "attrs", None)
    return isinstance(call, Call) and not isinstance(call.op, Op) and bool(attrs) and int(attrs.get("Primitive", 0)) == 1


def iterative_let(let, each_binding, kont):
    """Walks along a chain of lets: `each_binding` makes a pair of a variable and a value of each, `kont` an expression of the
    pairs and of what the chain ends with."""
    pairs = []
    while isinstance(let, Let):
        pairs.append(each_binding(let.var, let.value))
        let = let.body
    return kont(pairs, let)


def mk_let(bindings, body):
    """A chain of lets of pairs of a variable and a value."""
    for var, value in reversed(bindings):
        body = Let(var, value, body)
    return body


def const_eval(mod, exp):
    """A function without parameters of an expression, with what is known computed; `mod` has the data types."""
    return FoldConstant()(IRModule.from_expr(exp, type_defs=mod.type_definitions))["main"]
