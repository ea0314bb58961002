"""Functions along axes: sums and other reductions in numpy's order of additions, sorting, and counting."""

import builtins
import functools
import math
import operator

from . import _core as core
from . import _dtypes as types
from ._core import UFUNCS, asarray, axes_of, axis_of, broadcast_to, ndarray, scalar
from ._dtypes import BOOL, FLOAT16, FLOAT32, FLOAT64, INT64, Buffer


def _finished(values, shape, type_, out=None):
    made = ndarray._of(values, tuple(shape), type_)
    if out is not None:
        out[...] = made
        return out
    return made if made._shape else scalar(type_, values[0])


def _kept(shape, axes, keepdims):
    if keepdims:
        return tuple(1 if i in axes else dim for i, dim in enumerate(shape))
    return tuple(dim for i, dim in enumerate(shape) if i not in axes)


def _rows(source, axes):
    """The elements with the reduced axes last, and the number of elements per result."""
    others = [i for i in range(source.ndim) if i not in axes]
    moved = source.transpose(others + sorted(axes))
    return moved._elements(), core.count(source._shape[i] for i in axes)


# Longer rows are added exactly, which is faster than pairwise. The last digit can differ from numpy's.
_LONG = 65536


def _pairwise(values, low, high, code):
    """The pairwise sum of a part of a buffer, with blocks of 128 elements that are added in eight sums.

    This is the order of numpy's sums (N. Higham, The Accuracy of Floating Point Summation, 1993). Each addition is rounded to
    the buffer's type.
    """
    size = high - low
    if size < 8:
        total = Buffer(code, (0.0,))
        for value in values[low:high]:
            total[0] += value
        return total[0]
    if size <= 128:
        sums = values[low : low + 8]
        whole = size - size % 8
        for start in range(low + 8, low + whole, 8):
            sums = Buffer(code, map(operator.add, sums, values[start : start + 8]))
        pairs = Buffer(code, map(operator.add, sums[::2], sums[1::2]))
        pairs = Buffer(code, map(operator.add, pairs[::2], pairs[1::2]))
        total = Buffer(code, (pairs[0] + pairs[1],))
        for value in values[low + whole : high]:
            total[0] += value
        return total[0]
    if size > _LONG:
        try:
            return Buffer(code, (math.fsum(values[low:high]),))[0]
        except (OverflowError, ValueError):
            pass  # infinities, which only an addition in order can answer
    half = size // 2
    half -= half % 8
    return Buffer(code, (_pairwise(values, low, low + half, code) + _pairwise(values, low + half, high, code),))[0]


def _sums(source, axes):
    """The sums of a floating-point array along axes: pairwise along trailing axes, row by row along others."""
    code = source.dtype.code
    last = source.ndim
    while last - 1 in axes:
        last -= 1
    values, shape = source._elements(), source._shape
    along = core.count(shape[last:])
    if last < source.ndim:
        values = Buffer(
            code,
            [_pairwise(values, i, i + along, code) for i in range(0, len(values), along or 1)]
            if along
            else [0.0] * core.count(shape[:last]),
        )
        shape = shape[:last]
    axes = [axis for axis in axes if axis < last]
    if axes:
        others = [i for i in range(last) if i not in axes]
        moved = ndarray._of(values, shape, source.dtype).transpose(axes + others)
        values, width = moved._elements(), core.count(shape[i] for i in others)
        total = Buffer(code, (0.0,)) * width
        for start in range(0, len(values), width or 1):
            total = Buffer(code, map(operator.add, total, values[start : start + width]))
        values = total
    # Sums of float16 have single precision until the end.
    return types.pack(FLOAT16, values) if source.dtype is FLOAT16 else values


def _extreme(choose, source, axes):
    values, length = _rows(source, axes)
    real = source.dtype.kind == "f"
    made = []
    for start in range(0, len(values), length):
        row = values[start : start + length]
        if real:
            wrong = next((value for value in row if value != value), None)
            if wrong is not None:
                made.append(wrong)
                continue
        made.append(choose(row))
    return Buffer(source.dtype.code, made)


def reduce(function, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    """`ufunc.reduce`: reduces an array along axes."""
    axes = axes_of(axis, array.ndim)
    shape = _kept(array._shape, axes, keepdims)
    name = function.__name__
    source = array
    if where is not True:
        neutral = function.identity if initial is None else initial
        if neutral is None:
            raise ValueError(
                f"reduction operation '{name}' does not have an identity, so to use a where mask one has to specify 'initial'"
            )
        source = _where(asarray(where), array, asarray(neutral, array.dtype))
    if name.startswith("logical_"):
        values, length = _rows(source, axes)
        test = {"logical_and": builtins.all, "logical_or": builtins.any}.get(
            name, lambda row: builtins.sum(map(bool, row)) % 2
        )
        count = core.count(_kept(array._shape, axes, False))
        made = Buffer("B", [test(values[i * length : (i + 1) * length]) for i in range(count)])
        return _finished(made, shape, BOOL, out)
    type_ = types.dtype(dtype) if dtype is not None else function._reduced_type(source.dtype)
    if source.dtype is not type_:
        source = source.astype(type_)
    if source.size == 0 or builtins.any(source._shape[i] == 0 for i in axes):
        start = function.identity if initial is None else initial
        if start is None:
            if core.count(shape):
                raise ValueError(f"zero-size array to reduction operation {name} which has no identity")
            start = 0
        return _finished(types.filled(type_, start, core.count(shape)), shape, type_, out)
    if name == "add" and type_.kind == "f":
        made = _sums(source, axes)
    elif name == "add":
        values, length = _rows(source, axes)
        made = types.pack(type_, [builtins.sum(values[i : i + length]) for i in range(0, len(values), length)])
    elif name in ("maximum", "minimum"):
        made = _extreme(builtins.max if name == "maximum" else builtins.min, source, axes)
    else:
        values, length = _rows(source, axes)
        step = function._rounded(type_)
        made = types.pack(
            type_, [functools.reduce(step, values[i : i + length]) for i in range(0, len(values), length)]
        )
    if initial is not None and where is True:
        step = function._rounded(type_)
        made = types.pack(type_, [step(types.rounded(type_, initial), value) for value in made])
    return _finished(made, shape, type_, out)


def _where(condition, x, y):
    from ._picking import where

    return where(condition, x, y)


def _reduction(name, doc):
    def function(a, axis=None, dtype=None, out=None, keepdims=False, initial=None, where=True):
        return reduce(UFUNCS[name], asarray(a), axis, dtype, out, keepdims, initial, where)

    function.__doc__ = doc
    return function


sum = _reduction("add", "The sum of all elements, or along axes.")
prod = product = _reduction("multiply", "The product of all elements, or along axes.")


def max(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The largest element, or the largest along axes. NaN if there is a NaN."""
    return reduce(UFUNCS["maximum"], asarray(a), axis, None, out, keepdims, initial, where)


def min(a, axis=None, out=None, keepdims=False, initial=None, where=True):
    """The smallest element, or the smallest along axes. NaN if there is a NaN."""
    return reduce(UFUNCS["minimum"], asarray(a), axis, None, out, keepdims, initial, where)


amax, amin = max, min


def any(a, axis=None, out=None, keepdims=False, where=True):
    """Whether any element is nonzero, also along axes."""
    return reduce(UFUNCS["logical_or"], asarray(a), axis, None, out, keepdims, None, where)


def all(a, axis=None, out=None, keepdims=False, where=True):
    """Whether all elements are nonzero, also along axes."""
    return reduce(UFUNCS["logical_and"], asarray(a), axis, None, out, keepdims, None, where)


def ptp(a, axis=None, out=None, keepdims=False):
    """The largest minus the smallest element."""
    return UFUNCS["subtract"](max(a, axis, keepdims=keepdims), min(a, axis, keepdims=keepdims), out=out)


def _mean_type(source, dtype):
    """The types in which a mean is computed and returned."""
    if dtype is not None:
        return types.dtype(dtype), types.dtype(dtype)
    if source.dtype.kind != "f":
        return FLOAT64, FLOAT64
    return (FLOAT32, FLOAT16) if source.dtype is FLOAT16 else (source.dtype, source.dtype)


def mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True):
    """The mean of all elements, or along axes. For float16, it is computed in float32."""
    source = asarray(a)
    inner, outer = _mean_type(source, dtype)
    number = _number_of(source, axis, where)
    total = sum(source, axis, inner, None, keepdims, where=where)
    return _delivered(UFUNCS["true_divide"](total, number, dtype=inner), outer, out)


def _number_of(source, axis, where):
    if where is not True:
        return sum(broadcast_to(asarray(where), source._shape), axis)
    return core.count(source._shape[i] for i in axes_of(axis, source.ndim))


def _delivered(result, type_, out):
    if result.dtype is not type_:
        result = result.astype(type_)
    if out is not None:
        out[...] = result
        return out
    return result


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    """The mean of the squared distances from the mean, over the number of elements minus `ddof`."""
    source = asarray(a)
    inner, outer = _mean_type(source, dtype)
    number = _number_of(source, axis, where)
    total = sum(source, axis, inner, None, True, where=where)
    divisor = (
        core.count(source._shape[i] for i in axes_of(axis, source.ndim))
        if where is True
        else sum(broadcast_to(asarray(where), source._shape), axis, keepdims=True)
    )
    middle = UFUNCS["true_divide"](total, divisor, dtype=inner)
    away = UFUNCS["subtract"](source.astype(inner) if source.dtype is not inner else source, middle)
    total = sum(UFUNCS["multiply"](away, away), axis, inner, None, keepdims, where=where)
    left = UFUNCS["maximum"](UFUNCS["subtract"](number, ddof), 0)
    return _delivered(UFUNCS["true_divide"](total, left, dtype=inner), outer, out)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True):
    """The square root of the variance."""
    source = asarray(a)
    inner, outer = _mean_type(source, dtype)
    made = var(source, axis, inner, None, ddof, keepdims, where=where)
    return _delivered(UFUNCS["sqrt"](made), outer, out)


def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    """The mean, or the weighted mean."""
    source = asarray(a)
    if weights is None:
        made = mean(source, axis, keepdims=keepdims)
        number = made.dtype.type(source.size / (made.size or 1))
        return (made, number) if returned else made
    weights = asarray(weights)
    if weights._shape != source._shape:
        if axis is None:
            raise TypeError("Axis must be specified when shapes of a and weights differ.")
        place = axis_of(axis, source.ndim)
        weights = weights.reshape([dim if i == place else 1 for i, dim in enumerate(source._shape)])
        weights = broadcast_to(weights, source._shape)
    total = sum(weights, axis, types.promote_types(_mean_type(source, None)[1], weights.dtype), keepdims=keepdims)
    if not all(total):
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    made = UFUNCS["true_divide"](sum(UFUNCS["multiply"](source, weights), axis, total.dtype, keepdims=keepdims), total)
    return (made, total) if returned else made


def _without_nan(a, value):
    source = asarray(a)
    return _where(UFUNCS["isnan"](source), source.dtype.type(value), source) if source.dtype.kind == "f" else source


def nansum(a, axis=None, dtype=None, out=None, keepdims=False):
    """The sum of the elements that are not NaN."""
    return sum(_without_nan(a, 0), axis, dtype, out, keepdims)


def nanmax(a, axis=None, out=None, keepdims=False):
    """The largest element that is not NaN."""
    return reduce(UFUNCS["fmax"], asarray(a), axis, None, out, keepdims)


def nanmin(a, axis=None, out=None, keepdims=False):
    """The smallest element that is not NaN."""
    return reduce(UFUNCS["fmin"], asarray(a), axis, None, out, keepdims)


def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    """The mean of the elements that are not NaN."""
    source = asarray(a)
    return mean(source, axis, dtype, out, keepdims, where=UFUNCS["logical_not"](UFUNCS["isnan"](source)))


def cumsum(a, axis=None, dtype=None, out=None):
    """The cumulative sums."""
    source = asarray(a)
    return UFUNCS["add"].accumulate(source.ravel() if axis is None else source, 0 if axis is None else axis, dtype, out)


def cumprod(a, axis=None, dtype=None, out=None):
    """The cumulative products."""
    source = asarray(a)
    return UFUNCS["multiply"].accumulate(
        source.ravel() if axis is None else source, 0 if axis is None else axis, dtype, out
    )


def count_nonzero(a, axis=None, *, keepdims=False):
    """The number of nonzero elements."""
    made = sum(UFUNCS["not_equal"](asarray(a), 0), axis, INT64, keepdims=keepdims)
    return int(made) if axis is None and not keepdims else made


# --- indices and order ---


def _key(type_):
    """The key for sorting: NaN comes last."""
    return (lambda value: (value != value, value)) if type_.kind == "f" else None


def _by_rows(source, axis, function, type_):
    """Applies a function of lists to each row along an axis."""
    axis = axis_of(axis, source.ndim)
    order = [i for i in range(source.ndim) if i != axis] + [axis]
    moved = source.transpose(order)
    values, dim = moved._elements(), source._shape[axis]
    made = Buffer(type_.code)
    for start in range(0, len(values), dim or 1):
        made.extend(Buffer(type_.code, function(values[start : start + dim])))
    size = len(made) // (core.count(moved._shape[:-1]) or 1)
    result = ndarray._of(made, (*moved._shape[:-1], size), type_)
    return result.transpose([order.index(i) for i in range(source.ndim)]).copy()


def _sorted(type_):
    def function(row):
        if type_.kind == "f" and builtins.any(value != value for value in row):
            return sorted(row, key=_key(type_))
        return sorted(row)

    return function


def sort(a, axis=-1, kind=None, order=None):
    """The sorted elements along an axis, NaN last."""
    source = asarray(a)
    if axis is None:
        source, axis = source.ravel(), -1
    return _by_rows(source, axis, _sorted(source.dtype), source.dtype)


def argsort(a, axis=-1, kind=None, order=None):
    """The indices of the sorted elements. Equal ones keep their order."""
    source = asarray(a)
    if axis is None:
        source, axis = source.ravel(), -1
    key = _key(source.dtype)

    def places(row):
        return sorted(range(len(row)), key=row.__getitem__ if key is None else lambda i: key(row[i]))

    return _by_rows(source, axis, places, INT64)


def _place(choose):
    def place(a, axis=None, out=None, *, keepdims=False):
        source = asarray(a)
        shape = source._shape
        flat = source.ravel() if axis is None else source
        at = 0 if axis is None else axis_of(axis, source.ndim)
        values, length = _rows(flat, (at,))
        if length == 0:
            raise ValueError(f"attempt to get arg{choose.__name__} of an empty sequence")
        made = []
        for start in range(0, len(values), length):
            row = values[start : start + length]
            wrong = (
                next((i for i, value in enumerate(row) if value != value), None) if source.dtype.kind == "f" else None
            )
            made.append(row.index(choose(row)) if wrong is None else wrong)
        axes = range(source.ndim) if axis is None else (at,)
        return _finished(Buffer("q", made), _kept(shape, axes, keepdims), INT64, out)

    return place


argmax = _place(builtins.max)
argmax.__doc__ = "Where the greatest element stands, the first of several, or along an axis."
argmin = _place(builtins.min)
argmin.__doc__ = "Where the least element stands, the first of several, or along an axis."


def searchsorted(a, v, side="left", sorter=None):
    """The positions at which values belong in a sorted array."""
    import bisect

    source = asarray(a) if sorter is None else asarray(a)[sorter]
    values, wanted = source._elements(), asarray(v)
    find = bisect.bisect_left if side == "left" else bisect.bisect_right
    return _finished(Buffer("q", [find(values, value) for value in wanted._elements()]), wanted._shape, INT64)


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True):
    """The distinct elements in order. Optionally their indices, the inverse indices and the counts."""
    if axis is not None:
        raise NotImplementedError("numpy in the page has no 'axis' of unique")
    source = asarray(ar)
    values = source._elements()
    firsts, counts = {}, {}
    nan = object()
    marks = [nan if value != value else value for value in values]
    for i, mark in enumerate(marks):
        firsts.setdefault(mark, i)
        counts[mark] = counts.get(mark, 0) + 1
    order = sorted(firsts, key=lambda mark: (mark is nan, 0 if mark is nan else mark))
    made = [
        ndarray._of(
            Buffer(source.dtype.code, [math.nan if m is nan else m for m in order]), (len(order),), source.dtype
        )
    ]
    if return_index:
        made.append(core.array([firsts[mark] for mark in order], dtype=INT64))
    if return_inverse:
        places = {mark: i for i, mark in enumerate(order)}
        made.append(core.array([places[mark] for mark in marks], dtype=INT64))
    if return_counts:
        made.append(core.array([counts[mark] for mark in order], dtype=INT64))
    return made[0] if len(made) == 1 else tuple(made)


def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """The percentiles of the elements, with linear interpolation."""
    return quantile(a, UFUNCS["true_divide"](q, 100), axis, out, overwrite_input, method, keepdims)


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """The quantiles, from 0 to 1, with linear interpolation."""
    if method != "linear":
        raise NotImplementedError("numpy in the page has no other 'method' of quantile than 'linear'")
    source = asarray(a)
    inner = _mean_type(source, None)[1]
    axes = axes_of(axis, source.ndim)
    values, length = _rows(source, axes)
    rows = [sorted(values[i : i + length]) for i in range(0, len(values), length)]
    parts = asarray(q)
    made = []
    for part in parts._elements():
        if not 0 <= part <= 1:
            raise ValueError("Quantiles must be in the range [0, 1]")
        place = part * (length - 1)
        low = int(place)
        high = builtins.min(low + 1, length - 1)
        rest = place - low
        # As in numpy, interpolates from the nearer end.
        for row in rows:
            step = row[high] - row[low]
            made.append(row[low] + step * rest if rest < 0.5 else row[high] - step * (1 - rest))
    return _finished(types.pack(inner, made), parts._shape + _kept(source._shape, axes, keepdims), inner, out)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The middle element, or the mean of the two middle ones."""
    source = asarray(a)
    inner = _mean_type(source, None)[1]
    axes = axes_of(axis, source.ndim)
    values, length = _rows(source, axes)
    made = []
    for start in range(0, len(values), length or 1):
        row = values[start : start + length]
        if builtins.any(value != value for value in row):
            made.append(math.nan)
            continue
        row = sorted(row)
        half = length // 2
        made.append(row[half] if length % 2 else (row[half - 1] + row[half]) / 2)
    return _finished(types.pack(inner, made), _kept(source._shape, axes, keepdims), inner, out)


def bincount(x, weights=None, minlength=0):
    """The count of each nonnegative integer."""
    source = asarray(x)
    length = builtins.max(builtins.max(source._elements(), default=-1) + 1, minlength)
    made = [0] * length if weights is None else [0.0] * length
    for value, weight in zip(
        source._elements(), asarray(weights)._elements() if weights is not None else [1] * source.size
    ):
        made[value] += weight
    return core.array(made, dtype=INT64 if weights is None else FLOAT64)


def sort_in_place(self, axis=-1, kind=None, order=None):
    """Sorts the elements along an axis in place."""
    self[...] = sort(self, axis)


for _name in (
    "sum",
    "prod",
    "max",
    "min",
    "any",
    "all",
    "ptp",
    "mean",
    "var",
    "std",
    "cumsum",
    "cumprod",
    "argsort",
    "argmax",
    "argmin",
    "searchsorted",
):
    setattr(ndarray, _name, globals()[_name])
ndarray.sort = sort_in_place
