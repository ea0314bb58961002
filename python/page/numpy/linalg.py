"""Linear algebra of small matrices."""

import builtins
import math

from . import _core as core
from . import _dtypes as types
from ._core import UFUNCS, asarray
from ._dtypes import FLOAT32, FLOAT64
from ._linear import matmul


class LinAlgError(ValueError):
    """A matrix without a solution."""


def _real(a):
    source = asarray(a)
    return source.astype(FLOAT64 if source.dtype is not FLOAT32 else FLOAT32, copy=False)


def norm(x, ord=None, axis=None, keepdims=False):
    """The length of a vector or matrix (Frobenius), or the norms 1, 2, inf, 0 and p of vectors."""
    source = _real(x)
    if ord in (None, 2, "fro") and (ord != 2 or axis is not None or source.ndim == 1):
        return UFUNCS["sqrt"](UFUNCS["square"](source).sum(axis, keepdims=keepdims))
    if axis is None and source.ndim != 1:
        raise NotImplementedError("numpy in the page has no norms of matrices but Frobenius'")
    size = UFUNCS["absolute"](source)
    if ord == math.inf:
        return size.max(axis, keepdims=keepdims)
    if ord == -math.inf:
        return size.min(axis, keepdims=keepdims)
    if ord == 0:
        return UFUNCS["not_equal"](source, 0).astype(source.dtype).sum(axis, keepdims=keepdims)
    if ord == 1:
        return size.sum(axis, keepdims=keepdims)
    return UFUNCS["power"](UFUNCS["power"](size, ord).sum(axis, keepdims=keepdims), 1.0 / ord)


def _square(a):
    source = _real(a)
    if source.ndim < 2 or source._shape[-1] != source._shape[-2]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    if source.ndim > 2:
        raise NotImplementedError("numpy in the page has linalg of single matrices only")
    return source


def _eliminated(rows, n):
    """Gaussian elimination with partial pivoting of rows in place. Returns the determinant of the first n columns."""
    determinant = 1.0
    for column in range(n):
        pivot = builtins.max(range(column, n), key=lambda i: abs(rows[i][column]))
        if rows[pivot][column] == 0:
            return 0.0
        if pivot != column:
            rows[column], rows[pivot] = rows[pivot], rows[column]
            determinant = -determinant
        head = rows[column]
        determinant *= head[column]
        for i in range(column + 1, n):
            factor = rows[i][column] / head[column]
            if factor:
                rows[i] = [x - factor * y for x, y in zip(rows[i], head)]
    return determinant


def det(a):
    """The determinant of a matrix."""
    source = _square(a)
    return source.dtype.type(_eliminated(source.tolist(), source._shape[0]))


def solve(a, b):
    """The solution x of a x = b. Raises LinAlgError if the matrix is singular."""
    source, right = _square(a), _real(b)
    n = source._shape[0]
    columns = right.reshape(n, -1)
    rows = [row + more for row, more in zip(source.tolist(), columns.tolist())]
    if _eliminated(rows, n) == 0:
        raise LinAlgError("Singular matrix")
    for i in range(n - 1, -1, -1):
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(i):
            factor = rows[j][i]
            rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i])]
    made = core.array([row[n:] for row in rows], dtype=types.promote_types(source.dtype, right.dtype))
    return made.reshape(right._shape)


def inv(a):
    """The inverse of a matrix."""
    from ._creation import eye

    source = _square(a)
    return solve(source, eye(source._shape[0], dtype=source.dtype))


def matrix_power(a, n):
    """The power of a matrix."""
    from ._creation import eye

    source = asarray(a)
    if n < 0:
        source, n = inv(source), -n
    made = eye(source._shape[-1], dtype=source.dtype)
    for _ in range(n):
        made = matmul(made, source)
    return made


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy in the page has no linalg.{name}")


__all__ = ["LinAlgError", "det", "inv", "matrix_power", "norm", "solve"]
