"""Operators whose attributes are tensors. Functions of `relay.op` make their calls when they are given tensors."""

from . import image, nn


def __getattr__(name):
    from ... import op

    return getattr(op, name)
