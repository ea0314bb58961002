# Made by python/tools/describe.py.
"""Operators of neural networks."""

from typing import Any

import passcope.relay.expr
from passcope.relay.expr import Constant as Constant

def matmul(tensor_a: Any, tensor_b: Any, units: Any = None, out_dtype: Any = '', transpose_a: bool = False, transpose_b: bool = False) -> Any:
    """A product of matrices; with the second one alone transposed it is nn.dense, as in TVM."""

def pad(data: Any, pad_width: Any, pad_value: Any = 0, pad_mode: Any = 'constant') -> Any:
    """The tensor with elements added around it."""

def dropout_raw(data: Any, rate: Any = 0.5) -> Any:
    """nn.dropout with both of its results: the output and the mask."""

def dropout(data: Any, rate: Any = 0.5) -> Any:
    """The output of nn.dropout."""

def sparse_dense(dense_mat: Any, sparse_mat: Any, sparse_lhs: bool = False) -> Any:
    """A product of a dense and a sparse matrix."""

def sparse_transpose(x: Any) -> Any:
    """A sparse matrix transposed."""

def sparse_add(dense_mat: Any, sparse_mat: Any) -> Any:
    """A sum of a dense and a sparse matrix."""

def upsampling(data: Any, scale_h: Any = 1, scale_w: Any = 1, layout: Any = 'NCHW', method: Any = 'nearest_neighbor', align_corners: bool = False) -> Any:
    """The image enlarged."""

def upsampling3d(data: Any, scale_d: Any = 1, scale_h: Any = 1, scale_w: Any = 1, layout: Any = 'NCDHW', method: Any = 'nearest_neighbor', coordinate_transformation_mode: Any = 'half_pixel') -> Any:
    """The volume enlarged."""

def get_pad_tuple1d(padding: Any) -> Any:
    """What is added left and right, of one number or two."""

def get_pad_tuple2d(padding: Any) -> Any:
    """What is added at the top, left, bottom and right, of one, two or four numbers."""

def get_pad_tuple3d(padding: Any) -> Any:
    """What is added before each axis of a volume, then what is added behind it, of one, three or six numbers."""

def global_max_pool1d(data: Any, layout: Any = 'NCW', out_layout: Any = '') -> Any:
    """The max over all places."""

def global_avg_pool1d(data: Any, layout: Any = 'NCW', out_layout: Any = '') -> Any:
    """The avg over all places."""

def global_max_pool3d(data: Any, layout: Any = 'NCDHW', out_layout: Any = '') -> Any:
    """The max over all places."""

def global_avg_pool3d(data: Any, layout: Any = 'NCDHW', out_layout: Any = '') -> Any:
    """The avg over all places."""

def conv1d(data: Any, weight: Any, strides: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCW', kernel_layout: str = 'OIW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A convolution over one spatial axis.

    data: The input tensor.
    weight: The kernel.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def conv2d(data: Any, weight: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A convolution over two spatial axes.

    data: The input tensor.
    weight: The kernel.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def conv3d(data: Any, weight: Any, strides: Any = (1, 1, 1), padding: Any = (0, 0, 0), dilation: Any = (1, 1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCDHW', kernel_layout: str = 'OIDHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A convolution over three spatial axes.

    data: The input tensor.
    weight: The kernel.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def contrib_conv3d_winograd_without_weight_transform(data: Any, weight: Any, tile_size: int, strides: Any = (1, 1, 1), padding: Any = (0, 0, 0), dilation: Any = (1, 1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCDHW', kernel_layout: str = 'OIDHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A 3D convolution by Winograd's algorithm, of a transformed weight.

    data: The input tensor.
    weight: The kernel.
    tile_size: How many results of each spatial axis are computed together, 4 for F(4x4, 3x3).
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def conv3d_transpose(data: Any, weight: Any, strides: Any = (1, 1, 1), padding: Any = (0, 0, 0), dilation: Any = (1, 1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCDHW', kernel_layout: str = 'OIDHW', out_layout: str = '', output_padding: Any = (0, 0, 0), out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The transpose of a convolution over three spatial axes.

    data: The input tensor.
    weight: The kernel.
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

def conv2d_transpose(data: Any, weight: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW', kernel_layout: str = 'IOHW', out_layout: str = '', output_padding: Any = (0, 0), out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The transpose of a convolution over two spatial axes.

    data: The input tensor.
    weight: The kernel.
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

def conv1d_transpose(data: Any, weight: Any, strides: Any = (1,), padding: Any = (0,), dilation: Any = (1,), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCW', kernel_layout: str = 'OIW', out_layout: str = '', output_padding: Any = (0,), out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The transpose of a convolution over one spatial axis.

    data: The input tensor.
    weight: The kernel.
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

def softmax(data: Any, axis: int = -1) -> passcope.relay.expr.Call:
    """exp(x), divided by the sum of exp(x) along the axis.

    data: The input tensor.
    axis: The axis along which the results add up to one.
    """

def fast_softmax(data: Any, axis: int = -1) -> passcope.relay.expr.Call:
    """nn.softmax with an approximation of exp.

    data: The input tensor.
    axis: The axis along which the results add up to one.
    """

def log_softmax(data: Any, axis: int = -1) -> passcope.relay.expr.Call:
    """The logarithm of nn.softmax.

    data: The input tensor.
    axis: The axis along which the results add up to one.
    """

def max_pool1d(data: Any, pool_size: Any = (1,), strides: Any = (1,), dilation: Any = (1,), padding: Any = (0,), layout: str = 'NCW', out_layout: str = '', ceil_mode: bool = False) -> passcope.relay.expr.Call:
    """The greatest value in each window.

    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    dilation: The distance between neighbouring elements of the window.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    """

def max_pool2d(data: Any, pool_size: Any = (1, 1), strides: Any = (1, 1), dilation: Any = (1, 1), padding: Any = (0, 0), layout: str = 'NCHW', out_layout: str = '', ceil_mode: bool = False) -> passcope.relay.expr.Call:
    """The greatest value in each window.

    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    dilation: The distance between neighbouring elements of the window.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    """

def max_pool3d(data: Any, pool_size: Any = (1, 1, 1), strides: Any = (1, 1, 1), dilation: Any = (1, 1, 1), padding: Any = (0, 0, 0), layout: str = 'NCDHW', out_layout: str = '', ceil_mode: bool = False) -> passcope.relay.expr.Call:
    """The greatest value in each window.

    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    dilation: The distance between neighbouring elements of the window.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    """

def avg_pool1d(data: Any, pool_size: Any = (1,), strides: Any = (1,), dilation: Any = (1,), padding: Any = (0,), layout: str = 'NCW', out_layout: str = '', ceil_mode: bool = False, count_include_pad: bool = False) -> passcope.relay.expr.Call:
    """The average of each window.

    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    dilation: The distance between neighbouring elements of the window.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    count_include_pad: Whether the padding counts as elements of the average.
    """

def avg_pool2d(data: Any, pool_size: Any = (1, 1), strides: Any = (1, 1), dilation: Any = (1, 1), padding: Any = (0, 0), layout: str = 'NCHW', out_layout: str = '', ceil_mode: bool = False, count_include_pad: bool = False) -> passcope.relay.expr.Call:
    """The average of each window.

    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    dilation: The distance between neighbouring elements of the window.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    count_include_pad: Whether the padding counts as elements of the average.
    """

def avg_pool3d(data: Any, pool_size: Any = (1, 1, 1), strides: Any = (1, 1, 1), dilation: Any = (1, 1, 1), padding: Any = (0, 0, 0), layout: str = 'NCDHW', out_layout: str = '', ceil_mode: bool = False, count_include_pad: bool = False) -> passcope.relay.expr.Call:
    """The average of each window.

    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    dilation: The distance between neighbouring elements of the window.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    count_include_pad: Whether the padding counts as elements of the average.
    """

def max_pool2d_grad(out_grad: Any, data: Any, pool_size: Any = (1, 1), strides: Any = (1, 1), padding: Any = (0, 0), layout: str = 'NCHW', out_layout: str = '', ceil_mode: bool = False) -> passcope.relay.expr.Call:
    """The gradient of nn.max_pool2d.

    out_grad: The gradient of the pooled data.
    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    """

def avg_pool2d_grad(out_grad: Any, data: Any, pool_size: Any = (1, 1), strides: Any = (1, 1), padding: Any = (0, 0), layout: str = 'NCHW', out_layout: str = '', ceil_mode: bool = False, count_include_pad: bool = False) -> passcope.relay.expr.Call:
    """The gradient of nn.avg_pool2d.

    out_grad: The gradient of the pooled data.
    data: The input tensor.
    pool_size: The spatial size of the window.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    ceil_mode: Whether a window that only begins inside the data counts (the size is rounded up instead of down).
    count_include_pad: Whether the padding counts as elements of the average.
    """

def global_max_pool2d(data: Any, layout: str = 'NCHW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The greatest value of each channel.

    data: The input tensor.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def global_avg_pool2d(data: Any, layout: str = 'NCHW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The average of each channel.

    data: The input tensor.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def batch_flatten(data: Any) -> passcope.relay.expr.Call:
    """All axes but the first made one.

    data: The input tensor.
    """

def bias_add(data: Any, bias: Any, axis: int = 1) -> passcope.relay.expr.Call:
    """A vector added along one axis.

    data: The input tensor.
    bias: The vector, as long as the axis.
    axis: The axis of the data along which the bias lies.
    """

def dense(data: Any, weight: Any, units: int | None | None = None, out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The data times the transposed weight.

    data: The input tensor.
    weight: The weight, (units, features).
    units: The number of output features.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def contrib_dense_pack(data: Any, weight: Any, weight_layout: str = 'NC', units: int | None | None = None, out_dtype: Any = '') -> passcope.relay.expr.Call:
    """nn.dense with a weight whose units lie in blocks.

    data: The input tensor.
    weight: The weight, in the layout weight_layout.
    weight_layout: The order of the weight's axes: N output features, C input features, with blocks such as NC8n.
    units: The number of output features.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def fifo_buffer(data: Any, buffer: Any, axis: int) -> passcope.relay.expr.Call:
    """A buffer with new data behind it, as much as it held before.

    data: What is new.
    buffer: What came before.
    axis: The axis along which what is new comes behind.
    """

def relu(data: Any) -> passcope.relay.expr.Call:
    """The input, or 0 where it is negative.

    data: The input tensor.
    """

def leaky_relu(data: Any, alpha: float = 0.01) -> passcope.relay.expr.Call:
    """The input, times alpha where it is negative.

    data: The input tensor.
    alpha: The slope for negative values.
    """

def prelu(data: Any, alpha: Any, axis: int = 1) -> passcope.relay.expr.Call:
    """The input, times its channel's alpha where it is negative.

    data: The input tensor.
    alpha: The slope of each channel for negative values.
    axis: The axis of the channels.
    """

def dilate(data: Any, strides: Any, dilation_value: float = 0.0) -> passcope.relay.expr.Call:
    """The data with other values put between its elements.

    data: The input tensor.
    strides: For each axis, the distance of neighbouring elements in the result.
    dilation_value: The value put in between.
    """

def mirror_pad(data: Any, pad_width: Any, mode: str = 'SYMMETRIC') -> passcope.relay.expr.Call:
    """The data with a border that mirrors it.

    data: The input tensor.
    pad_width: For each axis, how much is added before and after.
    mode: SYMMETRIC repeats the border element, REFLECT does not.
    """

def lrn(data: Any, size: int = 5, axis: int = 1, bias: float = 2, alpha: float = 1e-05, beta: float = 0.75) -> passcope.relay.expr.Call:
    """The input divided by a sum over neighbouring channels.

    data: The input tensor.
    size: How many neighbouring channels are summed.
    axis: The axis of the channels.
    bias: Added, so that nothing is divided by zero.
    alpha: Scales the sum of squares.
    beta: The exponent of the divisor.
    """

def l2_normalize(data: Any, eps: float, axis: Any = None) -> passcope.relay.expr.Call:
    """The input divided by its Euclidean norm.

    data: The input tensor.
    eps: The least norm that is divided by.
    axis: The axes over which the norm is taken.
    """

def batch_norm(data: Any, gamma: Any, beta: Any, moving_mean: Any, moving_var: Any, axis: int = 1, epsilon: float = 1e-05, center: bool = True, scale: bool = True) -> passcope.relay.expr.TupleWrapper:
    """Each channel normalized by the given mean and variance; gives the result and both.

    data: The input tensor.
    gamma: The factor of each channel.
    beta: The offset of each channel.
    moving_mean: The mean of each channel.
    moving_var: The variance of each channel.
    axis: The axis of the channels.
    epsilon: Added to the variance, so that nothing is divided by zero.
    center: Whether beta is added.
    scale: Whether gamma multiplies the result.
    """

def instance_norm(data: Any, gamma: Any, beta: Any, axis: int = 1, epsilon: float = 1e-05, center: bool = True, scale: bool = True) -> passcope.relay.expr.Call:
    """Each channel of each sample normalized to mean 0 and variance 1.

    data: The input tensor.
    gamma: The factor of each channel.
    beta: The offset of each channel.
    axis: The axis of the channels.
    epsilon: Added to the variance, so that nothing is divided by zero.
    center: Whether beta is added.
    scale: Whether gamma multiplies the result.
    """

def layer_norm(data: Any, gamma: Any, beta: Any, axis: int = -1, epsilon: float = 1e-05, center: bool = True, scale: bool = True) -> passcope.relay.expr.Call:
    """Each vector along the axis normalized to mean 0 and variance 1.

    data: The input tensor.
    gamma: The factor of each channel.
    beta: The offset of each channel.
    axis: The axis of the channels.
    epsilon: Added to the variance, so that nothing is divided by zero.
    center: Whether beta is added.
    scale: Whether gamma multiplies the result.
    """

def group_norm(data: Any, gamma: Any, beta: Any, num_groups: int, axis: int = 1, epsilon: float = 1e-05, center: bool = True, scale: bool = True) -> passcope.relay.expr.Call:
    """Each group of channels of each sample normalized to mean 0 and variance 1.

    data: The input tensor.
    gamma: The factor of each channel.
    beta: The offset of each channel.
    num_groups: Into how many groups the channels are split.
    axis: The axis of the channels.
    epsilon: Added to the variance, so that nothing is divided by zero.
    center: Whether beta is added.
    scale: Whether gamma multiplies the result.
    """

def batch_matmul(tensor_a: Any, tensor_b: Any, out_dtype: Any = '', transpose_a: bool = False, transpose_b: bool = True) -> passcope.relay.expr.Call:
    """The matrix products of two batches of matrices.

    tensor_a: The first matrix.
    tensor_b: The second matrix.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    transpose_a: Whether the last two axes of the first matrix are swapped.
    transpose_b: Whether the last two axes of the second matrix are swapped.
    """

def contrib_conv2d_winograd_without_weight_transform(data: Any, weight: Any, tile_size: int, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A 2D convolution by Winograd's algorithm, of a transformed weight.

    data: The input tensor.
    weight: The kernel.
    tile_size: How many results of each spatial axis are computed together, 4 for F(4x4, 3x3).
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def contrib_conv2d_gemm_without_weight_transform(data: Any, weight: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A 2D convolution as a matrix product, of a weight in tiles.

    data: The input tensor.
    weight: The kernel.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def contrib_conv2d_nchwc(data: Any, kernel: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW8c', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A 2D convolution of data whose channels lie in blocks, with a weight blocked to match.

    data: The input tensor.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def contrib_depthwise_conv2d_nchwc(data: Any, kernel: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW8c', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A depthwise 2D convolution of data whose channels lie in blocks.

    data: The input tensor.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def contrib_conv2d_winograd_weight_transform(weight: Any, tile_size: int) -> passcope.relay.expr.Call:
    """The weight of a 2D convolution transformed for Winograd's algorithm.

    weight: The kernel.
    tile_size: How many results of each spatial axis are computed together, 4 for F(4x4, 3x3).
    """

def contrib_conv2d_gemm_weight_transform(weights: Any, tile_rows: int, tile_cols: int) -> passcope.relay.expr.Call:
    """The weight of a 2D convolution as a matrix in tiles.

    tile_rows: How many output channels a tile of the weight has.
    tile_cols: How many elements of the window a tile of the weight has.
    """

def contrib_conv3d_winograd_weight_transform(weight: Any, tile_size: int) -> passcope.relay.expr.Call:
    """The weight of a 3D convolution transformed for Winograd's algorithm.

    weight: The kernel.
    tile_size: How many results of each spatial axis are computed together, 4 for F(4x4, 3x3).
    """

def contrib_conv2d_winograd_nnpack_weight_transform(weight: Any, convolution_algorithm: int, out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The weight of a 2D convolution transformed by NNPACK.

    weight: The kernel.
    convolution_algorithm: The number of NNPACK's algorithm.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """

def deformable_conv2d(data: Any, offset: Any, weight: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), deformable_groups: int = 1, groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', out_layout: str = '', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """A 2D convolution whose window's elements are moved by offsets.

    data: The input tensor.
    offset: The offsets in y and x.
    weight: The kernel.
    strides: The steps of the window along each spatial axis.
    padding: How much is added around each spatial axis.
    dilation: The distance of neighbouring elements of the window.
    deformable_groups: Into how many groups the channels are split that share offsets.
    groups: Into how many groups the channels are split.
    channels: The number of output channels.
    kernel_size: The spatial size of the window.
    data_layout: The order of the data's axes.
    kernel_layout: The order of the weight's axes.
    out_layout: The order of the result's axes; empty means that of the data.
    out_dtype: The data type of the result.
    """

def bitpack(data: Any, bits: int = 1, pack_axis: int = 1, bit_axis: int = 2, pack_type: Any = 'uint32', name: str = 'BitPack') -> passcope.relay.expr.Call:
    """The bits of the data packed into integers.

    data: The input tensor.
    bits: The number of bits of the data.
    pack_axis: The axis that is packed.
    bit_axis: The new axis of the bits.
    pack_type: The data type that bits are packed into.
    name: A name for the operation.
    """

def bitserial_conv2d(data: Any, weight: Any, strides: Any = (1, 1), padding: Any = (0, 0), channels: int | None | None = None, kernel_size: Any = (3, 3), activation_bits: int = 1, weight_bits: int = 1, data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', pack_dtype: Any = 'uint32', out_dtype: Any = 'int16', unipolar: bool = True) -> passcope.relay.expr.Call:
    """A 2D convolution of few bits.

    data: The input tensor.
    weight: The weight.
    strides: The steps of the window along each spatial axis.
    padding: How much is added around each spatial axis.
    channels: The number of output channels.
    kernel_size: The spatial size of the window.
    activation_bits: The number of bits of the data.
    weight_bits: The number of bits of the weight.
    data_layout: The order of the data's axes.
    kernel_layout: The order of the weight's axes.
    pack_dtype: The data type that bits are packed into.
    out_dtype: The data type of the result.
    unipolar: Whether a bit stands for 0 and 1, not for -1 and 1.
    """

def bitserial_dense(data: Any, weight: Any, units: int | None | None = None, data_bits: int = 1, weight_bits: int = 1, pack_dtype: Any = 'uint32', out_dtype: Any = 'int16', unipolar: bool = True) -> passcope.relay.expr.Call:
    """nn.dense of few bits.

    data: The input tensor.
    weight: The weight.
    units: The number of output features.
    data_bits: The number of bits of the data.
    weight_bits: The number of bits of the weight.
    pack_dtype: The data type that bits are packed into.
    out_dtype: The data type of the result.
    unipolar: Whether a bit stands for 0 and 1, not for -1 and 1.
    """

def cross_entropy(predictions: Any, targets: Any) -> passcope.relay.expr.Call:
    """The cross entropy of predictions and targets."""

def cross_entropy_with_logits(predictions: Any, targets: Any) -> passcope.relay.expr.Call:
    """The cross entropy of the logarithms of predictions and targets."""

def nll_loss(predictions: Any, targets: Any, weights: Any, reduction: str = 'mean', ignore_index: int = -100) -> passcope.relay.expr.Call:
    """The negative log likelihood of the targets.

    predictions: The predictions, (N, C, …).
    targets: The class of each, (N, …).
    weights: The weight of each class, (C).
    reduction: How the losses are put together: mean, sum or none.
    ignore_index: The target that does not count.
    """

def depth_to_space(data: Any, block_size: int, layout: str = 'NCHW', mode: str = 'DCR') -> passcope.relay.expr.Call:
    """Channels moved into squares of the height and width.

    data: The input tensor.
    block_size: The side of the squares that move between space and channels.
    layout: The order of the data's axes.
    mode: Which part of the channel index changes fastest: DCR or CDR.
    """

def space_to_depth(data: Any, block_size: int, layout: str = 'NCHW') -> passcope.relay.expr.Call:
    """Squares of the height and width moved into channels.

    data: The input tensor.
    block_size: The side of the squares that move between space and channels.
    layout: The order of the data's axes.
    """

def adaptive_max_pool1d(data: Any, output_size: Any = None, layout: str = 'NCW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The greatest value in each window, with windows that make the result as large as asked.

    data: The input tensor.
    output_size: The spatial size of the result; empty means that of the data, one number stands for all axes.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def adaptive_avg_pool1d(data: Any, output_size: Any = None, layout: str = 'NCW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The average of each window, with windows that make the result as large as asked.

    data: The input tensor.
    output_size: The spatial size of the result; empty means that of the data, one number stands for all axes.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def adaptive_max_pool2d(data: Any, output_size: Any = None, layout: str = 'NCHW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The greatest value in each window, with windows that make the result as large as asked.

    data: The input tensor.
    output_size: The spatial size of the result; empty means that of the data, one number stands for all axes.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def adaptive_avg_pool2d(data: Any, output_size: Any = None, layout: str = 'NCHW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The average of each window, with windows that make the result as large as asked.

    data: The input tensor.
    output_size: The spatial size of the result; empty means that of the data, one number stands for all axes.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def adaptive_max_pool3d(data: Any, output_size: Any = None, layout: str = 'NCDHW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The greatest value in each window, with windows that make the result as large as asked.

    data: The input tensor.
    output_size: The spatial size of the result; empty means that of the data, one number stands for all axes.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def adaptive_avg_pool3d(data: Any, output_size: Any = None, layout: str = 'NCDHW', out_layout: str = '') -> passcope.relay.expr.Call:
    """The average of each window, with windows that make the result as large as asked.

    data: The input tensor.
    output_size: The spatial size of the result; empty means that of the data, one number stands for all axes.
    layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    out_layout: The order of the result's axes; empty means that of the data.
    """

def correlation(data1: Any, data2: Any, kernel_size: int, max_displacement: int, stride1: int, stride2: int, padding: Any, is_multiply: bool, layout: str) -> passcope.relay.expr.Call:
    """How alike the patches of two tensors are.

    data1: The first tensor.
    data2: The second tensor.
    kernel_size: The side of the patches that are compared, an odd number.
    max_displacement: How far apart patches are compared.
    stride1: The distance of patches in the first tensor.
    stride2: The distance of patches in the second tensor.
    padding: How much is added around each spatial axis.
    is_multiply: Whether elements are multiplied, not subtracted.
    layout: The order of the data's axes.
    """

def space_to_batch_nd(data: Any, block_shape: Any, paddings: Any, pad_value: float = 0) -> passcope.relay.expr.Call:
    """Blocks of the spatial axes moved into the batch.

    data: The input tensor.
    block_shape: The size of the blocks along each spatial axis.
    paddings: For each spatial axis, how much is added before and after.
    pad_value: The value added.
    """

def batch_to_space_nd(data: Any, block_shape: Any, crops: Any) -> passcope.relay.expr.Call:
    """Parts of the batch moved into blocks of the spatial axes.

    data: The input tensor.
    block_shape: The size of the blocks along each spatial axis.
    crops: For each spatial axis, how much is cut off before and after.
    """

def conv2d_backward_weight(grad: Any, data: Any, strides: Any = (1, 1), padding: Any = (0, 0), dilation: Any = (1, 1), groups: int = 1, channels: int | None | None = None, kernel_size: Any = None, grad_layout: Any = 'NCHW', data_layout: str = 'NCHW', kernel_layout: str = 'OIHW', out_dtype: Any = '') -> passcope.relay.expr.Call:
    """The gradient of a 2D convolution with respect to its weight.

    grad: The gradient of the convolution's result.
    data: The convolution's data.
    strides: The step of the window along each spatial axis.
    padding: Zeros added around the spatial axes: one number per axis for both sides, or first all the numbers for the beginnings and then all those for the ends.
    dilation: The distance between neighbouring elements of the window.
    groups: Into how many independent parts the channels are split; as many as there are input channels makes the convolution depthwise.
    channels: The number of output channels; taken from the weight when it is left out.
    kernel_size: The spatial size of the kernel; taken from the weight when it is left out.
    data_layout: The order of the data's axes: N batch, C channels, D depth, H height, W width.
    kernel_layout: The order of the weight's axes: O output channels, I input channels, and the spatial axes.
    out_dtype: The data type of the result, for accumulating in a wider type; empty means that of the data.
    """
