"""Operators whose attributes are tensors. Functions of `relay.op` make their calls if an argument is a tensor."""

from .. import transform as _transform
from . import image, nn


def __getattr__(name):
    return getattr(_transform, name)
