# Made by python/tools/describe.py.
"""Passes that put other operators in place of quantised ones."""

from typing import Any

def CanonicalizeOps() -> Any:
    """Writes quantised operators in others."""

def Legalize() -> Any:
    """Lets quantised operators put others in their place, by what is registered as `FTVMQnnLegalize`.

    Within a target's `with`, convolutions and matrix products become what its processor is good at (op/legalizations.py).
    """
