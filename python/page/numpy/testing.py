"""Assertions about arrays, with numpy's messages."""

import contextlib
import math
import warnings as _warnings

from . import _core as core
from ._core import UFUNCS, array, asarray, broadcast_to, ndarray
from ._dtypes import FLOAT64, promote_types
from ._values import isclose
from ._printing import array2string, array_repr


def _failure(header, err_msg, values, verbose, remarks=(), names=("x", "y")):
    """An AssertionError that shows the values, each on at most three lines."""
    parts = ["", header, err_msg, *remarks]
    for name, value in zip(names, values) if verbose else ():
        lines = array_repr(value).split("\n")
        parts.append(f" {name}: " + "\n".join(lines[:3]) + ("..." if len(lines) > 3 else ""))
    return AssertionError("\n".join(parts))


def _compared(compare, actual, desired, header, err_msg, verbose, equal_nan=True):
    x, y = asarray(actual), asarray(desired)
    if x.shape != y.shape and x.shape and y.shape:
        raise _failure(header, err_msg, (x, y), verbose, [f"(shapes {x.shape}, {y.shape} mismatch)"])
    if equal_nan:
        left, right = asarray(UFUNCS["isnan"](x)), asarray(UFUNCS["isnan"](y))
        if not asarray(left == right).all():
            raise _failure(header, err_msg, (x, y), verbose, ["x and y nan location mismatch:"])
    same = asarray(compare(x, y))
    if same.all():
        return
    number = same.size - int(same.sum())
    remarks = [f"Mismatched elements: {number} / {same.size} ({100 * number / same.size:.3g}%)"]
    if "b" not in (x.dtype.kind, y.dtype.kind):
        shape = same.shape
        pairs = zip(broadcast_to(x, shape)._elements(), broadcast_to(y, shape)._elements())
        away = [(abs(a - b), abs(b)) for a, b in pairs if math.isfinite(a) and math.isfinite(b)]
        type_ = promote_types(x.dtype, y.dtype)
        if away:
            relative = [distance / size for distance, size in away if size]
            largest = array(max(distance for distance, _ in away), type_)
            remarks.append(f"Max absolute difference: {array2string(largest)}")
            most = array(max(relative, default=math.inf), type_ if type_.kind == "f" else FLOAT64)
            remarks.append(f"Max relative difference: {array2string(most)}")
    raise _failure(header, err_msg, (x, y), verbose, remarks)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True):
    """Raises AssertionError unless |actual - desired| <= atol + rtol |desired| for all elements."""
    _compared(
        lambda x, y: isclose(x, y, rtol, atol, equal_nan),
        actual,
        desired,
        f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}",
        str(err_msg),
        verbose,
        equal_nan,
    )


def _equal(x, y):
    same = UFUNCS["equal"](x, y)
    return same | (UFUNCS["isnan"](x) & UFUNCS["isnan"](y))


def assert_array_equal(x, y, err_msg="", verbose=True, *, strict=False):
    """Raises AssertionError unless shapes and elements are equal. NaN equals NaN."""
    if strict and (asarray(x).shape != asarray(y).shape or asarray(x).dtype != asarray(y).dtype):
        raise _failure("Arrays are not equal", err_msg, (asarray(x), asarray(y)), verbose)
    _compared(_equal, x, y, "Arrays are not equal", err_msg, verbose)


def assert_equal(actual, desired, err_msg="", verbose=True):
    """Raises AssertionError unless two values, arrays, lists or dictionaries are equal."""
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for key in desired:
            if key not in actual:
                raise AssertionError(repr(key))
            assert_equal(actual[key], desired[key], f"key={key!r}\n{err_msg}", verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for i, (one, other) in enumerate(zip(actual, desired)):
            assert_equal(one, other, f"item={i}\n{err_msg}", verbose)
        return
    if isinstance(actual, ndarray) or isinstance(desired, ndarray):
        assert_array_equal(actual, desired, err_msg, verbose)
        return
    both_nan = isinstance(actual, (float, core.generic)) and actual != actual and desired != desired
    if not both_nan and not actual == desired:
        raise AssertionError(
            f"\nItems are not equal:\n{err_msg}\n ACTUAL: {actual!r}\n DESIRED: {desired!r}".replace(":\n\n", ":\n")
        )


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    """Raises AssertionError unless |desired - actual| < 1.5 · 10^-decimal."""
    assert_array_almost_equal(actual, desired, decimal, err_msg, verbose)


def assert_array_almost_equal(x, y, decimal=6, err_msg="", verbose=True):
    """Raises AssertionError unless |y - x| < 1.5 · 10^-decimal for all elements."""

    def near(a, b):
        return (UFUNCS["absolute"](a - b) < 1.5 * 10.0**-decimal) | _equal(a, b)

    _compared(near, x, y, f"Arrays are not almost equal to {decimal} decimals", err_msg, verbose)


def assert_array_less(x, y, err_msg="", verbose=True):
    """Raises AssertionError unless all elements are smaller."""
    _compared(UFUNCS["less"], x, y, "Arrays are not less-ordered", err_msg, verbose, equal_nan=False)


def assert_(val, msg=""):
    """Raises AssertionError if a value is false."""
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def assert_raises(exception, function=None, *args, **kwargs):
    """Raises AssertionError unless a function, or the body of a `with`, raises an exception."""
    if function is None:
        return _raising(exception)
    with _raising(exception):
        function(*args, **kwargs)
    return None


@contextlib.contextmanager
def _raising(exception):
    try:
        yield
    except exception:
        return
    raise AssertionError(f"{getattr(exception, '__name__', exception)} not raised")


@contextlib.contextmanager
def suppress_warnings():
    """Hides warnings within a `with`."""
    with _warnings.catch_warnings():
        _warnings.simplefilter("ignore")
        yield


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(f"numpy in the page has no testing.{name}")
