# Made by python/tools/describe.py.
"""What Apple's BNNS takes."""

from typing import Any

from passcope.relay.dataflow_pattern import is_expr as is_expr
from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.expr import const as const
from passcope.relay.op.contrib.register import get_pattern_table as get_pattern_table
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table

def conv2d_check(call: Any) -> Any:
    """Convolutions of images in NCHW with constant weights."""

def dense(call: Any) -> Any:
    """Matrix products with constant weights."""

def instance_norm_check(call: Any) -> Any:
    """Normalisations with constant scales and shifts."""

def bias_check(call: Any) -> Any:
    """Whether an addition adds a constant for each channel."""

def check_conv(matched: Any) -> Any:
    """Whether what a pattern matched is a convolution that is taken, with a bias that is."""

def make_conv_pattern(with_bias: bool = True, activation: Any = 'none') -> Any:
    """A convolution with what follows it."""

def make_dense_bias_pattern() -> Any:
    """A matrix product and a bias."""

def make_dense_bias_gelu_pattern() -> Any:
    """The same, and GELU by tanh (Hendrycks and Gimpel, 2016)."""

def pattern_table() -> Any:
    """The rows for MergeComposite, the largest patterns first."""

def partition_for_bnns(mod: Any, params: Any = None) -> Any:
    """The module with what BNNS takes in functions of its own."""
