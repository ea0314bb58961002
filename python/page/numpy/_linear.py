"""Products of matrices."""

import builtins
import math
import operator

from . import _core as core
from . import _dtypes as types
from . import _engine as engine
from ._core import UFUNCS, asarray, axes_of, broadcast_shapes, broadcast_to, ndarray
from ._dtypes import BOOL, Buffer
from ._manipulation import moveaxis

# math.sumprod (Python 3.12) is faster for floats, and at least as exact.
_SUM_OF_PRODUCTS = getattr(math, "sumprod", None) or (lambda a, b: builtins.sum(map(operator.mul, a, b)))


def _product(a, b, type_):
    """The product of matrices of shapes (n, k) and (k, m), as a buffer of n·m elements."""
    (n, k), m = a._shape, b._shape[1]
    if n * k * m >= engine.LEAST_PRODUCTS and engine.takes(type_):
        left, right = (types.convert(side._elements(), side.dtype, type_) for side in (a, b))
        return engine.matmul(n, k, m, left, right, type_)
    left = list(types.convert(a._elements(), a.dtype, type_))
    right = list(types.convert(b.transpose()._elements(), b.dtype, type_))
    rows = [left[i * k : (i + 1) * k] for i in range(n)]
    columns = [right[j * k : (j + 1) * k] for j in range(m)]
    if type_ is BOOL:
        return Buffer("B", [builtins.any(map(operator.and_, row, column)) for row in rows for column in columns])
    return types.pack(type_, [_SUM_OF_PRODUCTS(row, column) for row in rows for column in columns])


def _mismatch(a, b, i, j):
    return ValueError(
        f"shapes {core._plain(a._shape)} and {core._plain(b._shape)} not aligned: {a._shape[i]} (dim {i % a.ndim}) != "
        f"{b._shape[j]} (dim {j % b.ndim})"
    )


def dot(a, b, out=None):
    """The sum of products over the last axis of the first array and the second-to-last axis of the second one."""
    x, y = asarray(a), asarray(b)
    if not x.ndim or not y.ndim:
        return UFUNCS["multiply"](a, b, out=out)
    along = -1 if y.ndim == 1 else -2
    if x._shape[-1] != y._shape[along]:
        raise _mismatch(x, y, x.ndim - 1, y.ndim + along)
    return _given(tensordot(x, y, ((x.ndim - 1,), (y.ndim + along,))), out)


def _given(made, out):
    if out is None:
        return made if made.ndim else made[()]
    out[...] = made
    return out


def matmul(x1, x2, out=None, **kwargs):
    """The product of matrices; more dimensions are stacks of matrices."""
    a, b = asarray(x1), asarray(x2)
    if not a.ndim or not b.ndim:
        raise ValueError(
            f"matmul: Input operand {0 if not a.ndim else 1} does not have enough dimensions (has 0, gufunc core with signature "
            "(n?,k),(k,m?)->(n?,m?) requires 1)"
        )
    first, second = a.ndim == 1, b.ndim == 1
    a = a.reshape(1, -1) if first else a
    b = b.reshape(-1, 1) if second else b
    if a._shape[-1] != b._shape[-2]:
        raise ValueError(
            "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) "
            f"(size {b._shape[-2]} is different from {a._shape[-1]})"
        )
    type_ = types.promote_types(a.dtype, b.dtype)
    shape = broadcast_shapes(a._shape[:-2], b._shape[:-2])
    n, m = a._shape[-2], b._shape[-1]
    if not shape:
        data = _product(a, b, type_)
    elif b.ndim == 2:
        data = _product(a.reshape(-1, a._shape[-1]), b, type_)
        shape = a._shape[:-2]
    else:
        left = broadcast_to(a, shape + a._shape[-2:]).reshape((-1, *a._shape[-2:]))
        right = broadcast_to(b, shape + b._shape[-2:]).reshape((-1, *b._shape[-2:]))
        data = Buffer(type_.code)
        for one, other in zip(left, right):
            data.extend(_product(one, other, type_))
    made = ndarray._of(data, (*shape, n, m), type_)
    if first:
        made = made.reshape(shape + made._shape[-1:])
    if second:
        made = made.reshape(made._shape[:-1])
    return _given(made, out)


def tensordot(a, b, axes=2):
    """The sum of products over axes of both arrays."""
    x, y = asarray(a), asarray(b)
    if isinstance(axes, int):
        left, right = tuple(range(x.ndim - axes, x.ndim)), tuple(range(axes))
    else:
        left, right = axes_of(axes[0], x.ndim), axes_of(axes[1], y.ndim)
    if [x._shape[i] for i in left] != [y._shape[j] for j in right]:
        raise ValueError("shape-mismatch for sum")
    outer = [i for i in range(x.ndim) if i not in left], [j for j in range(y.ndim) if j not in right]
    shape = tuple(x._shape[i] for i in outer[0]) + tuple(y._shape[j] for j in outer[1])
    length = core.count(x._shape[i] for i in left)
    n, m = core.count(x._shape[i] for i in outer[0]), core.count(y._shape[j] for j in outer[1])
    one = x.transpose(outer[0] + list(left)).reshape(n, length)
    other = y.transpose(list(right) + outer[1]).reshape(length, m)
    type_ = types.promote_types(x.dtype, y.dtype)
    return ndarray._of(_product(one, other, type_), shape, type_)


def inner(a, b):
    """The sum of products over the last axes."""
    x, y = asarray(a), asarray(b)
    if not x.ndim or not y.ndim:
        return UFUNCS["multiply"](a, b)
    if x._shape[-1] != y._shape[-1]:
        raise _mismatch(x, y, x.ndim - 1, y.ndim - 1)
    return _given(tensordot(x, y, ((x.ndim - 1,), (y.ndim - 1,))), None)


def outer(a, b, out=None):
    """The products of all pairs of elements."""
    return UFUNCS["multiply"](asarray(a).reshape(-1, 1), asarray(b).reshape(1, -1), out=out)


def vdot(a, b):
    """The sum of products of all elements."""
    return dot(asarray(a).ravel(), asarray(b).ravel())


def cross(a, b, axis=-1):
    """The vector product in three dimensions."""
    x, y = moveaxis(asarray(a), axis, 0), moveaxis(asarray(b), axis, 0)
    if x._shape[0] != 3 or y._shape[0] != 3:
        raise NotImplementedError("numpy in the page has cross of vectors of three elements only")
    from ._manipulation import stack

    parts = [x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3] for i in range(3)]
    return moveaxis(stack(parts), 0, axis)


def kron(a, b):
    """The Kronecker product: each element of the first array times the second array."""
    x, y = asarray(a), asarray(b)
    ndim = builtins.max(x.ndim, y.ndim)
    p, q = (1,) * (ndim - x.ndim) + x._shape, (1,) * (ndim - y.ndim) + y._shape
    wide = x.reshape([dim for d in p for dim in (d, 1)]) * y.reshape([dim for d in q for dim in (1, d)])
    return wide.reshape([i * j for i, j in zip(p, q)])


def einsum(subscripts, *operands, **kwargs):
    """Sums of products with named axes, such as "ij,jk->ik"."""
    text = subscripts.replace(" ", "")
    if "..." in text:
        raise NotImplementedError("numpy in the page has no '...' in einsum")
    left, arrow, right = text.partition("->")
    names = left.split(",")
    if len(names) != len(operands):
        raise ValueError("more operands provided to einstein sum function than specified in the subscripts string")
    if not arrow:
        right = "".join(sorted(name for name in set(left) - {","} if left.count(name) == 1))
    sizes = {}
    made = None
    order = right + "".join(sorted(set(left) - {","} - set(right)))
    for letters, operand in zip(names, operands):
        source = asarray(operand)
        if len(letters) != source.ndim:
            raise ValueError("einstein sum subscripts string contains too many subscripts for operand")
        # A repeated letter means the diagonal.
        unique = "".join(dict.fromkeys(letters))
        steps = [builtins.sum(s for name, s in zip(letters, source._steps) if name == one) for one in unique]
        shape = [source._shape[letters.index(one)] for one in unique]
        for one, dim in zip(unique, shape):
            if sizes.setdefault(one, dim) != dim:
                raise ValueError(f"operands could not be broadcast together with remapped shapes, dimension '{one}'")
        view = source._view(tuple(shape), source._offset, tuple(steps))
        present = [one for one in order if one in unique]
        view = view.transpose([unique.index(one) for one in present])
        view = view.reshape([view._shape[present.index(one)] if one in unique else 1 for one in order])
        made = view if made is None else made * view
    summed = tuple(range(len(right), len(order)))
    made = broadcast_to(made, [sizes[one] for one in order])
    return made.sum(summed, dtype=made.dtype) if summed else made.copy() if made.ndim else made[()]


UFUNCS["matmul"] = matmul
ndarray.dot = dot
