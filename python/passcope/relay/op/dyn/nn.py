"""Operators of `relay.op.nn` whose attributes are tensors."""


def __getattr__(name):
    from .. import nn

    return getattr(nn, name)
