# Made by python/tools/describe.py.
"""Natural numbers as a data type, and those of Python."""

from typing import Any

from passcope.relay.backend.values import ConstructorValue as ConstructorValue

def count(prelude: Any, n: Any) -> Any:
    """The number of a value of the data type. Raises TypeError for other values."""

def make_nat_value(prelude: Any, n: Any) -> Any:
    """A value of the data type."""

def make_nat_expr(prelude: Any, n: Any) -> Any:
    """An expression of the data type."""

def get_type(prelude: Any, name: Any) -> Any:
    """The name of a data type of a prelude's module and its constructors."""
