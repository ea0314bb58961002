"""Builds nested lets and ifs line by line."""

from ..ir.type import IncompleteType
from .expr import If, Let, RelayExpr, Var


class WithScope:
    """A value for `with`. At the end, a function without parameters is called, unless an exception was raised."""

    def __init__(self, enter_value, exit_cb):
        self._enter_value, self._exit_cb = enter_value, exit_cb

    def __enter__(self):
        return self._enter_value

    def __exit__(self, kind, value, trace):
        if value is None:
            self._exit_cb()
        return False


class _Branch:
    def __init__(self, builder):
        self._builder = builder

    def __enter__(self):
        self._builder._frames.append([])
        return self._builder

    def __exit__(self, kind, value, trace):
        if kind is None:
            self._builder._branch(self)
        return False


class ScopeBuilder:
    """Collects bindings in order, and the result of the scope."""

    def __init__(self):
        self._frames = [[]]
        self._results = [None]
        self._open_if = []

    def let(self, var, value):
        """Binds a value to a Var or a name. Returns the variable."""
        if isinstance(var, (tuple, list)):
            if len(var) > 2:
                raise ValueError("Expect var to be Tuple[name, type]")
            var = Var(*var)
        elif isinstance(var, str):
            var = Var(var)
        self._frames[-1].append((var, value))
        return var

    def if_scope(self, cond):
        """A scope whose result is the value if a condition is true; `else_scope` must follow."""
        self._open_if.append([cond, None])
        return _Branch(self)

    def else_scope(self):
        """A scope whose result is the value if the condition of the last `if_scope` is false."""
        if not self._open_if or self._open_if[-1][1] is None:
            raise ValueError("else_scope must follow if_scope")
        return _Branch(self)

    def _branch(self, _):
        bindings = self._frames.pop()
        result = self._results.pop() if len(self._results) > len(self._frames) else None
        value = _lets(bindings, result)
        pending = self._open_if[-1]
        if pending[1] is None:
            pending[1] = value
            return
        self._open_if.pop()
        self.ret(If(pending[0], pending[1], value))

    def type_of(self, expr):
        """The type of an expression for annotations: its own annotation if it has one."""
        return expr.type_annotation if isinstance(expr, Var) else IncompleteType()

    def ret(self, value):
        """Sets the result of the scope."""
        value = value if isinstance(value, RelayExpr) else value.astuple()
        while len(self._results) < len(self._frames):
            self._results.append(None)
        self._results[len(self._frames) - 1] = value

    def get(self):
        """The complete expression."""
        return _lets(self._frames[0], self._results[0])


def _lets(bindings, result):
    if result is None:
        raise RuntimeError("ret is not called in this scope")
    for var, value in reversed(bindings):
        result = Let(var, value, result)
    return result
