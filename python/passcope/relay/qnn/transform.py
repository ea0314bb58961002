"""Passes that replace quantised operators."""

from ..transform import Legalize as _legalize


def CanonicalizeOps():
    """Expresses quantised operators by other operators."""
    return _legalize("FTVMQnnCanonicalize")


def Legalize():
    """Replaces quantised operators by the rules that are registered as `FTVMQnnLegalize`.

    Within a target's `with`, convolutions and matrix products become operators that suit its processor (op/legalizations.py).
    """
    return _legalize("FTVMQnnLegalize")
