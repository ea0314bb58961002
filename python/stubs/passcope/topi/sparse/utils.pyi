# Made by python/tools/describe.py.
"""Sparse matrices for tests."""

from typing import Any

def random_bsr_matrix(m: Any, n: Any, bs_r: Any, bs_c: Any, density: Any, dtype: Any) -> Any:
    """A matrix of scipy in blocks, m × n with blocks bs_r × bs_c, of which so many have values."""
