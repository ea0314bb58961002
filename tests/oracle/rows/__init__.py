"""The rows of the table of operators, a module per kind."""

from . import conv, dyn, elementwise, image, index, pool, qnn, reduce, shape, sparse, vision  # noqa: F401
