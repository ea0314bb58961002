# Made by python/tools/describe.py.
"""CUDA's library of kernels, which is not here."""

from typing import Any

def exists() -> Any:
    """Whether the library is there: it is not."""
