"""Replaces variables of programs by values."""

from collections.abc import Mapping

from .. import _raw
from ..error import TVMError
from ..ir.expr import RelayExpr
from ..ir.module import IRModule
from ..ir.type import TensorType
from ..runtime.params import handles_of
from . import expr as _expr
from .analysis.analysis import free_vars
from .expr import Constant
from .expr_functor import ExprMutator
from .function import Function


def bind(expr: RelayExpr, binds: Mapping) -> RelayExpr:
    """Replaces variables of an expression by other expressions, by variable or by name.

    A function loses the replaced parameters, and gets the free variables of their replacements.
    """
    by_name = {}
    if binds and all(isinstance(key, str) for key in binds):
        by_name = {var.name_hint: var for var in getattr(expr, "params", free_vars(expr))}
    replaced = {by_name.get(key, key).vid: value for key, value in binds.items()}

    class Binder(ExprMutator):
        """Replaces variables."""

        def visit_var(self, var):
            return replaced.get(var.vid, var)

    binder = Binder()
    if not isinstance(expr, Function):
        return binder.visit(expr)
    body = binder.visit(expr.body)
    params = [param for param in expr.params if param.vid not in replaced]
    bound = {param.vid for param in params}
    params += [var for var in free_vars(body) if var.vid not in bound]
    return Function(params, body, expr.ret_type, expr.type_params, expr.attrs)


def bind_params_by_name(func: Function, params: Mapping) -> Function:
    """The function with constants in place of parameters. The constants have the data types of the arrays."""
    text, kept = handles_of(params)
    if all(_fits(param, kept.get(param.name_hint)) for param in func.params):
        return Function._of(_raw.bindParams(func.handle, text))
    names = [param.name_hint for param in func.params]
    for name in kept:
        if names.count(name) > 1:
            raise TVMError(f"several parameters of the function are named {name}")
    return bind(func, {name: Constant(value) for name, value in kept.items() if name in names})


def _fits(param, value):
    type_ = param.type_annotation
    return value is None or not isinstance(type_, TensorType) or type_.dtype == value.dtype


def optimize(mod: IRModule, target=None, params: Mapping | None = None):
    """Runs the passes with which TVM prepares a program for a target. Returns the program and its parameters."""
    if not isinstance(mod, IRModule):
        mod = IRModule.from_expr(mod)
    text, _kept = handles_of(params)
    return IRModule._of(_raw.optimize(mod.handle, text)), params or {}


# TVM has it there.
_expr.bind = bind
bind.__module__ = _expr.__name__
bind_params_by_name.__module__ = optimize.__module__ = f"{__package__}.build_module"
