# Made by python/tools/describe.py.
"""Which weights of convolutions are worth keeping in blocks."""

from typing import Any

from passcope.runtime.ndarray import array as array
from passcope.topi.sparse.blocks import BlockMatrix as BlockMatrix
from passcope.topi.sparse.blocks import flat_weight as flat_weight

def process_params(expr: Any, params: Any, block_size: Any, sparsity_threshold: Any, layout: Any, kernel_size: Any, reg_task_input: bool = True) -> Any:
    """The weights of nn.conv2d with kernels of 1 × 1 or 3 × 3, whichever `kernel_size` says, that have few values.

    Of a kernel of 1 × 1 at least this share of values is zero, of one of 3 × 3 at least this share of values is in blocks
    that are all zero. In `params` the arrays of their blocks take their places.
    """
