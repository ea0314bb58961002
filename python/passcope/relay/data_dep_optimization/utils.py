"""Runs a pass on one function."""

from ...ir.module import IRModule


def _run_opt_pass(expr, opt_pass):
    """Runs a pass on a module with one function. Returns the function."""
    return opt_pass(IRModule.from_expr(expr))["main"]
