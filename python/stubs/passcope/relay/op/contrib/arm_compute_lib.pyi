# Made by python/tools/describe.py.
"""What the Arm Compute Library takes: tensors in NHWC."""

from typing import Any

from passcope.relay.dataflow_pattern import is_constant as is_constant
from passcope.relay.dataflow_pattern import is_expr as is_expr
from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import is_tuple as is_tuple
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.expr import const as const
from passcope.relay.qnn.op.legalizations import is_depthwise_conv2d as is_depthwise_conv2d
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table

def is_arm_compute_runtime_enabled() -> Any:
    """Whether programs can run on it: they cannot, unless a script registers what says so."""

def conv2d(call: Any) -> Any:
    """Convolutions of one image."""

def qnn_conv2d(call: Any) -> Any:
    """Quantised convolutions of one image."""

def depthwise_conv2d(attrs: Any, args: Any) -> Any:
    """Convolutions of each channel by itself with kernels of 3 × 3 or 5 × 5."""

def dense(call: Any) -> Any:
    """Matrix products."""

def qnn_dense(call: Any) -> Any:
    """Quantised matrix products."""

def check_dilation(attrs: Any) -> Any:
    """Whether pooling takes neighbours."""

def max_pool2d(call: Any) -> Any:
    """The greatest of a window."""

def avg_pool2d(call: Any, from_quantized_composite: bool = False) -> Any:
    """The mean of a window."""

def qnn_add(call: Any) -> Any:
    """Sums of quantised numbers."""

def arm_compute_lib_pattern_table(disabled_ops: Any = ('concatenate',)) -> Any:
    """The rows for MergeComposite. Operators by their names can be left out: "concatenate"."""

def partition_for_arm_compute_lib(mod: Any, params: Any = None, disabled_ops: Any = ('concatenate',), **opts: Any) -> Any:
    """The module with what the library takes in functions of its own."""
