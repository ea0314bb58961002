"""Selects and sets elements by conditions and indices."""

import builtins

from . import _core as core
from . import _dtypes as types
from ._core import asarray, axis_of, broadcast_shapes, broadcast_to, ndarray
from ._dtypes import BOOL, INT64, Buffer
from ._manipulation import atleast_1d, broadcast_arrays, expand_dims, stack, transpose


def where(condition, *values):
    """Elements of one or the other array, by a condition. With only the condition, the indices at which it is true."""
    chosen = asarray(condition)
    if not values:
        return nonzero(chosen)
    if len(values) != 2:
        raise ValueError("either both or neither of x and y should be given")
    sides = [asarray(value) for value in values]
    arrays = [side.dtype for side in sides if side.ndim]
    scalars = [(side.dtype, side._elements()[0]) for side in sides if not side.ndim]
    type_ = types.result_of(arrays, scalars)
    shape = broadcast_shapes(chosen._shape, *(side._shape for side in sides))
    x, y = (types.convert(broadcast_to(side, shape)._elements(), side.dtype, type_) for side in sides)
    tests = broadcast_to(chosen, shape)._elements()
    return ndarray._of(Buffer(type_.code, [a if test else b for test, a, b in zip(tests, x, y)]), shape, type_)


def nonzero(a):
    """The indices of nonzero elements."""
    return core.true_places(atleast_1d(asarray(a)))


def flatnonzero(a):
    """The flat indices of nonzero elements."""
    return nonzero(asarray(a).ravel())[0]


def argwhere(a):
    """The indices of nonzero elements, one row each."""
    source = asarray(a)
    return transpose(stack(nonzero(source))) if source.ndim else core.zeros((int(bool(source)), 0), INT64)


def _picked(values, dim, mode):
    if mode == "wrap":
        return [value % dim for value in values]
    if mode == "clip":
        return [builtins.min(builtins.max(value, 0), dim - 1) for value in values]
    for value in values:
        if not -dim <= value < dim:
            raise IndexError(f"index {value} is out of bounds for axis 0 with size {dim}")
    return [value % dim for value in values]


def take(a, indices, axis=None, out=None, mode="raise"):
    """The elements, or the slices along an axis, at indices."""
    source, places = asarray(a), asarray(indices)
    if places.dtype.kind not in "iub":
        raise TypeError(f"Cannot cast array data from {places.dtype!r} to dtype('int64') according to the rule 'safe'")
    if axis is None:
        source, axis = source.ravel(), 0
    axis = axis_of(axis, source.ndim)
    dim = source._shape[axis]
    try:
        picked = _picked(places._elements(), dim, mode)
    except IndexError as error:
        raise IndexError(str(error).replace("axis 0", f"axis {axis}")) from None
    values = source._elements()
    block = core.count(source._shape[axis + 1 :])
    data = Buffer(source.dtype.code)
    for start in range(0, len(values), dim * block or 1):
        if block == 1:
            data.extend(Buffer(source.dtype.code, map(values.__getitem__, [start + place for place in picked])))
        else:
            for place in picked:
                data.extend(values[start + place * block : start + (place + 1) * block])
    made = ndarray._of(data, source._shape[:axis] + places._shape + source._shape[axis + 1 :], source.dtype)
    if out is not None:
        out[...] = made
        return out
    return made if made.ndim else made[()]


def _along(arr, indices, axis):
    axis = axis_of(axis, arr.ndim)
    key = []
    for i, dim in enumerate(arr._shape):
        if i == axis:
            key.append(indices)
        else:
            key.append(core.arange(dim).reshape([-1 if j == i else 1 for j in range(arr.ndim)]))
    return tuple(key)


def take_along_axis(arr, indices, axis):
    """The elements along an axis, at indices for each row."""
    source = asarray(arr)
    if axis is None:
        return source.ravel()[asarray(indices)]
    return source[_along(source, asarray(indices), axis)]


def put_along_axis(arr, indices, values, axis):
    """Sets elements along an axis, at indices for each row."""
    arr[_along(arr, asarray(indices), axis)] = values


def compress(condition, a, axis=None, out=None):
    """The slices along an axis at which a condition is true."""
    source = asarray(a)
    places = flatnonzero(condition)
    return take(source, places, axis, out)


def extract(condition, arr):
    """The elements at which a condition is true."""
    return take(asarray(arr).ravel(), flatnonzero(condition))


def choose(a, choices, out=None, mode="raise"):
    """For each element, the element of the array with that number."""
    places = asarray(a)
    parts = broadcast_arrays(places, *choices)
    made = stack(parts[1:])
    return take_along_axis(made, expand_dims(parts[0], 0), 0)[0]


def ix_(*args):
    """Arrays of indices that together select a grid."""
    made = []
    for i, item in enumerate(args):
        source = asarray(item)
        if source.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if source.size == 0:
            source = source.astype(INT64)
        if source.dtype is BOOL:
            (source,) = nonzero(source)
        made.append(source.reshape((1,) * i + (-1,) + (1,) * (len(args) - 1 - i)))
    return tuple(made)


def unravel_index(indices, shape, order="C"):
    """Converts flat indices to indices."""
    places = asarray(indices)
    made = tuple(places // step % dim for dim, step in zip(shape, core.row_major(shape)))
    return made


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Converts indices to flat indices."""
    total = 0
    for index, step in zip(multi_index, core.row_major(dims)):
        total = asarray(index) * step + total
    return total


def ndenumerate(arr):
    """All indices with their elements."""
    source = asarray(arr)
    return zip(ndindex(*source._shape), source.ravel())


def ndindex(*shape):
    """All indices of an array of a shape."""
    import itertools

    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        (shape,) = shape
    return itertools.product(*map(range, shape))


def put(a, ind, v, mode="raise"):
    """Sets elements by flat indices."""
    flat = a.flatten()
    places = _picked(asarray(ind).ravel()._elements(), a.size, mode)
    values = core._repeated(asarray(v).astype(a.dtype).ravel()._elements(), len(places))
    for place, value in zip(places, values):
        flat._data[place] = value
    a[...] = flat.reshape(a._shape)


def copyto(dst, src, casting="same_kind", where=True):
    """Copies elements to another array."""
    source = asarray(src)
    if source.ndim and not types.can_cast_types(source.dtype, dst.dtype, casting):
        raise TypeError(
            f"Cannot cast array data from {source.dtype!r} to {dst.dtype!r} according to the rule '{casting}'"
        )
    if where is True:
        dst[...] = source
    else:
        mask = broadcast_to(asarray(where), dst._shape)
        dst[mask] = broadcast_to(source, dst._shape)[mask]


for _name in ("take", "nonzero", "compress", "choose", "put"):
    setattr(ndarray, _name, globals()[_name])
