"""Relay's passes, made of the engine's table, and those that are written in Python."""

import inspect
import json

from ... import _raw
from ...ir.transform import FunctionPass, decorate, make_pass

_TABLE = {row["name"]: row for row in json.loads(_raw.passes())}


def _factory(row):
    parameters = []
    for option in sorted(row["options"], key=lambda option: not option["required"]):
        empty = inspect.Parameter.empty
        parameters.append(
            inspect.Parameter(
                option["name"],
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=empty if option["required"] else option["default"],
            )
        )
    signature = inspect.Signature(parameters)

    def create(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        from ..op._build import attribute

        given = {key: _option(value, attribute) for key, value in bound.arguments.items()}
        return make_pass(row["name"], given)

    create.__name__ = create.__qualname__ = row["name"]
    create.__signature__ = signature
    docs = [f"{option['name']}: {option['doc']}" for option in row["options"]]
    create.__doc__ = "\n".join([row["summary"], "", *docs])
    return create


def _option(value, attribute):
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): _option(item, attribute) for key, item in value.items()}
    return attribute(value)


globals().update({name: _factory(row) for name, row in _TABLE.items()})


def function_pass(pass_func=None, opt_level=None, name=None, required=None):
    """A pass over each function: of a function of function, module and context, or a class with
    `transform_function`."""
    return decorate(
        pass_func,
        opt_level,
        name,
        required,
        sort="function",
        method="transform_function",
        base=FunctionPass,
        over_modules=False,
    )


def MergeComposite(pattern_table):
    """Puts what matches patterns into functions: rows of name, pattern, and perhaps a check."""
    from ..._host import HOST
    from ...ir.transform import ModulePass
    from ..expr import expr_from

    def ask(check):
        def run(about, module, _):
            _raw.release(module)
            found = expr_from(about)
            return _raw.clone(found.handle) if check(found) else 0

        return run

    rows = []
    for name, pattern, *check in pattern_table:
        row = {"name": name, "pattern": pattern.handle}
        if check:
            row["check"] = HOST.add(ask(check[0]))
        rows.append(row)
    return ModulePass._of(_raw.makeMergeComposite(_raw.dumps(rows)))


def InferTypeLocal(expr):
    """The type of an expression whose parts have types or annotations.

    As in TVM the expression gets its type, too: `expr` stands for the typed expression from here on.
    """
    from ...ir.module import IRModule
    from ..function import Function

    typed = InferType()(IRModule.from_expr(expr))["main"]  # pylint: disable=undefined-variable
    found = typed if isinstance(expr, Function) else typed.body
    expr.become(found)
    return found.checked_type


def _asking(name, attr_key, call_rule):
    """A pass that asks the functions that are registered for operators."""
    from ..._host import HOST
    from ...ir.transform import ModulePass
    from ..expr import expr_from
    from ..op.op import registered

    def ask(rule):
        def run(about, module, _):
            _raw.release(module)
            call, *inputs = expr_from(about).fields
            answer = call_rule(rule, call, inputs)
            if answer is None:
                return 0
            return _raw.clone(answer.handle)

        return run

    functions = {op: HOST.add(ask(rule)) for op, rule in registered(attr_key).items()}
    return ModulePass._of(_raw.makeAskingPass(name, "{}", _raw.dumps(functions)))


def AlterOpLayout():
    """Lets operators choose other layouts, by what `register_alter_op_layout` was given."""
    return _asking(
        "AlterOpLayout",
        "FTVMAlterOpLayout",
        lambda rule, call, inputs: rule(
            call.attrs, inputs, [arg.checked_type for arg in call.args], call.checked_type
        ),
    )


def Legalize(legalize_map_attr_name="FTVMLegalize"):
    """Lets operators put others in their place, by what `register_legalize` was given."""
    if legalize_map_attr_name != "FTVMLegalize":
        return make_pass("Legalize", {"legalize_map_attr_name": legalize_map_attr_name})
    return _asking(
        "Legalize",
        legalize_map_attr_name,
        lambda rule, call, inputs: rule(
            call.attrs, inputs, [arg.checked_type for arg in call.args] + [call.checked_type]
        ),
    )


def EliminateCommonSubexpr(fskip=None):
    """Computes once what is computed twice; calls for which `fskip` says so are left alone."""
    if fskip is None:
        return make_pass("EliminateCommonSubexpr")
    from ..._host import HOST
    from ...ir.transform import ModulePass
    from ..expr import expr_from

    def ask(about, module, _):
        _raw.release(module)
        expr = expr_from(about)
        return _raw.clone(expr.handle) if fskip(expr) else 0

    functions = _raw.dumps({"fskip": HOST.add(ask)})
    return ModulePass._of(_raw.makeAskingPass("EliminateCommonSubexpr", "{}", functions))
