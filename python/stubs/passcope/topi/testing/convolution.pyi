# Made by python/tools/describe.py.
"""Convolutions with numpy, as references for tests.

Padding is a number for all sides, a number per axis for both its sides, one per axis and side (all that come before,
then all that come after), "VALID" or "SAME".
"""

from typing import Any

from passcope.topi.nn.utils import get_pads as get_pads

def dilate_python(input_np: Any, strides: Any, dilation_value: Any = 0.0, out_dtype: Any = None) -> Any:
    """The array with strides - 1 elements of `dilation_value` between its elements, per axis."""

def conv1d_ncw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, dilation: Any) -> Any:
    """data [N, C, W], weight [O, C, W]."""

def group_conv1d_ncw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, dilation: Any, groups: Any) -> Any:
    """data [N, C, W], weight [O, C / groups, W]."""

def conv2d_nchw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, groups: Any = 1) -> Any:
    """data [N, C, H, W], weight [O, C / groups, H, W]; of the data's type."""

def conv2d_nhwc_python(a_np: Any, w_np: Any, stride: Any, padding: Any, groups: Any = 1) -> Any:
    """data [N, H, W, C], weight [H, W, C / groups, O]."""

def conv2d_hwcn_python(a_np: Any, w_np: Any, stride: Any, padding: Any) -> Any:
    """data [H, W, C, N], weight [H, W, C, O]."""

def conv3d_ncdhw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, groups: Any = 1) -> Any:
    """data [N, C, D, H, W], weight [O, C / groups, D, H, W]."""

def conv3d_ndhwc_python(a_np: Any, w_np: Any, stride: Any, padding: Any, groups: Any = 1) -> Any:
    """data [N, D, H, W, C], weight [D, H, W, C / groups, O]."""

def depthwise_conv2d_python_nchw(input_np: Any, filter_np: Any, stride: Any, padding: Any) -> Any:
    """data [N, C, H, W], weight [C, M, H, W]: channel c · M + m of the result is of channel c."""

def depthwise_conv2d_python_nhwc(input_np: Any, filter_np: Any, stride: Any, padding: Any) -> Any:
    """data [N, H, W, C], weight [H, W, C, M]."""

def depthwise_conv2d_python_nchwc(input_np: Any, filter_np: Any, stride: Any, padding: Any) -> Any:
    """data [N, C / c, H, W, c], weight [O / o, M / m, H, W, m, o]."""

def conv1d_transpose_ncw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, output_padding: Any) -> Any:
    """data [N, C, W], weight [C, O, W]."""

def conv2d_transpose_nchw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, output_padding: Any, groups: Any = 1) -> Any:
    """data [N, C, H, W], weight [C, O / groups, H, W]; of the data's type."""

def conv2d_transpose_nhwc_python(a_nhwc: Any, weight: Any, weight_format: Any, stride: Any, padding: Any, output_padding: Any = (0, 0)) -> Any:
    """data [N, H, W, C]; the letters of `weight_format` say what the weight's axes are, I those of the data."""

def conv3d_transpose_ncdhw_python(a_np: Any, w_np: Any, stride: Any, padding: Any, output_padding: Any) -> Any:
    """data [N, C, D, H, W], weight [C, O, D, H, W]."""

def conv2d_backward_weight_python(dy_np: Any, x_np: Any, kernel_size: Any, stride: Any, padding: Any, layout: Any = 'NCHW', groups: Any = 1, channels: Any = None) -> Any:
    """The gradient of a convolution's weight, of that of its result and of its data.

    In the layout NCHW it is [O, C, H, W], in NHWC [O, H, W, C]. `groups` is 1 or the number of channels.
    """

def deformable_conv2d_nchw_python(a_np: Any, offset_np: Any, w_np: Any, stride: Any, padding: Any, dilation: Any, deformable_groups: Any, groups: Any) -> Any:
    """A convolution that reads where offsets say (Dai et al., "Deformable Convolutional Networks", 2017).

    data [N, C, H, W], offsets [N, deformable_groups · h · w · 2, H', W'], weight [O, C, h, w].
    """

def deformable_conv2d_nhwc_python(a_np: Any, offset_np: Any, w_np: Any, stride: Any, padding: Any, dilation: Any, deformable_groups: Any, groups: Any) -> Any:
    """The same with data [N, H, W, C], offsets [N, H', W', …] and weight [h, w, C, O]."""

def correlation_nchw_python(data1: Any, data2: Any, kernel_size: Any, max_displacement: Any, stride1: Any, stride2: Any, padding: Any, is_multiply: Any) -> Any:
    """How well patches of two images [N, C, H, W] fit (Dosovitskiy et al., "FlowNet", 2015): products or absolute
    differences, their mean over patch and channels, a channel per displacement.
    """
