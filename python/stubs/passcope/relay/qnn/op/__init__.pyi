# Made by python/tools/describe.py.
"""Functions that make calls of quantised operators."""

from typing import Any

import passcope.relay.expr
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleWrapper as TupleWrapper
from passcope.relay.expr import const as const
from passcope.ir.op import register_op_attr as register_op_attr
from . import canonicalizations as canonicalizations
from . import legalizations as legalizations
from . import qnn as qnn

SQNN_DTYPE_TO_CODE: Any

def register_qnn_legalize(op_name: Any, legal_op: Any = None, level: Any = 10) -> Any:
    """What `qnn.transform.Legalize` puts in place of a call. Usable as a decorator."""

def register_qnn_canonicalize(op_name: Any, legal_op: Any = None, level: Any = 10) -> Any:
    """What `qnn.transform.CanonicalizeOps` puts in place of a call. Usable as a decorator."""

def concatenate(data: Any, input_scales: Any, input_zero_points: Any, output_scale: Any, output_zero_point: Any, axis: Any) -> Any:
    """Quantised tensors joined along an axis."""

def simulated_quantize(data: Any, output_scale: Any, output_zero_point: Any, axis: Any = -1, out_dtype: Any = 'int8') -> Any:
    """What quantising does to the values, in reals."""

def simulated_dequantize(data: Any, input_scale: Any, input_zero_point: Any, axis: Any = -1, in_dtype: Any = 'int8') -> Any:
    """The inverse of simulated_quantize."""

class RequantizeConfig:
    """How calls of requantize round that do not say so, within `with`."""
    def __init__(self, rounding: Any = 'UPWARD', compute_dtype: Any = 'int64') -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...

def requantize_config(**kwargs: Any) -> Any:
    """A RequantizeConfig; what is left out has its default."""

def current_requantize_config() -> Any:
    """The innermost configuration that is entered, or the default one."""

def requantize(data: Any, input_scale: Any, input_zero_point: Any, output_scale: Any, output_zero_point: Any, axis: Any = -1, rounding: Any = 'None', compute_dtype: Any = 'None', out_dtype: Any = 'int8') -> Any:
    """The tensor with other scales and zero points.

    "None" leaves rounding and the type of the computation to the configuration: to the one that is entered here, if
    any, and otherwise to the engine's defaults when the call is taken apart.
    """

def batch_matmul(x: Any, y: Any, x_zero_point: Any, y_zero_point: Any, x_scale: Any, y_scale: Any, out_dtype: Any = 'int32') -> Any:
    """Products of matrices [B, M, K] and [B, N, K]."""

def quantize(data: Any, output_scale: Any, output_zero_point: Any, axis: int = -1, out_dtype: Any = 'int8') -> passcope.relay.expr.Call:
    """Reals as quantized integers.

    data: The input tensor.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    axis: The axis along which vectors of scales and zero points lie.
    out_dtype: The data type of the result.
    """

def dequantize(data: Any, input_scale: Any, input_zero_point: Any, axis: int = -1) -> passcope.relay.expr.Call:
    """The reals that quantized integers stand for.

    data: The quantized tensor.
    input_scale: The scale of the input.
    input_zero_point: The zero point of the input.
    axis: The axis along which vectors of scales and zero points lie.
    """

def conv2d(data: Any, kernel: Any, input_zero_point: Any, kernel_zero_point: Any, input_scale: Any, kernel_scale: Any, kernel_size: Any, channels: int | None, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """nn.conv2d of quantized tensors.

    data: The quantized tensor.
    input_zero_point: The zero point of the input.
    input_scale: The scale of the input.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    channels: The number of output channels; taken from the weight when it is left out.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def conv2d_transpose(data: Any, weight: Any, input_zero_point: Any, kernel_zero_point: Any, input_scale: Any, kernel_scale: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW', kernel_layout: str = 'IOHW', out_layout: str = '', output_padding: Any = (0, 0), out_dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """nn.conv2d_transpose of quantized tensors.

    data: The quantized tensor.
    weight: The quantized weight.
    input_zero_point: The zero point of the input.
    input_scale: The scale of the input.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    output_padding: What is added to the end of each spatial axis of the result, which the strides leave undetermined.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def add(lhs: Any, rhs: Any, lhs_scale: Any, lhs_zero_point: Any, rhs_scale: Any, rhs_zero_point: Any, output_scale: Any, output_zero_point: Any, lhs_axis: int = -1, rhs_axis: int = -1) -> passcope.relay.expr.Call:
    """The sum of quantized tensors.

    lhs: The left operand.
    rhs: The right operand.
    lhs_scale: The scale of the left operand.
    lhs_zero_point: The zero point of the left operand.
    rhs_scale: The scale of the right operand.
    rhs_zero_point: The zero point of the right operand.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    lhs_axis: The axis along which vectors of scales and zero points lie.
    rhs_axis: The axis along which vectors of scales and zero points lie.
    """

def dense(data: Any, weight: Any, input_zero_point: Any, kernel_zero_point: Any, input_scale: Any, kernel_scale: Any, units: int | None, out_dtype: Any = 'int32') -> passcope.relay.expr.Call:
    """nn.dense of quantized tensors.

    data: The quantized tensor.
    weight: The quantized weight.
    input_zero_point: The zero point of the input.
    input_scale: The scale of the input.
    units: The number of output features.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def mul(lhs: Any, rhs: Any, lhs_scale: Any, lhs_zero_point: Any, rhs_scale: Any, rhs_zero_point: Any, output_scale: Any, output_zero_point: Any, lhs_axis: int = -1, rhs_axis: int = -1) -> passcope.relay.expr.Call:
    """The product of quantized tensors.

    lhs: The left operand.
    rhs: The right operand.
    lhs_scale: The scale of the left operand.
    lhs_zero_point: The zero point of the left operand.
    rhs_scale: The scale of the right operand.
    rhs_zero_point: The zero point of the right operand.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    lhs_axis: The axis along which vectors of scales and zero points lie.
    rhs_axis: The axis along which vectors of scales and zero points lie.
    """

def tanh(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def exp(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def sqrt(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def rsqrt(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def erf(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def abs(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def sigmoid(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def hardswish(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def log(x: Any, scale: Any, zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """The function of this name, of a quantized tensor.

    scale: The scale of the input.
    zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """

def subtract(lhs: Any, rhs: Any, lhs_scale: Any, lhs_zero_point: Any, rhs_scale: Any, rhs_zero_point: Any, output_scale: Any, output_zero_point: Any, lhs_axis: int = -1, rhs_axis: int = -1) -> passcope.relay.expr.Call:
    """The difference of quantized tensors.

    lhs: The left operand.
    rhs: The right operand.
    lhs_scale: The scale of the left operand.
    lhs_zero_point: The zero point of the left operand.
    rhs_scale: The scale of the right operand.
    rhs_zero_point: The zero point of the right operand.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    lhs_axis: The axis along which vectors of scales and zero points lie.
    rhs_axis: The axis along which vectors of scales and zero points lie.
    """

def leaky_relu(x: Any, alpha: float, input_scale: Any, input_zero_point: Any, output_scale: Any, output_zero_point: Any) -> passcope.relay.expr.Call:
    """nn.leaky_relu of a quantized tensor.

    alpha: The slope for negative values.
    input_scale: The scale of the input.
    input_zero_point: The zero point of the input.
    output_scale: The scale of the result.
    output_zero_point: The zero point of the result.
    """
