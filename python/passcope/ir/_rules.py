"""Wraps operators' rules, which are Python functions with TVM's parameters, so that passes of the engine can call them."""

from .. import _raw
from .._host import HOST
from ..tir import layout
from .affine_type import TensorAffineType, TupleAffineType
from .expr import expr_from
from .type import types_from


def _own(expr):
    return _raw.clone(expr.handle)


def _gradient(rule):
    def ask(question):
        grad = rule(expr_from(question["call"]), expr_from(question["grad"]))
        return {"gradients": [_own(each) for each in grad]}

    return ask


def _layout_name(layout):
    return getattr(layout, "name", layout)


def _infer_layout(rule):
    def ask(question):
        call, new = expr_from(question["call"]), question["new"]
        answer = rule(
            call.attrs,
            None if new is None else [layout(name) for name in new],
            [layout(name) for name in question["old"]],
            types_from(question["types"]),
        )
        attrs = answer.new_attrs
        with_attrs = getattr(attrs, "_call", None) if attrs is not None else None
        return {
            "inputs": [_layout_name(each) for each in answer.input_layouts],
            "outputs": [_layout_name(each) for each in answer.output_layouts],
            "attrs": _own(with_attrs) if with_attrs is not None else 0,
        }

    return ask


def _convert_layout(rule):
    def ask(question):
        call, args = expr_from(question["call"]), [expr_from(arg) for arg in question["args"]]
        made = rule(call.attrs, args, types_from(question["types"]), question["desired"])
        return {"expr": 0 if made is None else _own(made)}

    return ask


def _fake_quantization(rule):
    def ask(question):
        call = expr_from(question["call"])
        type_map = {}
        for arg, known in zip(call.args, question["types"]):
            if known is None:
                continue
            fields = [TensorAffineType._read(field) for field in known["fields"]]
            type_map[arg] = TupleAffineType(fields) if known["tuple"] else fields[0]
        if question["result"] is not None:
            type_map[call] = TensorAffineType._read(question["result"])
        made, found = rule(call, type_map)
        is_tuple = isinstance(found, TupleAffineType)
        fields = found.types if is_tuple else [found]
        return {
            "expr": _own(made),
            "tuple": is_tuple,
            "fields": [field._written() for field in fields],
        }

    return ask


def _mixed_precision(rule):
    def ask(question):
        category, accumulation, result = rule(expr_from(question["call"]), question["dtype"])
        return {"category": int(category), "accumulation": str(accumulation), "result": str(result)}

    return ask


_RULES = {
    "FPrimalGradient": _gradient,
    "FInferCorrectLayout": _infer_layout,
    "FTVMConvertOpLayout": _convert_layout,
    "FTVMFakeQuantizationToInteger": _fake_quantization,
    "FTVMMixedPrecisionConversionType": _mixed_precision,
}


def tell_engine(op_name, attr_key, rule):
    """Registers a rule for the engine's passes, or removes it if it is None. Other attributes are ignored."""
    made = _RULES.get(attr_key)
    if made is not None:
        target = 0 if rule is None else HOST.add(_as_json(made(rule)))
        _raw.setOpRule(op_name, attr_key, target)


def _as_json(ask):
    return lambda question: _raw.dumps(ask(question))


def relation(function):
    """Wraps a type relation for type inference. It is a function of the arguments' types and the attributes that returns the
    result's type, or None if it cannot."""

    def ask(question):
        found = function(types_from(question["types"]), expr_from(question["call"]).attrs)
        return {} if found is None else {"type": _raw.clone(found.handle)}

    return HOST.add(_as_json(ask))
