# Made by python/tools/describe.py.
"""Layers of networks, whose weights are variables named after them."""

from typing import Any

from passcope.relay import op as op
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleGetItem as TupleGetItem
from passcope.relay.expr import var as var

def batch_norm_infer(data: Any, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, **kwargs: Any) -> Any:
    """The output of a batch normalization."""

def conv1d(data: Any, weight: Any = None, **kwargs: Any) -> Any:
    """A convolution over one axis."""

def conv2d(data: Any, weight: Any = None, **kwargs: Any) -> Any:
    """A convolution over two axes."""

def conv3d(data: Any, weight: Any = None, **kwargs: Any) -> Any:
    """A convolution over three axes."""

def conv2d_transpose(data: Any, weight: Any = None, **kwargs: Any) -> Any:
    """A transposed convolution over two axes."""

def dense_add_bias(data: Any, weight: Any = None, bias: Any = None, units: Any = None, **kwargs: Any) -> Any:
    """A dense layer with a bias."""

def conv_kernel_layout(data_layout: Any, is_depthwise: bool = False) -> Any:
    """The layout of the weights that goes with a layout of the data. Raises ValueError for others than NCHW and NHWC."""
