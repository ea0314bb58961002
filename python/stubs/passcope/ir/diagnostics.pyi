# Made by python/tools/describe.py.
"""Mistakes in programs, and who shows them."""

from typing import Any

from passcope.runtime.object import Object as Object
from passcope.ir.span import Span as Span

class DiagnosticLevel:
    """How bad a mistake is."""
    BUG: int
    ERROR: int
    WARNING: int
    NOTE: int
    HELP: int

class Diagnostic:
    """A mistake: its level, its place and what it says."""
    def __init__(self, level: Any, span: Any, message: Any) -> None: ...

class DiagnosticContext:
    """The mistakes of a program, and who shows them."""
    def __init__(self, module: Any = None, renderer: Any = None, diagnostics: Any = ()) -> None: ...
    def emit(self, diagnostic: Any) -> Any:
        """Adds a mistake."""
    def render(self) -> Any:
        """Shows the mistakes, and raises DiagnosticError where one is an error."""

class DiagnosticRenderer:
    """Shows mistakes with a function of a DiagnosticContext."""
    def __init__(self, render_func: Any) -> None: ...
    def render(self, ctx: Any) -> Any:
        """Shows the mistakes of a context."""

def default_renderer() -> Any:
    """Who prints mistakes."""

def get_renderer() -> Any:
    """Who shows mistakes: the one that was put in place, or one that prints them."""

def override_renderer(render_func: Any) -> Any:
    """Puts a function of a DiagnosticContext in the place of the error's own text; None takes it away."""

def tell(error: Any) -> Any:
    """Shows the mistakes of an error to the renderer that was put in place, if there is one."""
