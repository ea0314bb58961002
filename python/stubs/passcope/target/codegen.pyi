# Made by python/tools/describe.py.
"""Code generation, of which nothing is here."""

from typing import Any

def llvm_version_major(allow_none: bool = False) -> Any:
    """The version of LLVM: 0, since there is none."""
