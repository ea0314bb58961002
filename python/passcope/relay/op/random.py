"""Random numbers that are functions of a key."""

import sys

from ...runtime.ndarray import array
from ..expr import Constant
from ._build import constant, fill, listed, make


def threefry_key(seed):
    """The key for a seed, an integer of up to 256 bits."""
    import numpy as np

    words = np.frombuffer(seed.to_bytes(32, sys.byteorder), dtype="uint64")
    rest = np.array([0, 0, 0, 0, 1 << 63, 0], dtype="uint64")
    return Constant(array(np.concatenate((words, rest))))


def uniform(key, shape, dtype="float32", low=0.0, high=1.0):
    """The next key, and uniformly distributed numbers between two bounds."""
    attrs = {"out_shape": listed(shape), "out_dtype": dtype}
    return make("random.uniform", [key, constant(low, dtype), constant(high, dtype)], attrs)


def normal(key, shape, dtype="float32", mean=0.0, scale=1.0):
    """The next key, and normally distributed numbers."""
    attrs = {"out_shape": listed(shape), "out_dtype": dtype}
    return make("random.normal", [key, constant(mean, dtype), constant(scale, dtype)], attrs)


fill(globals(), "random.")
