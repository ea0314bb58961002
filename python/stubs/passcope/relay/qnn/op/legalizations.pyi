# Made by python/tools/describe.py.
"""Functions on reals that quantised operators stand for."""

from typing import Any

def hardswish_func(x: Any) -> Any:
    """x · min(max(x + 3, 0), 6) / 6, for arrays (Howard et al., "Searching for MobileNetV3", 2019)."""
