"""Operators of `relay.op.image` whose attributes are tensors."""


def __getattr__(name):
    from .. import image

    return getattr(image, name)
