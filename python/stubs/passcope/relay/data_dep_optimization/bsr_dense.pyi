# Made by python/tools/describe.py.
"""Matrix products whose weights have few values, over blocks of these."""

from typing import Any

from passcope.relay import transform as transform
from passcope.relay.analysis.sparse_dense import process_params as process_params

def convert(func: Any, params: Any, blocksize: Any, sparsity_threshold: Any) -> Any:
    """The function over weights in blocks, where at least this share of a weight is zero, and its parameters.

    `params` is changed: three arrays take the place of each such weight.
    """
