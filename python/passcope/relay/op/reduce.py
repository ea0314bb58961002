"""Reductions that consist of other reductions."""

from ..expr import Tuple
from ._build import FUNCTIONS, items, made_of_table, make
from .transform import squeeze

_exp, _log, _max, _mean, _sqrt, _sum = (FUNCTIONS[name] for name in ("exp", "log", "max", "mean", "sqrt", "sum"))


def _axes(axis):
    return [axis] if isinstance(axis, int) else axis


def _variance(data, mean, axis, keepdims, exclude, unbiased):
    attrs = {"axis": axis, "keepdims": keepdims, "exclude": exclude, "unbiased": unbiased}
    return make("variance", [data, mean], attrs)


def variance(data, axis=None, keepdims=False, exclude=False, unbiased=False, with_mean=None):
    """The variance along axes."""
    axis = _axes(axis)
    if with_mean is None:
        with_mean = _mean(data, axis, True, exclude)
    return _variance(data, with_mean, axis, keepdims, exclude, unbiased)


def std(data, axis=None, keepdims=False, exclude=False, unbiased=False):
    """The standard deviation along axes."""
    return _sqrt(variance(data, axis, keepdims, exclude, unbiased))


def mean_variance(data, axis=None, keepdims=False, exclude=False, unbiased=False):
    """Mean and variance along axes."""
    axis = _axes(axis)
    middle = _mean(data, axis, True, exclude)
    spread = _variance(data, middle, axis, keepdims, exclude, unbiased)
    if not keepdims:
        middle = squeeze(middle, axis=axis)
    return items(Tuple((middle, spread)), 2)


def mean_std(data, axis=None, keepdims=False, exclude=False):
    """Mean and standard deviation along axes."""
    axis = _axes(axis)
    middle = _mean(data, axis, True, exclude)
    spread = _sqrt(_variance(data, middle, axis, keepdims, exclude, False))
    if not keepdims:
        middle = squeeze(middle)
    return items(Tuple((middle, spread)), 2)


def logsumexp(data, axis=None, keepdims=False):
    """The logarithm of a sum of exponentials, without overflow."""
    axis = _axes(axis)
    greatest = _max(data, axis, True)
    result = _log(_sum(_exp(data - greatest), axis, True)) + greatest
    return result if keepdims else squeeze(result, axis)


def __getattr__(name):
    # TVM has the other functions here, too. They are made from the table.
    return made_of_table(__name__, name)
