"""Finds the weights of matrix products that are sparse enough for blocks."""

from ...topi.sparse.blocks import BlockMatrix
from ._sparse import SparseAnalysisResult, replace_weight, weights_of


def process_params(expr, params, block_size, sparsity_threshold):
    """Finds the weights of nn.dense whose share of zeros reaches the threshold.

    In `params`, the arrays of their blocks, NAME.data, NAME.indices and NAME.indptr, replace them. Raises ValueError if blocks
    of this size do not divide a weight.
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
