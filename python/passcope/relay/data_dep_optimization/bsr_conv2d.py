"""Makes weights of convolutions block sparse."""

from .. import transform
from ..analysis.sparse_conv2d import process_params
from .utils import _run_opt_pass


def convert(func, params, blocksize, sparsity_threshold, layout="NHWC", kernel_size=1):
    """The function with block sparse weights, and its parameters. Weights whose share of zeros reaches the threshold are
    converted.

    Changes `params`: three arrays replace each converted weight.
    """
    found = process_params(func, params, blocksize, sparsity_threshold, layout, kernel_size)
    made = transform.Conv2dToSparse(found.weight_name, found.weight_shape, layout, kernel_size)
    return _run_opt_pass(func, made), params


def convert2(func, params, blocksize, sparsity_threshold, layout, kernel_size):
    """The same for weights that are constants of the function. The parameters do not change."""
    made = transform.Conv2dToSparse2(layout, kernel_size, blocksize, sparsity_threshold)
    return _run_opt_pass(func, made), params
