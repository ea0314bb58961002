# Made by python/tools/describe.py.
"""Building nested lets and ifs line by line."""

from typing import Any

from passcope.relay.expr import If as If
from passcope.relay.expr import Let as Let
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleWrapper as TupleWrapper
from passcope.relay.expr import Var as Var
from passcope.relay.expr import const as const
from passcope.relay.expr import RelayExpr as RelayExpr

class WithScope:
    """A value for `with`; a function without parameters is called in the end, unless something was raised."""
    def __init__(self, enter_value: Any, exit_cb: Any) -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...

class ScopeBuilder:
    """Values get names in their order; the last line says what the scope gives."""
    def __init__(self) -> None: ...
    def let(self, var: Any, value: Any) -> Any:
        """Gives a value a name, a Var or a text; answers the variable."""
    def if_scope(self, cond: Any) -> Any:
        """A scope that gives the value where a condition is true; `else_scope` must follow."""
    def else_scope(self) -> Any:
        """A scope that gives the value where the condition of the last `if_scope` is false."""
    def type_of(self, expr: Any) -> Any:
        """The type of an expression, for annotations: that of its annotation where it has one."""
    def ret(self, value: Any) -> Any:
        """Says what the scope gives."""
    def get(self) -> Any:
        """The expression."""
