# Made by python/tools/describe.py.
"""What CUTLASS takes: matrix products, and convolutions in NHWC."""

from typing import Any

from passcope.relay.dataflow_pattern import is_constant as is_constant
from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.op.contrib.register import get_pattern_table as get_pattern_table
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table

def check_dtype(lhs: Any, rhs: Any) -> Any:
    """Whether two types can be multiplied."""

def check_gemm(matched: Any) -> Any:
    """Whether a matrix product is taken."""

def check_batch_matmul(matched: Any) -> Any:
    """Whether a batch of matrix products is taken: of the rows of both factors."""

def check_conv2d_residual(matched: Any, binary_op: Any) -> Any:
    """Whether a convolution is taken, with something else of its shape added or multiplied."""

def make_gelu_pattern(bias_out: Any, out_dtype: Any = 'float16') -> Any:
    """GELU by the error function, which numbers of 16 bits are made larger for."""

def make_gemm_pattern(with_bias: bool = True, with_act: Any = None, out_dtype: Any = 'float16') -> Any:
    """A matrix product with what follows it: "relu" or "gelu". Raises ValueError for another."""

def make_conv2d_pattern(with_bias: bool = False, with_act: Any = None) -> Any:
    """A convolution with what follows it. Raises ValueError for an activation that is not known."""

def make_residual_block_pattern(tensor_op_out: Any, binary_op: Any = 'add', with_act: Any = 'relu') -> Any:
    """Something else added to, or multiplied with, a result."""

def pattern_table() -> Any:
    """The rows for MergeComposite, the largest patterns first."""

def partition_for_cutlass(mod: Any, params: Any = None) -> Any:
    """The module with what CUTLASS takes in functions of its own."""
