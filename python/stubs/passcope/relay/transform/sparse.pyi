# Made by python/tools/describe.py.
"""Matrix products and convolutions whose weights have few values that are not zero, over blocks of these.

A weight `w` in blocks is three arrays: `w.data` [blocks, rows, columns], `w.indices`, the columns of the blocks, and
`w.indptr`, where each row of blocks begins.
"""

from typing import Any

from passcope.relay.dataflow_pattern import DFPatternCallback as DFPatternCallback
from passcope.relay.dataflow_pattern import is_constant as is_constant
from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import is_var as is_var
from passcope.relay.dataflow_pattern import rewrite as rewrite
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import var as var
from passcope.relay.function import Function as Function

def DenseToSparse(weight_name: Any, weight_shape: Any) -> Any:
    """Computes nn.dense with certain weights, variables by their names, by nn.sparse_dense.

    `weight_shape` has for each the shape of its blocks and the lengths of its indices and of its starts:
    `relay.analysis.sparse_dense.process_params` says both.
    """

def Conv2dToSparse(weight_name: Any, weight_shape: Any, layout: Any, kernel_size: Any) -> Any:
    """Computes nn.conv2d with certain weights, variables by their names, by nn.sparse_conv2d."""

def Conv2dToSparse2(layout: Any, kernel_size: Any, blocksize: Any, sparsity_threshold: Any) -> Any:
    """Computes nn.conv2d with constant weights by nn.sparse_conv2d, where this share of a weight's blocks is all zero.

    Only convolutions of this layout and kernel with strides of 1 are looked at.
    """
