"""Makes weights of matrix products block sparse."""

from .. import transform
from ..analysis.sparse_dense import process_params
from .utils import _run_opt_pass


def convert(func, params, blocksize, sparsity_threshold):
    """The function with block sparse weights, and its parameters. Weights whose share of zeros reaches the threshold are
    converted.

    Changes `params`: three arrays replace each converted weight.
    """
    found = process_params(func, params, blocksize, sparsity_threshold)
    return _run_opt_pass(func, transform.DenseToSparse(found.weight_name, found.weight_shape)), params
