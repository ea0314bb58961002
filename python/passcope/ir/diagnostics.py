"""Mistakes in programs, and who shows them."""

from .. import _raw
from .._ffi.registry import get_global_func, register_func
from ..error import DiagnosticError
from ..runtime.object import Object
from .span import Span

_OVERRIDE = None


class DiagnosticLevel:
    """How bad a mistake is."""

    BUG, ERROR, WARNING, NOTE, HELP = 10, 20, 30, 40, 50


_LEVELS = {
    "error": DiagnosticLevel.ERROR,
    "warning": DiagnosticLevel.WARNING,
    "note": DiagnosticLevel.NOTE,
}


class Diagnostic:
    """A mistake: its level, its place and what it says."""

    def __init__(self, level, span, message):
        self.level = level
        self.span = span
        self.message = message

    @staticmethod
    def _of(facts):
        place = facts.get("span")
        span = place and Span(
            place["source"], place["line"], place["endLine"], place["column"], place["endColumn"]
        )
        return Diagnostic(_LEVELS.get(facts["severity"], DiagnosticLevel.ERROR), span, facts["message"])


class DiagnosticContext:
    """The mistakes of a program, and who shows them."""

    def __init__(self, module=None, renderer=None, diagnostics=()):
        self.module = module
        self.renderer = renderer
        self.diagnostics = list(diagnostics)

    def emit(self, diagnostic):
        """Adds a mistake."""
        self.diagnostics.append(diagnostic)

    def render(self):
        """Shows the mistakes, and raises DiagnosticError where one is an error."""
        (self.renderer or get_renderer()).render(self)
        errors = [item for item in self.diagnostics if item.level <= DiagnosticLevel.ERROR]
        if errors:
            raise DiagnosticError("\n".join(item.message for item in errors))


class DiagnosticRenderer:
    """Shows mistakes with a function of a DiagnosticContext."""

    def __init__(self, render_func):
        self._render = render_func

    def render(self, ctx):
        """Shows the mistakes of a context."""
        self._render(ctx)


def _print(ctx):
    for diagnostic in ctx.diagnostics:
        print(diagnostic.message)


def default_renderer():
    """Who prints mistakes."""
    return DiagnosticRenderer(_print)


def get_renderer():
    """Who shows mistakes: the one that was put in place, or one that prints them."""
    return DiagnosticRenderer(_OVERRIDE or _print)


def override_renderer(render_func):
    """Puts a function of a DiagnosticContext in the place of the error's own text; None takes it away."""
    global _OVERRIDE  # pylint: disable=global-statement
    _OVERRIDE = render_func


def tell(error):
    """Shows the mistakes of an error to the renderer that was put in place, if there is one."""
    if _OVERRIDE is not None:
        found = [Diagnostic._of(facts) for facts in error.diagnostics]
        _OVERRIDE(DiagnosticContext(None, get_renderer(), found))


_raw.LISTENERS.append(tell)
