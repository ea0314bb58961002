"""Helpers of TVM's tests."""

from .relay import testing as _relay
from .runtime.ndarray import cpu


def enabled_targets():
    """The targets that programs can run on, with their devices."""
    return [("llvm", cpu(0))]


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7):
    """As numpy's, after a check of the shapes."""
    import numpy as np

    actual, desired = np.asanyarray(actual), np.asanyarray(desired)
    np.testing.assert_allclose(actual.shape, desired.shape)
    np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=True)
