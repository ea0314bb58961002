"""Diagnostics of programs, and renderers that show them."""

from .. import _raw
from .._ffi.registry import get_global_func, register_func
from ..error import DiagnosticError
from ..runtime.object import Object
from .span import Span

_OVERRIDE = None


class DiagnosticLevel:
    """The severity of a diagnostic."""

    BUG, ERROR, WARNING, NOTE, HELP = 10, 20, 30, 40, 50


_LEVELS = {
    "error": DiagnosticLevel.ERROR,
    "warning": DiagnosticLevel.WARNING,
    "note": DiagnosticLevel.NOTE,
}


class Diagnostic:
    """A diagnostic: its level, its place and its message."""

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
    """The diagnostics of a program, and their renderer."""

    def __init__(self, module=None, renderer=None, diagnostics=()):
        self.module = module
        self.renderer = renderer
        self.diagnostics = list(diagnostics)

    def emit(self, diagnostic):
        """Adds a diagnostic."""
        self.diagnostics.append(diagnostic)

    def render(self):
        """Shows the diagnostics, and raises DiagnosticError if one of them is an error."""
        (self.renderer or get_renderer()).render(self)
        errors = [item for item in self.diagnostics if item.level <= DiagnosticLevel.ERROR]
        if errors:
            raise DiagnosticError("\n".join(item.message for item in errors))


class DiagnosticRenderer:
    """Shows diagnostics with a function of a DiagnosticContext."""

    def __init__(self, render_func):
        self._render = render_func

    def render(self, ctx):
        """Shows the diagnostics of a context."""
        self._render(ctx)


def _print(ctx):
    for diagnostic in ctx.diagnostics:
        print(diagnostic.message)


def default_renderer():
    """The renderer that prints diagnostics."""
    return DiagnosticRenderer(_print)


def get_renderer():
    """The renderer in use: one with the function of `override_renderer`, or the default one."""
    return DiagnosticRenderer(_OVERRIDE or _print)


def override_renderer(render_func):
    """Sets a function of a DiagnosticContext that replaces the error's own text; None removes it."""
    global _OVERRIDE  # pylint: disable=global-statement
    _OVERRIDE = render_func


def tell(error):
    """Passes the diagnostics of an error to the function of `override_renderer`, if there is one."""
    if _OVERRIDE is not None:
        found = [Diagnostic._of(facts) for facts in error.diagnostics]
        _OVERRIDE(DiagnosticContext(None, get_renderer(), found))


_raw.LISTENERS.append(tell)
