"""Operators of `relay.op.image` whose attributes are tensors."""

from .. import image as _image


def __getattr__(name):
    return getattr(_image, name)
