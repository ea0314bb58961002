"""Functions of the values of arrays, and queries about arrays and types."""

import builtins
import math

from . import _core as core
from . import _dtypes as types
from ._core import UFUNCS, array, asarray, axis_of, broadcast_shapes, broadcast_to, ndarray
from ._dtypes import BOOL, FLOAT64, Buffer, dtype
from ._creation import indices
from ._manipulation import broadcast_arrays, moveaxis, stack
from ._picking import ndindex, where

# --- values ---


def clip(a, a_min=None, a_max=None, out=None, **kwargs):
    """Limits elements to bounds."""
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
    """Rounds elements to `decimals` decimals, ties to even."""
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
    """Rounds elements toward zero."""
    return UFUNCS["trunc"](x, out=out)


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    """Replaces NaN and infinities by numbers."""
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
    """Linear interpolation between points."""
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


# --- comparisons and queries ---


def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    """Whether elements are close: |a - b| <= atol + rtol |b|."""
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
    """Whether elements are equal after broadcasting."""
    try:
        return bool(asarray(UFUNCS["equal"](a1, a2)).all())
    except ValueError:
        return False


def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    """Whether each element is one of the test elements."""
    source = asarray(element)
    wanted = set(asarray(test_elements)._elements())
    made = ndarray._of(Buffer("B", [(value in wanted) != invert for value in source._elements()]), source._shape, BOOL)
    return made if made.ndim else made[()]


def in1d(ar1, ar2, assume_unique=False, invert=False):
    """Like isin, in one dimension."""
    return isin(asarray(ar1).ravel(), ar2, invert=invert)


def shape(a):
    """The dimensions of an array."""
    return asarray(a)._shape


def ndim(a):
    """The number of dimensions."""
    return asarray(a).ndim


def size(a, axis=None):
    """The number of elements, or the length of an axis."""
    source = asarray(a)
    return source.size if axis is None else source._shape[axis]


def isscalar(element):
    """Whether a value is a number or a text."""
    return isinstance(element, (core.generic, int, float, complex, str, bytes))


def iscomplexobj(x):
    """Whether values are complex; always False."""
    return False


def isrealobj(x):
    """Whether values are real; always True."""
    return True


def may_share_memory(a, b, max_work=None):
    """Whether two arrays share memory."""
    return isinstance(a, ndarray) and isinstance(b, ndarray) and a._data is b._data


shares_memory = may_share_memory


def issubdtype(arg1, arg2):
    """Whether a type is of a kind."""
    first = arg1 if isinstance(arg1, type) and issubclass(arg1, core.generic) else dtype(arg1).type
    second = arg2 if isinstance(arg2, type) and issubclass(arg2, core.generic) else dtype(arg2).type
    return issubclass(first, second)


def result_type(*arrays_and_dtypes):
    """The type of a function's result for these operands."""
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
    """The smallest type that can represent a number."""
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
    """Applies a function to each row along an axis."""
    source = moveaxis(asarray(arr), axis, -1)
    made = [asarray(func1d(source[index], *args, **kwargs)) for index in ndindex(*source._shape[:-1])]
    result = stack(made).reshape(source._shape[:-1] + made[0]._shape)
    return moveaxis(result, -1, axis) if made[0].ndim else result


class vectorize:  # pylint: disable=invalid-name
    """Makes a function of arrays from a function of numbers."""

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
    """Applies a function to the indices of a shape."""
    return function(*indices(shape, dtype=dtype), **kwargs)


ndarray.round, ndarray.clip = round, _clip_method
