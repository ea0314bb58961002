# Made by python/tools/describe.py.
"""What oneDNN takes."""

from typing import Any

from passcope.error import TVMError as TVMError
from passcope.relay.dataflow_pattern import is_constant as is_constant
from passcope.relay.dataflow_pattern import is_expr as is_expr
from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.expr import Call as Call
from passcope.relay.expr import Op as Op
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleGetItem as TupleGetItem
from passcope.relay.expr import const as const
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table

supported_post_elts: Any

def append_eltwise_ops(op: Any, eltwise: Any) -> Any:
    """The pattern of a function of elements over a pattern. Raises ValueError for one that is not supported."""

def make_conv_pattern(conv_name: Any, with_bias: bool = True, with_eltwise: Any = None) -> Any:
    """A convolution with what follows it."""

def make_dense_pattern(with_bias: bool = True, with_eltwise: Any = None) -> Any:
    """A matrix product with what follows it."""

def make_conv_bias_sum_relu_pattern(conv_type: Any, has_relu: bool = True) -> Any:
    """A convolution, a bias, and something else that is added."""

def make_dense_bias_sum_pattern() -> Any:
    """A matrix product, a bias, and something else that is added: a row of the table."""

def get_op_name(expr: Any) -> Any:
    """The name of the operator that an expression is a call of, or an item of one; empty where it is none."""

def get_shape(tensor: Any) -> Any:
    """The shape of a typed expression."""

def get_dtype(tensor: Any) -> Any:
    """The data type of a typed expression."""

def make_dnnl_pattern(op_name: Any, with_bias: Any, with_eltwise: Any) -> Any:
    """The row of an operator with what follows it. Raises TVMError for another than a convolution or a matrix product."""

def make_qnn_conv2d_pattern() -> Any:
    """The row of quantised convolutions."""

def make_qnn_dense_pattern() -> Any:
    """The row of quantised matrix products."""

def pattern_table() -> Any:
    """The rows for MergeComposite, the largest patterns of an operator first."""
