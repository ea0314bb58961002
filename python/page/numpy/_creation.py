"""Makes new arrays, also with the shape of others, and their diagonals."""

import builtins
import math
import operator

from . import _core as core
from . import _dtypes as types
from ._core import UFUNCS, array, asarray, broadcast_shapes, broadcast_to, ndarray
from ._dtypes import FLOAT64
from ._manipulation import moveaxis, stack, swapaxes
from ._picking import where


def _like(value, dtype, shape, fill):
    source = asarray(value)
    type_ = source.dtype if dtype is None else types.dtype(dtype)
    return core.full(source._shape if shape is None else shape, fill, type_)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    """Zeros with the shape and type of an array."""
    return _like(a, dtype, shape, 0)


empty_like = zeros_like


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    """Ones with the shape and type of an array."""
    return _like(a, dtype, shape, 1)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    """One value with the shape and type of an array."""
    return _like(a, dtype, shape, fill_value)


def copy(a, order="K", subok=False):
    """A copy of an array."""
    return array(a, copy=True)


def eye(N, M=None, k=0, dtype=float, order="C", *, like=None):
    """Ones on a diagonal, zeros elsewhere."""
    columns = N if M is None else M
    made = core.zeros((N, columns), dtype)
    for i in range(builtins.max(0, -k), builtins.min(N, columns - k)):
        made[i, i + k] = 1
    return made


def identity(n, dtype=None, *, like=None):
    """The identity matrix."""
    return eye(n, dtype=dtype)


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    """`num` numbers from `start` to `stop` at equal distances."""
    num = operator.index(num)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    first, last = asarray(start).astype(FLOAT64), asarray(stop).astype(FLOAT64)
    steps = num - 1 if endpoint else num
    wide = UFUNCS["subtract"](last, first)
    along = core.arange(0, num).reshape((-1,) + (1,) * asarray(wide).ndim).astype(FLOAT64)
    step = UFUNCS["true_divide"](wide, steps) if steps > 0 else math.nan
    made = along * step if steps > 0 else along * wide
    made = asarray(made + first)
    if endpoint and num > 1:
        made[-1] = last
    if axis != 0:
        made = moveaxis(made, 0, axis)
    type_ = FLOAT64 if dtype is None else types.dtype(dtype)
    if type_.kind in "iu":
        made = UFUNCS["floor"](made)
    made = made.astype(type_, copy=False)
    return (made, step) if retstep else made


def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    """Powers of `base` with exponents at equal distances."""
    made = UFUNCS["power"](base, linspace(start, stop, num, endpoint, axis=axis))
    return made if dtype is None else made.astype(dtype)


def tri(N, M=None, k=0, dtype=float):
    """Ones at and below a diagonal."""
    columns = N if M is None else M
    return (core.arange(N).reshape(-1, 1) >= core.arange(columns) - k).astype(dtype)


def tril(m, k=0):
    """An array with zeros above a diagonal."""
    source = asarray(m)
    return where(tri(*source._shape[-2:], k=k, dtype=bool), source, zeros_like(source, shape=()))


def triu(m, k=0):
    """An array with zeros below a diagonal."""
    source = asarray(m)
    return where(tri(*source._shape[-2:], k=k - 1, dtype=bool), zeros_like(source, shape=()), source)


def diag(v, k=0):
    """The diagonal of a matrix, or a matrix with this diagonal."""
    source = asarray(v)
    if source.ndim == 1:
        size = source.size + abs(k)
        made = core.zeros((size, size), source.dtype)
        places = core.arange(source.size)
        made[places + builtins.max(0, -k), places + builtins.max(0, k)] = source
        return made
    return diagonal(source, k)


def diagonal(a, offset=0, axis1=0, axis2=1):
    """The elements on a diagonal of two axes."""
    source = moveaxis(asarray(a), (axis1, axis2), (-2, -1))
    rows, columns = source._shape[-2:]
    length = builtins.max(0, builtins.min(rows + builtins.min(offset, 0), columns - builtins.max(offset, 0)))
    places = core.arange(length)
    return source[..., places + builtins.max(0, -offset), places + builtins.max(0, offset)]


def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    """The sum of a diagonal."""
    return diagonal(a, offset, axis1, axis2).sum(-1, dtype, out)


def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    """Arrays of the coordinates of a grid."""
    ndim = len(xi)
    made = [asarray(x).reshape((1,) * i + (-1,) + (1,) * (ndim - 1 - i)) for i, x in enumerate(xi)]
    if indexing == "xy" and ndim > 1:
        made = [swapaxes(x, 0, 1) for x in made]
    if not sparse:
        shape = broadcast_shapes(*(x._shape for x in made))
        made = [broadcast_to(x, shape) for x in made]
    return [x.copy() for x in made] if copy else made


def indices(dimensions, dtype=int, sparse=False):
    """The indices of an array of a shape, one array for each axis."""
    grid = meshgrid(*(core.arange(dim, dtype=dtype) for dim in dimensions), indexing="ij", sparse=sparse)
    return tuple(grid) if sparse else stack(grid) if grid else core.zeros((0,), dtype)


for _name in ("diagonal", "trace"):
    setattr(ndarray, _name, globals()[_name])
