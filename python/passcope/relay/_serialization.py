"""Relay's nodes as JSON (ir/serialization.py)."""

from ..ir.attrs import Attrs
from ..ir.expr import Id
from ..ir.op import Op
from ..ir.serialization import add_sorts
from .adt import Clause, Match, PatternConstructor, PatternTuple, PatternVar, PatternWildcard
from .expr import Call, Constant, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var
from .function import Function
from .op._build import make


def _var(values):
    name = values["vid"]
    return Var(name.name_hint if isinstance(name, Id) else str(name), values.get("type_annotation"))


def _call(values):
    callee, attrs = values["op"], values.get("attrs")
    if isinstance(attrs, Attrs):
        attrs = {name: attrs._values[name] for name in attrs.keys()}
    args, types = list(values.get("args") or ()), values.get("type_args")
    if isinstance(callee, Op):
        made = make(callee.name, args, attrs)
        return Call(callee, args, made.attrs, types) if types else made
    return Call(callee, args, None, types)


def _function(values):
    attrs = values.get("attrs")
    return Function(
        values.get("params") or (),
        values["body"],
        values.get("ret_type"),
        values.get("type_params") or (),
        attrs,
    )


add_sorts(
    {
        "relay.Constant": (Constant, ("data",)),
        "relay.Tuple": (Tuple, ("fields",)),
        "relay.TupleGetItem": (TupleGetItem, ("tuple_value", "index")),
        "relay.Let": (Let, ("var", "value", "body")),
        "relay.If": (If, ("cond", "true_branch", "false_branch")),
        "relay.RefCreate": (RefCreate, ("value",)),
        "relay.RefRead": (RefRead, ("ref",)),
        "relay.RefWrite": (RefWrite, ("ref", "value")),
        "relay.Match": (Match, ("data", "clauses", "complete")),
        "relay.Clause": (Clause, ("lhs", "rhs")),
        "relay.PatternWildcard": (PatternWildcard, ()),
        "relay.PatternVar": (PatternVar, ("var",)),
        "relay.PatternConstructor": (PatternConstructor, ("constructor", "patterns")),
        "relay.PatternTuple": (PatternTuple, ("patterns",)),
        "relay.Var": (Var, ("vid", "type_annotation")),
        "relay.Call": (Call, ("op", "args", "attrs", "type_args")),
        "relay.Function": (Function, ("params", "body", "ret_type", "type_params", "attrs")),
    },
    {"relay.Call": _call, "relay.Function": _function, "relay.Var": _var},
)
