"""Passes that put other operators in place of quantised ones."""

from ..transform import Legalize as _legalize


def CanonicalizeOps():
    """Writes quantised operators in others."""
    return _legalize("FTVMQnnCanonicalize")


def Legalize():
    """Lets quantised operators put others in their place, by what is registered as `FTVMQnnLegalize`.

    Within a target's `with`, convolutions and matrix products become what its processor is good at (op/legalizations.py).
    """
    return _legalize("FTVMQnnLegalize")
