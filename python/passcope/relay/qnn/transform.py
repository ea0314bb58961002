"""Passes that put other operators in place of quantised ones."""

from ..transform import Legalize as _legalize


def CanonicalizeOps():
    """Writes quantised operators in others."""
    return _legalize("FTVMQnnCanonicalize")


def Legalize():
    """Lets quantised operators put others in their place, by what is registered as `FTVMQnnLegalize`."""
    return _legalize("FTVMQnnLegalize")
