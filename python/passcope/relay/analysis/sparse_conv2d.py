"""Finds the weights of convolutions that are sparse enough for blocks."""

from ...runtime.ndarray import array
from ...topi.sparse.blocks import BlockMatrix, flat_weight
from ._sparse import SparseAnalysisResult, replace_weight, weights_of


def process_params(expr, params, block_size, sparsity_threshold, layout, kernel_size, reg_task_input=True):
    """Finds the sparse weights of nn.conv2d with kernels of 1 × 1 or 3 × 3; `kernel_size` selects them.

    With 1 × 1, the share of zeros must reach the threshold; with 3 × 3, the share of values in zero blocks. In `params`, the
    arrays of the blocks replace the weights.
    """
    import numpy as np

    found = SparseAnalysisResult([], [])
    for name in weights_of(expr, "nn.conv2d"):
        weight = params[name].numpy()
        height, width = weight.shape[:2] if layout == "NHWC" else weight.shape[2:]
        if not height == width == kernel_size or kernel_size not in (1, 3):
            continue
        blocks = BlockMatrix(flat_weight(weight, layout), tuple(block_size))
        values = np.count_nonzero(weight) if kernel_size == 1 else blocks.nnz
        if 1 - values / weight.size < sparsity_threshold:
            continue
        data, indices, indptr = blocks.arrays()
        if kernel_size == 1 and block_size[1] == 1:
            data = array(blocks.data[:, :, 0])
        found.weight_name.append(name)
        found.weight_shape.append(replace_weight(params, name, (data, indices, indptr)))
    return found
