"""Operators whose attributes are tensors. Functions of `relay.op` make their calls when they are given tensors."""

from .. import transform as _transform
from . import image, nn


def __getattr__(name):
    return getattr(_transform, name)
