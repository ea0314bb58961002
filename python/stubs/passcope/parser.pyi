# Made by python/tools/describe.py.
"""Relay's notation."""

from typing import Any

import passcope.ir.module
import passcope.relay.expr
from passcope.ir.module import IRModule as IRModule
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map

class SourceMap:
    """The texts of programs by the names of their sources."""
    def __init__(self) -> None: ...
    def add(self, name: Any, content: Any) -> Any:
        """Keeps a text; answers the name of its source."""

def parse(source: Any, source_name: Any = 'from_string', init_module: Any = None, init_meta_table: Any = None) -> passcope.ir.module.IRModule:
    """The module of a text, with its types. Raises DiagnosticError with the places of its mistakes.

    init_module: a module whose definitions the text may use; the answer has them, too.
    init_meta_table: what `meta[sort][index]` stands for in the text, {sort: [node, …]}, when the text has no metadata.
    """

def parse_expr(source: Any) -> passcope.relay.expr.RelayExpr:
    """The expression of a text; it may have free variables."""

def fromtext(source: Any, source_name: Any = 'from_string') -> passcope.ir.module.IRModule:
    """The module of a text that begins with its version."""

def SpanCheck() -> Any:
    """As TVM's: a pass that looks at spans. Every program passes it."""
