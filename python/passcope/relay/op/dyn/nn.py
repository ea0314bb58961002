"""Operators of `relay.op.nn` whose attributes are tensors."""

from .. import nn as _nn


def __getattr__(name):
    return getattr(_nn, name)
