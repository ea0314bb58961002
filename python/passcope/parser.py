"""Relay's notation."""

from . import _raw
from .ir.module import IRModule


def parse(source, source_name="from_string", init_module=None, init_meta_table=None):
    """The module of a text, with its types. Raises DiagnosticError with the places of its mistakes."""
    from .relay.transform import InferType

    return InferType()(IRModule._of(_raw.parse(source, source_name)))


def parse_expr(source):
    """The expression of a text; it may have free variables."""
    from .relay.expr import expr_from

    return expr_from(_raw.parseExpr(source, "from_string"))


def fromtext(source, source_name="from_string"):
    """The module of a text that begins with its version."""
    return parse(source, source_name)


def SpanCheck():
    """As TVM's: a pass that looks at spans. Every program passes it."""
    from .ir.transform import module_pass

    return module_pass(lambda mod, ctx: mod, opt_level=0, name="SpanCheck")
