# Made by python/scripts/describe.py.
"""Relay's notation."""

from typing import Any

import passcope.ir.module
import passcope.relay.expr
from passcope.ir.module import IRModule as IRModule

def parse(source: Any, source_name: Any = 'from_string', init_module: Any = None, init_meta_table: Any = None) -> passcope.ir.module.IRModule:
    """The module of a text. Raises DiagnosticError with the places of its mistakes."""

def parse_expr(source: Any) -> passcope.relay.expr.RelayExpr:
    """The expression of a text; it may have free variables."""

def fromtext(source: Any, source_name: Any = 'from_string') -> passcope.ir.module.IRModule:
    """The module of a text that begins with its version."""

def SpanCheck() -> Any:
    """As TVM's: a pass that looks at spans. Every program passes it."""
