"""Relay's passes: those of the engine's table, and those in Python."""

import inspect
import json
import re

from ... import _raw
from ..._ffi.registry import get_global_func, list_global_func_names
from ..._host import HOST
from ...ir.module import IRModule
from ...ir.transform import (
    FunctionPass,
    ModulePass,
    PassContext,
    decorate,
    make_pass,
    module_pass,
)
from ...runtime.container import attribute
from ...target.target import Target
from ...topi.nn.legalize import batch_matmul_legalize, conv2d_legalize, dense_legalize
from ..analysis.analysis import free_vars
from ..expr import GlobalVar, expr_from
from ..function import BaseFunc, Function
from ..op._build import data_type
from ..op.contrib.register import load as _load_compiler
from ..op.op import registered

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
        given = {key: _option(value) for key, value in bound.arguments.items()}
        return make_pass(row["name"], given)

    create.__name__ = create.__qualname__ = row["name"]
    create.__signature__ = signature
    docs = [f"{option['name']}: {option['doc']}" for option in row["options"]]
    create.__doc__ = "\n".join([row["summary"], "", *docs])
    return create


def _option(value):
    if isinstance(value, dict) or hasattr(value, "items"):
        return {str(key): _option(item) for key, item in value.items()}
    return attribute(value)


globals().update({name: _factory(row) for name, row in _TABLE.items()})


def function_pass(pass_func=None, opt_level=None, name=None, required=None):
    """Makes a pass over each function from a function of function, module and context, or from a class with
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
    """Moves matches of patterns into composite functions. Rows are name, pattern, and optionally a check."""
    rows = []
    for name, pattern, *check in pattern_table:
        row = {"name": name, "pattern": pattern.handle}
        if check:
            row["check"] = _predicate(check[0])
        rows.append(row)
    return ModulePass._of(_raw.makeMergeComposite(_raw.dumps(rows)))


def _typed(expr):
    """An expression with inferred types."""
    typed = InferType()(IRModule.from_expr(expr))["main"]  # pylint: disable=undefined-variable
    return typed if isinstance(expr, Function) else typed.body


def InferTypeLocal(expr):
    """The type of an expression whose parts have types or annotations.

    As in TVM the expression gets its type, too: the object `expr` becomes the typed expression.
    """
    found = _typed(expr)
    expr.become(found)
    return found.checked_type


# {attribute: {operator: function}}: TVM's initial rules for targets; relay.qnn adds its own.
_FOR_TARGETS = {
    "FTVMLegalize": {
        "nn.batch_matmul": batch_matmul_legalize,
        "nn.conv2d": conv2d_legalize,
        "nn.dense": dense_legalize,
    }
}


def _for_target(attr_key):
    """TVM's initial rules for the innermost target of `with`, {operator: function}."""
    return {} if Target.current() is None else _FOR_TARGETS.get(attr_key, {})


def _rules(attr_key, call_rule, defaults=None):
    """Wraps the functions that are registered for operators, so that the engine can call them: {operator: object}."""

    def ask(rule):
        def run(about, module, _):
            _raw.release(module)
            call, *inputs = expr_from(about).fields
            answer = call_rule(rule, call, inputs)
            if answer is None:
                return 0
            return _raw.clone(answer.handle)

        return run

    found = {**(defaults or {}), **registered(attr_key)}
    return {op: HOST.add(ask(rule)) for op, rule in found.items()}


def _asking(name, functions, options=None):
    """A pass of the table that calls Python functions."""
    made = _raw.makeAskingPass(name, _raw.dumps(options or {}), _raw.dumps(functions))
    return ModulePass._of(made)


def AlterOpLayout():
    """Lets operators choose other layouts, by the functions of `register_alter_op_layout`."""
    rules = _rules(
        "FTVMAlterOpLayout",
        lambda rule, call, inputs: rule(
            call.attrs, inputs, [arg.checked_type for arg in call.args], call.checked_type
        ),
    )
    return _asking("AlterOpLayout", rules)


def Legalize(legalize_map_attr_name="FTVMLegalize"):
    """Replaces operators by the functions that are registered under a name."""
    rules = _rules(
        legalize_map_attr_name,
        lambda rule, call, inputs: rule(
            call.attrs, inputs, [arg.checked_type for arg in call.args] + [call.checked_type]
        ),
        _for_target(legalize_map_attr_name),
    )
    return _asking("Legalize", rules, {"legalize_map_attr_name": legalize_map_attr_name})


def _predicate(holds):
    """Wraps a predicate of an expression, so that the engine can call it."""

    def run(about, module, _):
        _raw.release(module)
        expr = expr_from(about)
        return _raw.clone(expr.handle) if holds(expr) else 0

    return HOST.add(run)


def AnnotateTarget(targets, include_non_call_ops=True):
    """Marks calls that targets support, by the functions that are registered as `target.name`, and functions of MergeComposite
    that are named after the target."""
    names = [targets] if isinstance(targets, str) else [str(target) for target in targets]
    for name in names:
        _load_compiler(name)
    functions = {
        f"{name}/{op}": _predicate(rule)
        for name in names
        for op, rule in registered(f"target.{name}").items()
    }
    options = {"targets": names, "include_non_call_ops": bool(include_non_call_ops)}
    return _asking("AnnotateTarget", functions, options)


def EliminateCommonSubexpr(fskip=None):
    """Replaces calls that compute the same by one of them. Calls for which `fskip` returns True are kept."""
    if fskip is None:
        return make_pass("EliminateCommonSubexpr")
    return _asking("EliminateCommonSubexpr", {"fskip": _predicate(fskip)})


def PartitionGraph(mod_name="default", bind_constants=True):
    """Makes functions from the parts that are marked for compilers.

    A function that is registered as `relay.ext.NAME.optimize` gets a module for each function of that compiler.
    """
    options = {"mod_name": mod_name, "bind_constants": bool(bind_constants)}
    partition = make_pass("PartitionGraph", options)
    hooks = [name for name in list_global_func_names() if _OPTIMIZE.fullmatch(name)]
    if not hooks:
        return partition

    def run(mod, _):
        mod = partition(mod)
        for var, function in mod.functions.items():
            compiler = function.attrs.get("Compiler") if function.attrs else None
            optimize = compiler and get_global_func(f"relay.ext.{compiler}.optimize", True)
            if optimize:
                mod[var] = _optimized(function, optimize)
        return mod

    return module_pass(run, opt_level=0, name="PartitionGraph")


_OPTIMIZE = re.compile(r"relay\.ext\..+\.optimize")


def _optimized(function, optimize):
    """Runs a compiler's passes on one of its functions. They see it as the main function without attributes."""
    params, types = function.params, function.type_params
    bare = Function(params, function.body, function.ret_type, types)
    made = optimize(InferType()(IRModule.from_expr(bare)))["main"]
    return Function(made.params, made.body, made.ret_type, made.type_params, function.attrs)


def build_config(opt_level=2, required_pass=None, disabled_pass=None, trace=None):
    """An older name of PassContext."""
    return PassContext(opt_level, required_pass, disabled_pass)


# --- functions of expressions in TVM ---


def _of_expr(made_pass, expr, mod=None):
    """Runs a pass on an expression, which can have free variables, in its module."""
    whole = IRModule(mod.functions, mod.type_definitions) if mod is not None else IRModule()
    whole["main"] = expr if isinstance(expr, Function) else Function(free_vars(expr), expr)
    done = made_pass(whole)
    return done["main"] if isinstance(expr, Function) else done["main"].body


def FoldConstantExpr(expr, mod, fold_qnn=False):
    """The expression with constant parts folded. Free variables are allowed and stay."""
    return expr_from(_raw.foldConstantExpr(mod.handle, expr.handle, fold_qnn))


def ToANormalFormExpr(e):
    """The expression in A-normal form."""
    return _of_expr(ToANormalForm(), e)


def _changing(made_pass, func, mod):
    """Runs a pass on a function in its module. The module gets the other functions that the pass made."""
    if mod is not None and isinstance(func, GlobalVar):
        func = mod[func]
    if mod is None:
        return made_pass(IRModule.from_expr(func))["main"]
    whole = IRModule(mod.functions, mod.type_definitions)
    whole["main"] = func
    done = made_pass(whole)
    made = done["main"]
    for data in done._type_datas():
        mod[data.header] = data
    for var in done.get_global_vars():
        if var.name_hint != "main":
            mod[var] = done[var]
    return made


def gradient(expr, mod=None, mode="higher_order"):
    """A function that returns the value of another function and its gradients with respect to the parameters.

    `mode` is "higher_order", for the whole language, or "first_order", for dataflow only.
    """
    if mode == "first_order":
        if mod is not None:
            raise RuntimeError(
                "to run first-order AD on a module, please use the FirstOrderGradient module pass."
            )
        return FirstOrderGradient()(IRModule.from_expr(expr))["main"]
    if mode != "higher_order":
        raise ValueError("unknown mode")
    return _changing(HigherOrderGradient(), expr, mod)


def Defunctionalization(func, mod):
    """A function without function values: it does not take, return or make functions. The module gets the functions that apply
    them."""
    if mod is None:
        raise ValueError("Defunctionalization needs the function's module")
    return _changing(make_pass("Defunctionalization"), func, mod)


def to_cps(func, mod=None):
    """Converts a function, and the functions that it calls, to continuation-passing style."""
    return _changing(make_pass("ToCPS"), func, mod)


def ToCPS(expr, mod=None):
    """The same as to_cps."""
    return to_cps(expr, mod)


def un_cps(func):
    """Converts a function in continuation-passing style to one without continuation."""
    return make_pass("UnCPS")(IRModule.from_expr(func))["main"]


def recast(expr, dtype, out_dtype, ops=None, skip_layers=None):
    """Computes certain operators of an expression (by default nn.conv2d) in another type.

    `skip_layers` has the numbers of calls to keep; negative numbers count from the last.
    """
    options = {"dtype": data_type(dtype), "out_dtype": data_type(out_dtype)}
    options["ops"] = list(ops) if ops is not None else None
    options["skip_layers"] = list(skip_layers or [])
    made = _of_expr(make_pass("Recast", options), expr)
    if isinstance(made, BaseFunc):
        # As in TVM, InferType infers the type of the result.
        return type(made)(made.params, made.body, None, made.type_params, made.attrs)
    return made


# --- passes whose options are other objects in TVM ---


def ChangeBatch(data, batch_size=16):
    """Changes the batch size of variables: {variable: axis}."""
    options = {"data": [var.name_hint for var in data], "axes": [int(axis) for axis in data.values()]}
    return make_pass("ChangeBatch", {**options, "batch_size": int(batch_size)}, FunctionPass)


class FlexibleShapeDispatch:
    """Makes a program for several batch sizes from a program for one. At run time, the smallest of `buckets` that fits is
    used."""

    def __init__(
        self, buckets, axis=0, auto_pad=False, pad_value=0, input_indices=None, affects_output=True
    ):
        options = {
            "buckets": list(buckets),
            "axis": axis,
            "auto_pad": bool(auto_pad),
            "pad_value": float(pad_value),
            "input_indices": list(input_indices) if input_indices is not None else None,
            "affects_output": bool(affects_output),
        }
        self._pass = make_pass("FlexibleShapeDispatch", options)

    def __call__(self, mod):
        return self._pass(mod)


def InlineCompilerFunctionsBoundTo(global_vars):
    """Inlines a compiler's functions at their calls."""
    names = [var.name_hint for var in global_vars]
    return make_pass("InlineCompilerFunctionsBoundTo", {"global_vars": names})


def ConvertLayout(desired_layouts):
    """Changes the layouts of operators, {operator: [layout of the data, layout of the weight, …]}, and inserts layout
    transforms where layouts differ."""
    config = LayoutConfig.current
    layouts = {str(op): [str(each) for each in wanted] for op, wanted in dict(desired_layouts).items()}
    options = {"desired_layouts": layouts}
    if config is not None:
        options["skip_layers"] = [int(number) for number in config.skip_layers]
    return make_pass("ConvertLayout", options, FunctionPass)


class LayoutConfig:
    """Within `with`, ConvertLayout skips calls by their numbers, in program order."""

    current = None

    def __init__(self, skip_layers=None):
        self.skip_layers = list(skip_layers or [])

    def reset(self):
        """Clears the list of calls to skip."""
        self.skip_layers = []

    def __enter__(self):
        self._before = LayoutConfig.current
        LayoutConfig.current = self
        return self

    def __exit__(self, kind, value, trace):
        LayoutConfig.current = self._before


def PlanDevices(config):
    """Decides which device computes each expression. `config` has the default device: the result of
    `tvm.target.make_compilation_config`, or DLPack's number of a device."""
    default = getattr(config, "default_primitive_virtual_device", None)
    number = default.device_type_int if default is not None else int(config)
    return make_pass("PlanDevices", {"default_device_type": number})


class RecastMutator:
    """Like `recast`, for one expression after the other: `visit(expr)`."""

    def __init__(self, dtype, out_dtype, valid_ops, valid_op_count, skip_layers):
        skip = [number % valid_op_count if number < 0 else number for number in skip_layers]
        self._given = dtype, out_dtype, [getattr(op, "name", op) for op in valid_ops], skip

    def visit(self, expr):
        """The expression with the operators computed in the other type."""
        dtype, out_dtype, ops, skip_layers = self._given
        return recast(expr, dtype, out_dtype, ops, skip_layers)
