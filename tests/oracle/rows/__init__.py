"""The rows of the table of operators, a module per kind."""

from . import elementwise, reduce  # noqa: F401
