"""Convolutions whose weights have few values, over blocks of these."""

from .. import transform
from ..analysis.sparse_conv2d import process_params
from .utils import _run_opt_pass


def convert(func, params, blocksize, sparsity_threshold, layout="NHWC", kernel_size=1):
    """The function over weights in blocks, where at least this share of a weight is zero, and its parameters.

    `params` is changed: three arrays take the place of each such weight.
    """
    found = process_params(func, params, blocksize, sparsity_threshold, layout, kernel_size)
    made = transform.Conv2dToSparse(found.weight_name, found.weight_shape, layout, kernel_size)
    return _run_opt_pass(func, made), params


def convert2(func, params, blocksize, sparsity_threshold, layout, kernel_size):
    """The same for weights that are constants of the function; the parameters stay what they are."""
    made = transform.Conv2dToSparse2(layout, kernel_size, blocksize, sparsity_threshold)
    return _run_opt_pass(func, made), params
