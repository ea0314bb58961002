"""Matrix products whose weights have few values, over blocks of these."""

from .. import transform
from ..analysis.sparse_dense import process_params
from .utils import _run_opt_pass


def convert(func, params, blocksize, sparsity_threshold):
    """The function over weights in blocks, where at least this share of a weight is zero, and its parameters.

    `params` is changed: three arrays take the place of each such weight.
    """
    found = process_params(func, params, blocksize, sparsity_threshold)
    return _run_opt_pass(func, transform.DenseToSparse(found.weight_name, found.weight_shape)), params
