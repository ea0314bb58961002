"""The rows of the table of operators, a module per kind."""

from . import elementwise, index, reduce, shape  # noqa: F401
