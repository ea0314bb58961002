"""Which weights of matrix products are worth keeping in blocks."""

from ...topi.sparse.blocks import BlockMatrix
from ._sparse import SparseAnalysisResult, replace_weight, weights_of


def process_params(expr, params, block_size, sparsity_threshold):
    """The weights of nn.dense of which at least this share is zero.

    In `params` the arrays of their blocks, NAME.data, NAME.indices and NAME.indptr, take their places. Raises ValueError
    where a weight is not made of blocks of this size.
    """
    import numpy as np

    found = SparseAnalysisResult([], [])
    for name in weights_of(expr, "nn.dense"):
        weight = params[name].numpy()
        if 1 - np.count_nonzero(weight) / weight.size >= sparsity_threshold:
            arrays = BlockMatrix(weight, tuple(block_size)).arrays()
            found.weight_name.append(name)
            found.weight_shape.append(replace_weight(params, name, arrays))
    return found
