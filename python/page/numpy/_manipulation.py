"""Functions of arrays as wholes: shapes, joining and splitting, picking, filling, comparing."""

import builtins
import math
import operator

from . import _core as core
from . import _dtypes as types
from ._core import UFUNCS, array, asarray, axes_of, axis_of, broadcast_shapes, broadcast_to, ndarray, scalar
from ._dtypes import BOOL, FLOAT64, INT64, Buffer, dtype

# --- creation ---


def _like(value, dtype, shape, fill):
    source = asarray(value)
    type_ = source.dtype if dtype is None else types.dtype(dtype)
    return core.full(source._shape if shape is None else shape, fill, type_)


def zeros_like(a, dtype=None, order="K", subok=True, shape=None):
    """Zeros in the shape and type of an array."""
    return _like(a, dtype, shape, 0)


empty_like = zeros_like


def ones_like(a, dtype=None, order="K", subok=True, shape=None):
    """Ones in the shape and type of an array."""
    return _like(a, dtype, shape, 1)


def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None):
    """One value in the shape and type of an array."""
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
    """So many numbers from `start` to `stop`, at equal distances."""
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
    """Powers of `base` at equal distances of their exponents."""
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
    """What stands on a diagonal of two axes."""
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


# --- shapes ---


def reshape(a, newshape, order="C"):
    """The elements in their order under another shape."""
    return asarray(a).reshape(newshape, order=order)


def ravel(a, order="C"):
    """All elements in one dimension."""
    return asarray(a).ravel(order)


def transpose(a, axes=None):
    """The array with its axes in another order."""
    return asarray(a).transpose(axes)


def swapaxes(a, axis1, axis2):
    """The array with two axes exchanged."""
    source = asarray(a)
    order = list(range(source.ndim))
    i, j = axis_of(axis1, source.ndim), axis_of(axis2, source.ndim)
    order[i], order[j] = j, i
    return source.transpose(order)


def moveaxis(a, source, destination):
    """The array with axes at other places, the rest in their order."""
    made = asarray(a)
    moved, places = axes_of(source, made.ndim), axes_of(destination, made.ndim)
    if len(moved) != len(places):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [i for i in range(made.ndim) if i not in moved]
    for place, axis in sorted(zip(places, moved)):
        order.insert(place, axis)
    return made.transpose(order)


def rollaxis(a, axis, start=0):
    """The array with an axis before another one."""
    source = asarray(a)
    axis = axis_of(axis, source.ndim)
    start = start + source.ndim if start < 0 else start
    return moveaxis(source, axis, start - 1 if axis < start else start)


def squeeze(a, axis=None):
    """The array without axes of length 1."""
    source = asarray(a)
    if axis is None:
        axes = [i for i, dim in enumerate(source._shape) if dim == 1]
    else:
        axes = axes_of(axis, source.ndim)
        if builtins.any(source._shape[i] != 1 for i in axes):
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    keep = [i for i in range(source.ndim) if i not in axes]
    return source._view(tuple(source._shape[i] for i in keep), source._offset, tuple(source._steps[i] for i in keep))


def expand_dims(a, axis):
    """The array with new axes of length 1."""
    source = asarray(a)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    ndim = source.ndim + len(axes)
    axes = axes_of(axes, ndim)
    old = iter(source._shape)
    return source.reshape([1 if i in axes else next(old) for i in range(ndim)])


def _at_least(ndim):
    def function(*arys):
        made = []
        for item in arys:
            source = asarray(item)
            missing = ndim - source.ndim
            if missing > 0:
                # Of three dimensions the last is added after, the others before.
                after = 1 if ndim == 3 else 0
                shape = (1,) * (missing - after) + source._shape + (1,) * after
                source = source.reshape(shape)
            made.append(source)
        return made[0] if len(made) == 1 else made

    function.__doc__ = f"Arrays of at least {ndim} dimensions."
    return function


atleast_1d, atleast_2d, atleast_3d = _at_least(1), _at_least(2), _at_least(3)


def broadcast_arrays(*args, subok=False):
    """Arrays as views of the shape that they have together."""
    made = [asarray(item) for item in args]
    shape = broadcast_shapes(*(item._shape for item in made))
    return [broadcast_to(item, shape) for item in made]


# --- joining and splitting ---


def concatenate(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Arrays one after the other along an axis; with None as the axis, all their elements."""
    parts = [asarray(item) for item in arrays]
    if not parts:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        parts, axis = [part.ravel() for part in parts], 0
    first = parts[0]
    if first.ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    axis = axis_of(axis, first.ndim)
    for i, part in enumerate(parts):
        if part.ndim != first.ndim:
            raise ValueError(
                "all the input arrays must have same number of dimensions, but the array at index 0 has "
                f"{first.ndim} dimension(s) and the array at index {i} has {part.ndim} dimension(s)"
            )
        for other in range(first.ndim):
            if other != axis and part._shape[other] != first._shape[other]:
                raise ValueError(
                    "all the input array dimensions except for the concatenation axis must match exactly, but along dimension "
                    f"{other}, the array at index 0 has size {first._shape[other]} and the array at index {i} has size "
                    f"{part._shape[other]}"
                )
    type_ = types._together([part.dtype for part in parts]) if dtype is None else types.dtype(dtype)
    shape = list(first._shape)
    shape[axis] = builtins.sum(part._shape[axis] for part in parts)
    buffers = [types.convert(part._elements(), part.dtype, type_) for part in parts]
    data = Buffer(type_.code)
    blocks = [core.count(part._shape[axis:]) for part in parts]
    for i in range(core.count(shape[:axis])):
        for values, block in zip(buffers, blocks):
            data.extend(values if block == len(values) else values[i * block : (i + 1) * block])
    made = ndarray._of(data, tuple(shape), type_)
    if out is not None:
        out[...] = made
        return out
    return made


def stack(arrays, axis=0, out=None):
    """Arrays of one shape along a new axis."""
    parts = [asarray(item) for item in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({part._shape for part in parts}) != 1:
        raise ValueError("all input arrays must have the same shape")
    axis = axis_of(axis, parts[0].ndim + 1)
    return concatenate([expand_dims(part, axis) for part in parts], axis, out)


def vstack(tup):
    """Arrays one below the other."""
    return concatenate([atleast_2d(item) for item in tup], 0)


def hstack(tup):
    """Arrays side by side."""
    parts = [atleast_1d(item) for item in tup]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def dstack(tup):
    """Arrays along a third axis."""
    return concatenate([atleast_3d(item) for item in tup], 2)


def append(arr, values, axis=None):
    """An array with others at its end."""
    if axis is None:
        return concatenate([asarray(arr).ravel(), asarray(values).ravel()])
    return concatenate([arr, values], axis)


def array_split(ary, indices_or_sections, axis=0):
    """Parts of an array along an axis, as equal as they can be, or divided at indices."""
    source = asarray(ary)
    axis = axis_of(axis, source.ndim)
    dim = source._shape[axis]
    if isinstance(indices_or_sections, (list, tuple, ndarray)):
        cuts = [0, *(int(item) for item in indices_or_sections), None]
    else:
        sections = operator.index(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.")
        each, extra = core.builtins.divmod(dim, sections)
        cuts = [0]
        for i in range(sections):
            cuts.append(cuts[-1] + each + (i < extra))
    before = (slice(None),) * axis
    return [source[before + (slice(low, high),)] for low, high in zip(cuts, cuts[1:])]


def split(ary, indices_or_sections, axis=0):
    """Equal parts of an array along an axis, or parts divided at indices."""
    source = asarray(ary)
    if not isinstance(indices_or_sections, (list, tuple, ndarray)):
        if source._shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(source, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    """Parts from left to right."""
    return split(ary, indices_or_sections, 0 if asarray(ary).ndim == 1 else 1)


def vsplit(ary, indices_or_sections):
    """Parts from top to bottom."""
    return split(ary, indices_or_sections, 0)


def tile(A, reps):
    """An array again and again along its axes."""
    source = asarray(A)
    reps = core.shape_of(reps)
    ndim = builtins.max(source.ndim, len(reps))
    made = source.reshape((1,) * (ndim - source.ndim) + source._shape)
    reps = (1,) * (ndim - len(reps)) + reps
    shape, seen = [], []
    for dim, times in zip(made._shape, reps):
        shape += [1, dim]
        seen += [times, dim]
    result = broadcast_to(made.reshape(shape), seen).reshape([dim * times for dim, times in zip(made._shape, reps)])
    return result.copy() if result._data is source._data else result


def repeat(a, repeats, axis=None):
    """Each element, or each slice along an axis, several times."""
    source = asarray(a)
    if axis is None:
        source, axis = source.ravel(), 0
    axis = axis_of(axis, source.ndim)
    dim = source._shape[axis]
    times = asarray(repeats).ravel()
    times = list(times._elements()) * (dim if times.size == 1 else 1)
    if len(times) != dim:
        raise ValueError(f"operands could not be broadcast together with shape ({dim},) ({len(times)},)")
    places = [i for i, number in enumerate(times) for _ in range(number)]
    return take(source, array(places, dtype=INT64), axis)


def pad(array, pad_width, mode="constant", **kwargs):
    """An array with more around it: "constant", "edge", "reflect", "symmetric" or "wrap"."""
    source = asarray(array)
    widths = broadcast_to(asarray(pad_width), (source.ndim, 2)).tolist()
    if builtins.any(side < 0 for width in widths for side in width):
        raise ValueError("index can't contain negative values")
    if mode == "constant":
        values = broadcast_to(asarray(kwargs.pop("constant_values", 0)), (source.ndim, 2)).tolist()
        made = source
        for axis, ((before, after), (low, high)) in enumerate(zip(widths, values)):
            shape = made._shape
            made = concatenate(
                [
                    core.full(
                        (*shape[:axis], before, *shape[axis + 1 :]), types.rounded(source.dtype, low), source.dtype
                    ),
                    made,
                    core.full(
                        (*shape[:axis], after, *shape[axis + 1 :]), types.rounded(source.dtype, high), source.dtype
                    ),
                ],
                axis,
            )
        return made.copy() if made is source else made
    if mode not in _AROUND:
        raise NotImplementedError(
            f"numpy in the page has no mode '{mode}' of pad; it has constant, {', '.join(_AROUND)}"
        )
    made = source
    for axis, (before, after) in enumerate(widths):
        dim = source._shape[axis]
        if before or after:
            places = [_AROUND[mode](i, dim) for i in range(-before, dim + after)]
            made = take(made, core.array(places, dtype=INT64), axis)
    return made.copy() if made is source else made


def _reflected(i, dim):
    if dim == 1:
        return 0
    i %= 2 * dim - 2
    return i if i < dim else 2 * dim - 2 - i


def _mirrored(i, dim):
    i %= 2 * dim
    return i if i < dim else 2 * dim - 1 - i


_AROUND = {
    "edge": lambda i, dim: builtins.min(builtins.max(i, 0), dim - 1),
    "reflect": _reflected,
    "symmetric": _mirrored,
    "wrap": lambda i, dim: i % dim,
}


def flip(m, axis=None):
    """An array backwards along axes."""
    source = asarray(m)
    axes = axes_of(axis, source.ndim)
    return source[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(source.ndim))]


def fliplr(m):
    """An array backwards along its second axis."""
    return flip(m, 1)


def flipud(m):
    """An array backwards along its first axis."""
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    """An array turned in the plane of two axes."""
    made = asarray(m)
    for _ in range(k % 4):
        made = flip(swapaxes(made, *axes), axes[0])
    return made


def roll(a, shift, axis=None):
    """Elements moved along axes; what leaves at one end enters at the other."""
    source = asarray(a)
    if axis is None:
        return roll(source.ravel(), shift, 0).reshape(source._shape)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    made = source
    for place, by in zip(axes, shifts):
        place = axis_of(place, source.ndim)
        dim = source._shape[place]
        if dim:
            cut = -by % dim
            before = (slice(None),) * place
            made = concatenate([made[before + (slice(cut, None),)], made[before + (slice(None, cut),)]], place)
    return made.copy() if made is source else made


def delete(arr, obj, axis=None):
    """An array without some of its slices."""
    source = asarray(arr)
    if axis is None:
        source, axis = source.ravel(), 0
    axis = axis_of(axis, source.ndim)
    keep = core.ones(source._shape[axis], bool)
    keep[obj] = False
    return source[(slice(None),) * axis + (keep,)]


def insert(arr, obj, values, axis=None):
    """An array with values before an index."""
    source = asarray(arr)
    if axis is None:
        source, axis = source.ravel(), 0
    if not isinstance(obj, int):
        raise NotImplementedError("numpy in the page inserts at one index only")
    axis = axis_of(axis, source.ndim)
    place = obj + source._shape[axis] if obj < 0 else obj
    before = (slice(None),) * axis
    shape = list(source._shape)
    new = asarray(values).astype(source.dtype)
    if source.ndim == 1:
        shape[axis] = new.size
        new = new.reshape(-1)
    elif new.ndim == source.ndim:
        shape[axis] = new._shape[axis]
    else:
        shape[axis] = 1
        new = new if new.ndim < 1 or axis == 0 else expand_dims(new, axis)
    return concatenate(
        [source[before + (slice(None, place),)], broadcast_to(new, shape), source[before + (slice(place, None),)]], axis
    )


def resize(a, new_shape):
    """The elements again and again in another shape."""
    shape = core.shape_of(new_shape)
    source = asarray(a)
    return ndarray._of(core._repeated(source._elements(), core.count(shape)), shape, source.dtype)


# --- picking ---


def where(condition, *values):
    """The elements of the one or the other array; with the condition alone, the indices where it holds."""
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
    """The indices of what is not zero."""
    return core.true_places(atleast_1d(asarray(a)))


def flatnonzero(a):
    """The places, among all elements, of what is not zero."""
    return nonzero(asarray(a).ravel())[0]


def argwhere(a):
    """The indices of what is not zero, one row each."""
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
    """The elements along an axis at indices of each row."""
    source = asarray(arr)
    if axis is None:
        return source.ravel()[asarray(indices)]
    return source[_along(source, asarray(indices), axis)]


def put_along_axis(arr, indices, values, axis):
    """Sets elements along an axis at indices of each row."""
    arr[_along(arr, asarray(indices), axis)] = values


def compress(condition, a, axis=None, out=None):
    """The slices along an axis where a condition holds."""
    source = asarray(a)
    places = flatnonzero(condition)
    return take(source, places, axis, out)


def extract(condition, arr):
    """The elements where a condition holds."""
    return take(asarray(arr).ravel(), flatnonzero(condition))


def choose(a, choices, out=None, mode="raise"):
    """For each element the array of that number."""
    places = asarray(a)
    parts = broadcast_arrays(places, *choices)
    made = stack(parts[1:])
    return take_along_axis(made, expand_dims(parts[0], 0), 0)[0]


def ix_(*args):
    """Arrays of indices that together pick a grid."""
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
    """Places among all elements as indices."""
    places = asarray(indices)
    made = tuple(places // step % dim for dim, step in zip(shape, core.row_major(shape)))
    return made


def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    """Indices as places among all elements."""
    total = 0
    for index, step in zip(multi_index, core.row_major(dims)):
        total = asarray(index) * step + total
    return total


def ndenumerate(arr):
    """The indices of all elements, with them."""
    source = asarray(arr)
    return zip(ndindex(*source._shape), source.ravel())


def ndindex(*shape):
    """All indices of an array of a shape."""
    import itertools

    if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
        (shape,) = shape
    return itertools.product(*map(range, shape))


def put(a, ind, v, mode="raise"):
    """Sets elements by their places among all."""
    flat = a.flatten()
    places = _picked(asarray(ind).ravel()._elements(), a.size, mode)
    values = core._repeated(asarray(v).astype(a.dtype).ravel()._elements(), len(places))
    for place, value in zip(places, values):
        flat._data[place] = value
    a[...] = flat.reshape(a._shape)


def copyto(dst, src, casting="same_kind", where=True):
    """Takes over elements."""
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


# --- values ---


def clip(a, a_min=None, a_max=None, out=None, **kwargs):
    """Elements no lower and no higher than bounds."""
    if a_min is None and a_max is None:
        raise ValueError("One of max or min must be given")
    made = a
    if a_min is not None:
        made = UFUNCS["maximum"](made, a_min)
    if a_max is not None:
        made = UFUNCS["minimum"](made, a_max)
    if out is not None:
        out[...] = made
        return out
    return made


def _clip_method(self, min=None, max=None, out=None, **kwargs):
    return clip(self, min, max, out)


def round(a, decimals=0, out=None):
    """Elements rounded to so many decimals, halves to the even digit."""
    source = asarray(a)
    if source.dtype.kind != "f":
        if decimals < 0:
            scale = 10**-decimals
            made = source.__class__._of(
                types.pack(source.dtype, [builtins.round(v, decimals) for v in source._elements()]),
                source._shape,
                source.dtype,
            )
        else:
            made = source.astype(types.FLOAT16) if source.dtype is BOOL else source.copy()
    elif decimals == 0:
        made = UFUNCS["rint"](source)
    else:
        scale = 10.0 ** abs(decimals)
        one, other = ("multiply", "true_divide") if decimals > 0 else ("true_divide", "multiply")
        made = UFUNCS[other](UFUNCS["rint"](UFUNCS[one](source, scale)), scale)
    if out is not None:
        out[...] = made
        return out
    return made[()] if isinstance(made, ndarray) and not made.ndim and not isinstance(a, ndarray) else made


around = round_ = round


def fix(x, out=None):
    """Elements without what stands after the point."""
    return UFUNCS["trunc"](x, out=out)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Elements with numbers in place of NaN and infinities."""
    source = asarray(x)
    if source.dtype.kind != "f":
        return source.copy()
    facts = finfo(source.dtype)
    high = facts.max if posinf is None else posinf
    low = facts.min if neginf is None else neginf
    values = [nan if v != v else high if v == math.inf else low if v == -math.inf else v for v in source._elements()]
    made = ndarray._of(types.pack(source.dtype, list(map(float, values))), source._shape, source.dtype)
    return made if made.ndim else made[()]


def sinc(x):
    """sin(πx)/(πx)."""
    y = asarray(x).astype(FLOAT64) * math.pi
    y = where(UFUNCS["equal"](y, 0), 1.0e-20, y)
    return UFUNCS["true_divide"](UFUNCS["sin"](y), y)


def diff(a, n=1, axis=-1):
    """The differences of neighbours along an axis."""
    made = asarray(a)
    axis = axis_of(axis, made.ndim)
    before = (slice(None),) * axis
    for _ in range(n):
        name = "not_equal" if made.dtype is BOOL else "subtract"
        made = UFUNCS[name](made[before + (slice(1, None),)], made[before + (slice(None, -1),)])
    return made


def interp(x, xp, fp, left=None, right=None, period=None):
    """Values of a line through points."""
    import bisect

    if period is not None:
        raise NotImplementedError("numpy in the page has no 'period' of interp")
    places, xs, ys = asarray(x), asarray(xp).tolist(), asarray(fp).tolist()
    made = []
    for value in places._elements():
        i = bisect.bisect_right(xs, value)
        if i == 0:
            made.append(ys[0] if left is None else left)
        elif i == len(xs):
            made.append(ys[-1] if right is None or value == xs[-1] else right)
        else:
            slope = (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1])
            made.append(slope * (value - xs[i - 1]) + ys[i - 1])
    result = ndarray._of(types.pack(FLOAT64, made), places._shape, FLOAT64)
    return result if result.ndim else result[()]


# --- comparing and asking ---


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements are as near to each other as |a - b| <= atol + rtol |b|."""
    x, y = asarray(a), asarray(b)
    shape = broadcast_shapes(x._shape, y._shape)
    isinf = math.isinf
    made = []
    for p, q in zip(broadcast_to(x, shape)._elements(), broadcast_to(y, shape)._elements()):
        if p == q:
            made.append(True)
        elif p != p or q != q:
            made.append(equal_nan and p != p and q != q)
        elif isinf(p) or isinf(q):
            made.append(False)
        else:
            made.append(abs(p - q) <= atol + rtol * abs(q))
    result = ndarray._of(Buffer("B", made), shape, BOOL)
    return result if shape else result[()]


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether all elements are close."""
    return bool(asarray(isclose(a, b, rtol, atol, equal_nan)).all())


def array_equal(a1, a2, equal_nan=False):
    """Whether shapes and elements are equal."""
    try:
        x, y = asarray(a1), asarray(a2)
    except (NotImplementedError, ValueError, TypeError):
        return False
    if x._shape != y._shape:
        return False
    same = UFUNCS["equal"](x, y)
    if equal_nan:
        same = same | (UFUNCS["isnan"](x) & UFUNCS["isnan"](y))
    return bool(asarray(same).all())


def array_equiv(a1, a2):
    """Whether elements are equal where one shape is made as large as the other."""
    try:
        return bool(asarray(UFUNCS["equal"](a1, a2)).all())
    except ValueError:
        return False


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Whether elements are among others."""
    source = asarray(element)
    wanted = set(asarray(test_elements)._elements())
    made = ndarray._of(Buffer("B", [(value in wanted) != invert for value in source._elements()]), source._shape, BOOL)
    return made if made.ndim else made[()]


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """As isin, in one dimension."""
    return isin(asarray(ar1).ravel(), ar2, invert=invert)


def shape(a):
    """The dimensions of an array."""
    return asarray(a)._shape


def ndim(a):
    """How many dimensions an array has."""
    return asarray(a).ndim


def size(a, axis=None):
    """How many elements an array has, or how long an axis is."""
    source = asarray(a)
    return source.size if axis is None else source._shape[axis]


def isscalar(element):
    """Whether a value is a number or a text."""
    return isinstance(element, (core.generic, int, float, complex, str, bytes))


def iscomplexobj(x):
    """Never: there are no complex numbers."""
    return False


def isrealobj(x):
    """Always."""
    return True


def may_share_memory(a, b, max_work=None):
    """Whether two arrays have the same memory behind them."""
    return isinstance(a, ndarray) and isinstance(b, ndarray) and a._data is b._data


shares_memory = may_share_memory


def issubdtype(arg1, arg2):
    """Whether a type is of a kind."""
    first = arg1 if isinstance(arg1, type) and issubclass(arg1, core.generic) else dtype(arg1).type
    second = arg2 if isinstance(arg2, type) and issubclass(arg2, core.generic) else dtype(arg2).type
    return issubclass(first, second)


def result_type(*arrays_and_dtypes):
    """The type that a function of these has."""
    arrays, scalars = [], []
    for item in arrays_and_dtypes:
        if isinstance(item, ndarray) and item.ndim:
            arrays.append(item.dtype)
        elif isinstance(item, (ndarray, core.generic)):
            scalars.append((item.dtype, item.item()))
        elif isinstance(item, (int, float)):
            scalars.append((types.type_of(item), item))
        else:
            arrays.append(dtype(item))
    return types.result_of(arrays, scalars)


def min_scalar_type(a):
    """The smallest type that holds a number."""
    made = asarray(a)
    return types.smallest(made.dtype, made.item()) if not made.ndim else made.dtype


class finfo:  # pylint: disable=invalid-name
    """The limits of a floating-point type."""

    _FACTS = {"float16": (5, 10), "float32": (8, 23), "float64": (11, 52)}

    def __init__(self, type_):
        self.dtype = type_ = dtype(type_)
        if type_.kind != "f":
            raise ValueError(f"data type {type_.type!r} not inexact")
        exponent, mantissa = self._FACTS[type_.name]
        make = type_.type
        bias = (1 << (exponent - 1)) - 1
        self.bits, self.nmant, self.nexp, self.iexp = type_.bits, mantissa, exponent, exponent
        self.maxexp, self.minexp = bias + 1, 1 - bias
        self.machep, self.negep = -mantissa, -mantissa - 1
        self.eps, self.epsneg = make(2.0**-mantissa), make(2.0 ** (-mantissa - 1))
        self.max = make((2.0 - 2.0**-mantissa) * 2.0**bias)
        self.min = make(-self.max._value)
        self.tiny = self.smallest_normal = make(2.0 ** (1 - bias))
        self.smallest_subnormal = make(2.0 ** (1 - bias - mantissa))
        self.precision = int(mantissa * math.log10(2))
        self.resolution = make(10.0**-self.precision)

    def __repr__(self):
        return f"finfo(resolution={self.resolution}, min={self.min}, max={self.max}, dtype={self.dtype})"


class iinfo:  # pylint: disable=invalid-name
    """The limits of an integer type."""

    def __init__(self, type_):
        self.dtype = type_ = dtype(type_)
        if type_.kind not in "iu":
            raise ValueError(f"Invalid integer data type {type_.kind!r}.")
        self.bits, self.kind = type_.bits, type_.kind
        self.min, self.max = types.range_of(type_)

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    """A function of each row along an axis."""
    source = moveaxis(asarray(arr), axis, -1)
    made = [asarray(func1d(source[index], *args, **kwargs)) for index in ndindex(*source._shape[:-1])]
    result = stack(made).reshape(source._shape[:-1] + made[0]._shape)
    return moveaxis(result, -1, axis) if made[0].ndim else result


class vectorize:  # pylint: disable=invalid-name
    """A function of numbers as one of arrays."""

    def __init__(self, pyfunc, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if excluded or signature:
            raise NotImplementedError("numpy in the page has no 'excluded' and 'signature' of vectorize")
        self.pyfunc, self.otypes = pyfunc, otypes
        self.__doc__ = doc or pyfunc.__doc__

    def __call__(self, *args):
        parts = broadcast_arrays(*args)
        values = [self.pyfunc(*items) for items in zip(*(part.ravel() for part in parts))]
        made = array(values, dtype=self.otypes[0] if self.otypes else None)
        return made.reshape(parts[0]._shape)


def fromfunction(function, shape, *, dtype=float, **kwargs):
    """What a function makes of the indices."""
    return function(*indices(shape, dtype=dtype), **kwargs)


for _name in (
    "squeeze",
    "swapaxes",
    "repeat",
    "take",
    "nonzero",
    "round",
    "diagonal",
    "trace",
    "compress",
    "choose",
    "put",
):
    setattr(ndarray, _name, globals()[_name])
ndarray.clip = _clip_method
