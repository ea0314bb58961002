# Made by python/tools/describe.py.
"""Passes that put other operators in place of quantised ones."""

from typing import Any

def CanonicalizeOps() -> Any:
    """Writes quantised operators in others."""

def Legalize() -> Any:
    """Lets quantised operators put others in their place, by what is registered as `FTVMQnnLegalize`."""
