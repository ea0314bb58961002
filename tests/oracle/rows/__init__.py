"""The rows of the table of operators, a module per kind."""

from . import conv, elementwise, image, index, pool, reduce, shape, vision  # noqa: F401
