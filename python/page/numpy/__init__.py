"""A small numpy for the page, which cannot load numpy's wheels.

It can make, change, compare and print arrays of numbers as numpy 1.24 does. A missing function raises an error with its name.
The types are bool, int8 to int64, uint8 to uint64 and float16 to float64. Large matrix products and elementwise functions run
on Passcope's engine if it is loaded.

If the real numpy is installed, this one is not used.
"""

import contextlib as _contextlib
import math as _math

from . import _core, _creation, _files, _linear, _manipulation, _picking, _printing, _reductions, _ufuncs, _values
from . import _dtypes as _types
from ._core import (
    AxisError,
    arange,
    array,
    asanyarray,
    asarray,
    ascontiguousarray,
    bool_,
    broadcast_shapes,
    broadcast_to,
    empty,
    float16,
    float32,
    float64,
    frombuffer,
    fromiter,
    full,
    int8,
    int16,
    int32,
    int64,
    ndarray,
    newaxis,
    ones,
    uint8,
    uint16,
    uint32,
    uint64,
    zeros,
)
from ._dtypes import (
    can_cast,
    dtype,
    floating,
    generic,
    inexact,
    integer,
    number,
    promote_types,
    signedinteger,
    unsignedinteger,
)
from ._files import load, save, savez, savez_compressed
from ._linear import cross, dot, einsum, inner, kron, matmul, outer, tensordot, vdot
from ._ufuncs import divmod, modf, ufunc  # pylint: disable=redefined-builtin

__version__ = "1.24.2+page"

inf = Inf = Infinity = PINF = _math.inf
NINF = -_math.inf
nan = NaN = NAN = _math.nan
pi, e = _math.pi, _math.e
euler_gamma = 0.5772156649015329
True_, False_ = bool_(True), bool_(False)
byte, short, intc, int_, longlong, intp = int8, int16, int32, int64, int64, int64
ubyte, ushort, uintc, uint, ulonglong, uintp = uint8, uint16, uint32, uint64, uint64, uint64
half, single, double, float_ = float16, float32, float64, float64
bool8 = bool_

globals().update(_ufuncs.NAMES)


def _public(module):
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    }


for _module in (_creation, _manipulation, _picking, _values, _reductions, _printing):
    globals().update(_public(_module))
for _name in ("atleast_1d", "atleast_2d", "atleast_3d"):
    globals()[_name] = getattr(_manipulation, _name)
for _name in ("around", "round_", "shares_memory"):
    globals()[_name] = getattr(_values, _name)
empty_like = _creation.empty_like
for _name in ("sum", "prod", "product", "amax", "amin", "argmax", "argmin"):
    globals()[_name] = getattr(_reductions, _name)
del globals()["sort_in_place"], globals()["reduce"]

from . import lib, linalg, random, testing  # noqa: E402 pylint: disable=wrong-import-position


@_contextlib.contextmanager
def errstate(**kwargs):
    """Does nothing, because there are no floating-point warnings."""
    yield


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """Does nothing, because there are no floating-point warnings."""
    return {"divide": "ignore", "over": "ignore", "under": "ignore", "invalid": "ignore"}


def asfarray(a, dtype=float64):
    """An array of floating-point numbers."""
    made = asarray(a)
    return made if made.dtype.kind == "f" and dtype is float64 else made.astype(dtype)


def require(a, dtype=None, requirements=None):
    """An array of a data type."""
    return asarray(a, dtype)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy in the page has no numpy.{name}")
