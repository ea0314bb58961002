"""Running a pass over one function."""

from ...ir.module import IRModule


def _run_opt_pass(expr, opt_pass):
    """A function after a pass over a module of its own."""
    return opt_pass(IRModule.from_expr(expr))["main"]
