# Made by python/tools/describe.py.
"""What quantised convolutions and matrix products become for a kind of processor.

Rules take the attributes, the arguments (data, weight, their zero points, their scales), and the types of the arguments and
of the result. None leaves a call.
"""

from typing import Any

from passcope.target.target import Target as Target
from passcope.target.generic_func import generic_func as generic_func
from passcope.target.features import target_has_sse42 as target_has_sse42
from passcope.topi.utils import is_target as is_target
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import const as const

def hardswish_func(x: Any) -> Any:
    """x · min(max(x + 3, 0), 6) / 6, for arrays (Howard et al., "Searching for MobileNetV3", 2019)."""

def get_scalar_from_constant(expr: Any) -> Any:
    """The number of a constant of type int32 or float32. Raises ValueError for anything else."""

def helper_no_fast_int8_hw_legalization(attrs: Any, inputs: Any, types: Any, relay_op: Any) -> Any:
    """For processors that do not multiply bytes fast: the plain operator on 16 bits, less the zero points."""

def helper_change_dtypes_to_uint8_int8(attrs: Any, inputs: Any, types: Any, relay_op: Any) -> Any:
    """For instructions that multiply unsigned bytes by signed ones (VNNI)."""

def helper_change_dtypes_to_int8(attrs: Any, inputs: Any, types: Any, relay_op: Any) -> Any:
    """For instructions that multiply signed bytes (dp4a)."""

def helper_change_dtypes_to_be_same(attrs: Any, inputs: Any, types: Any, relay_op: Any) -> Any:
    """For instructions that multiply bytes of the same sign: the data gets the weight's."""

def is_fast_int8_on_intel() -> Any:
    """Whether the processor of the innermost target of `with` multiplies bytes fast, one of Intel's or AMD's."""

def qnn_conv2d_legalize(attrs: Any, inputs: Any, types: Any) -> Any:
    """What takes the place of a qnn.conv2d; by default nothing."""

def qnn_dense_legalize(attrs: Any, inputs: Any, types: Any) -> Any:
    """What takes the place of a qnn.dense; by default nothing."""

def qnn_conv2d_transpose_legalize(attrs: Any, inputs: Any, types: Any) -> Any:
    """What takes the place of a qnn.conv2d_transpose: nn.conv2d_transpose on 16 bits, less the zero points."""

def is_depthwise_conv2d(data_shape: Any, data_layout: Any, kernel_shape: Any, kernel_layout: Any, groups: Any) -> Any:
    """Whether a convolution works on each channel by itself."""
