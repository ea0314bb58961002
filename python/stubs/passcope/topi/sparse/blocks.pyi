# Made by python/tools/describe.py.
"""Matrices of which the blocks are kept that have values: what scipy calls a bsr_matrix."""

from typing import Any

class BlockMatrix:
    """The blocks of a matrix that are not all zero, row by row: `data`, `indices` and `indptr`.

    data [blocks, rows of a block, columns of a block] has the values, `indices` the column of each block counted in blocks,
    `indptr` the number of the first block of each row of blocks, and behind them that of all blocks. Raises ValueError
    where the matrix is not made of blocks of this size.
    """
    def __init__(self, values: Any, blocksize: Any = (1, 1)) -> None: ...
    @property
    def nnz(self) -> Any:
        """How many values are kept, zeros within blocks among them."""
    def toarray(self) -> Any:
        """The matrix."""
    def todense(self) -> Any:
        """The matrix."""
    def arrays(self) -> Any:
        """The three arrays of it in the engine."""

def flat_weight(weight: Any, layout: Any) -> Any:
    """The weight of a convolution as a matrix with a row for each output channel: OIHW for NCHW, HWIO for NHWC."""
