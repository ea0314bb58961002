# Made by python/tools/describe.py.
"""Which weights of matrix products are worth keeping in blocks."""

from typing import Any

from passcope.topi.sparse.blocks import BlockMatrix as BlockMatrix

def process_params(expr: Any, params: Any, block_size: Any, sparsity_threshold: Any) -> Any:
    """The weights of nn.dense of which at least this share is zero.

    In `params` the arrays of their blocks, NAME.data, NAME.indices and NAME.indptr, take their places. Raises ValueError
    where a weight is not made of blocks of this size.
    """
