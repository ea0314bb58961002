"""Reshapes, joins, splits and rotates arrays."""

import builtins
import operator

from . import _core as core
from . import _dtypes as types
from ._core import array, asarray, axes_of, axis_of, broadcast_shapes, broadcast_to, ndarray
from ._dtypes import INT64, Buffer

# --- shapes ---


def reshape(a, newshape, order="C"):
    """The same elements in another shape."""
    return asarray(a).reshape(newshape, order=order)


def ravel(a, order="C"):
    """All elements in one dimension."""
    return asarray(a).ravel(order)


def transpose(a, axes=None):
    """The array with its axes in another order."""
    return asarray(a).transpose(axes)


def swapaxes(a, axis1, axis2):
    """The array with two axes swapped."""
    source = asarray(a)
    order = list(range(source.ndim))
    i, j = axis_of(axis1, source.ndim), axis_of(axis2, source.ndim)
    order[i], order[j] = j, i
    return source.transpose(order)


def moveaxis(a, source, destination):
    """The array with some axes moved; the others keep their order."""
    made = asarray(a)
    moved, places = axes_of(source, made.ndim), axes_of(destination, made.ndim)
    if len(moved) != len(places):
        raise ValueError("`source` and `destination` arguments must have the same number of elements")
    order = [i for i in range(made.ndim) if i not in moved]
    for place, axis in sorted(zip(places, moved)):
        order.insert(place, axis)
    return made.transpose(order)


def rollaxis(a, axis, start=0):
    """The array with an axis moved before another one."""
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
                # For three dimensions, the last axis is added at the end; the others at the beginning.
                after = 1 if ndim == 3 else 0
                shape = (1,) * (missing - after) + source._shape + (1,) * after
                source = source.reshape(shape)
            made.append(source)
        return made[0] if len(made) == 1 else made

    function.__doc__ = f"Arrays of at least {ndim} dimensions."
    return function


atleast_1d, atleast_2d, atleast_3d = _at_least(1), _at_least(2), _at_least(3)


def broadcast_arrays(*args, subok=False):
    """Views of arrays in their common shape."""
    made = [asarray(item) for item in args]
    shape = broadcast_shapes(*(item._shape for item in made))
    return [broadcast_to(item, shape) for item in made]


# --- joining and splitting ---


def concatenate(arrays, axis=0, out=None, *, dtype=None, casting="same_kind"):
    """Joins arrays along an axis. With None, joins all their elements."""
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
    """Joins arrays of one shape along a new axis."""
    parts = [asarray(item) for item in arrays]
    if not parts:
        raise ValueError("need at least one array to stack")
    if len({part._shape for part in parts}) != 1:
        raise ValueError("all input arrays must have the same shape")
    axis = axis_of(axis, parts[0].ndim + 1)
    return concatenate([expand_dims(part, axis) for part in parts], axis, out)


def vstack(tup):
    """Joins arrays vertically."""
    return concatenate([atleast_2d(item) for item in tup], 0)


def hstack(tup):
    """Joins arrays horizontally."""
    parts = [atleast_1d(item) for item in tup]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def dstack(tup):
    """Joins arrays along a third axis."""
    return concatenate([atleast_3d(item) for item in tup], 2)


def append(arr, values, axis=None):
    """Appends values to an array."""
    if axis is None:
        return concatenate([asarray(arr).ravel(), asarray(values).ravel()])
    return concatenate([arr, values], axis)


def array_split(ary, indices_or_sections, axis=0):
    """Splits an array along an axis, into parts as equal as possible or at indices."""
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
    """Splits an array along an axis, into equal parts or at indices."""
    source = asarray(ary)
    if not isinstance(indices_or_sections, (list, tuple, ndarray)):
        if source._shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(source, indices_or_sections, axis)


def hsplit(ary, indices_or_sections):
    """Splits an array horizontally."""
    return split(ary, indices_or_sections, 0 if asarray(ary).ndim == 1 else 1)


def vsplit(ary, indices_or_sections):
    """Splits an array vertically."""
    return split(ary, indices_or_sections, 0)


def tile(A, reps):
    """Repeats an array along its axes."""
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
    """Repeats each element, or each slice along an axis."""
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
    return _picking.take(source, array(places, dtype=INT64), axis)


def pad(array, pad_width, mode="constant", **kwargs):
    """Pads an array: "constant", "edge", "reflect", "symmetric" or "wrap"."""
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
            made = _picking.take(made, core.array(places, dtype=INT64), axis)
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
    """Reverses an array along axes."""
    source = asarray(m)
    axes = axes_of(axis, source.ndim)
    return source[tuple(slice(None, None, -1) if i in axes else slice(None) for i in range(source.ndim))]


def fliplr(m):
    """Reverses an array along its second axis."""
    return flip(m, 1)


def flipud(m):
    """Reverses an array along its first axis."""
    return flip(m, 0)


def rot90(m, k=1, axes=(0, 1)):
    """Rotates an array in the plane of two axes."""
    made = asarray(m)
    for _ in range(k % 4):
        made = flip(swapaxes(made, *axes), axes[0])
    return made


def roll(a, shift, axis=None):
    """Shifts elements along axes; those that leave at one end enter at the other."""
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
    """Removes slices of an array."""
    source = asarray(arr)
    if axis is None:
        source, axis = source.ravel(), 0
    axis = axis_of(axis, source.ndim)
    keep = core.ones(source._shape[axis], bool)
    keep[obj] = False
    return source[(slice(None),) * axis + (keep,)]


def insert(arr, obj, values, axis=None):
    """Inserts values before an index."""
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
    """Repeats the elements to fill another shape."""
    shape = core.shape_of(new_shape)
    source = asarray(a)
    return ndarray._of(core._repeated(source._elements(), core.count(shape)), shape, source.dtype)


for _name in ("squeeze", "swapaxes", "repeat"):
    setattr(ndarray, _name, globals()[_name])

# The module for selecting elements uses the functions above.
from . import _picking  # noqa: E402 pylint: disable=wrong-import-position
