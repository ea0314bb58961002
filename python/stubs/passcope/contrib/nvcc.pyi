# Made by python/tools/describe.py.
"""CUDA's compiler, which is not called."""

from typing import Any

def have_fp16(compute_version: Any) -> Any:
    """Whether a device computes with half precision: there is none."""
