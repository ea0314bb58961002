# Made by python/tools/describe.py.
"""Convolutions whose weights have few values, over blocks of these."""

from typing import Any

from passcope.relay import transform as transform
from passcope.relay.analysis.sparse_conv2d import process_params as process_params

def convert(func: Any, params: Any, blocksize: Any, sparsity_threshold: Any, layout: Any = 'NHWC', kernel_size: Any = 1) -> Any:
    """The function over weights in blocks, where at least this share of a weight is zero, and its parameters.

    `params` is changed: three arrays take the place of each such weight.
    """

def convert2(func: Any, params: Any, blocksize: Any, sparsity_threshold: Any, layout: Any, kernel_size: Any) -> Any:
    """The same for weights that are constants of the function; the parameters stay what they are."""
