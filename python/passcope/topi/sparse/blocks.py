"""Matrices of which only the nonzero blocks are stored, as scipy's bsr_matrix."""

from ...runtime.ndarray import array


class BlockMatrix:
    """The blocks of a matrix that are not all zero, row by row: `data`, `indices` and `indptr`.

    data [blocks, rows of a block, columns of a block] has the values. `indices` has the column of each block, counted in
    blocks. `indptr` has the index of the first block of each block row, and at the end the number of blocks. Raises ValueError
    if blocks of this size do not divide the matrix.
    """

    def __init__(self, values, blocksize=(1, 1)):
        import numpy as np

        values = np.asarray(values)
        rows, columns = blocksize
        if values.ndim != 2 or values.shape[0] % rows or values.shape[1] % columns:
            raise ValueError(f"a matrix of shape {values.shape} is not made of blocks {rows} × {columns}")
        self.shape, self.dtype, self.blocksize = values.shape, values.dtype, (rows, columns)
        down, across = values.shape[0] // rows, values.shape[1] // columns
        grid = values.reshape(down, rows, across, columns).transpose(0, 2, 1, 3)
        filled = (grid != 0).any(axis=(2, 3))
        self.data = np.ascontiguousarray(grid[filled])
        self.indices = np.nonzero(filled)[1].astype("int32")
        self.indptr = np.concatenate([[0], np.cumsum(filled.sum(axis=1))]).astype("int32")

    @property
    def nnz(self):
        """The number of stored values, including zeros within blocks."""
        return int(self.data.size)

    def toarray(self):
        """The matrix."""
        import numpy as np

        rows, columns = self.blocksize
        grid = np.zeros((self.shape[0] // rows, self.shape[1] // columns, rows, columns), self.dtype)
        for row, (first, last) in enumerate(zip(self.indptr, self.indptr[1:])):
            grid[row, self.indices[first:last]] = self.data[first:last]
        return grid.transpose(0, 2, 1, 3).reshape(self.shape)

    todense = toarray

    def arrays(self):
        """The three arrays as arrays of the engine."""
        return array(self.data), array(self.indices), array(self.indptr)


def flat_weight(weight, layout):
    """The weight of a convolution as a matrix with a row for each output channel: OIHW for NCHW, HWIO for NHWC."""
    if layout == "NHWC":
        return weight.reshape(-1, weight.shape[-1]).T
    return weight.reshape(weight.shape[0], -1)
