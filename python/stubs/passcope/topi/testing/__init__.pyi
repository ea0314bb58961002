# Made by python/tools/describe.py.
"""What operators compute, with numpy alone: TVM's references for tests.

What TVM has here for code generation (schedules, `compare_numpy_tvm`) is not there.
"""

from typing import Any

from . import convolution as convolution
from passcope.topi.testing.convolution import conv1d_ncw_python as conv1d_ncw_python
from passcope.topi.testing.convolution import conv1d_transpose_ncw_python as conv1d_transpose_ncw_python
from passcope.topi.testing.convolution import conv2d_backward_weight_python as conv2d_backward_weight_python
from passcope.topi.testing.convolution import conv2d_hwcn_python as conv2d_hwcn_python
from passcope.topi.testing.convolution import conv2d_nchw_python as conv2d_nchw_python
from passcope.topi.testing.convolution import conv2d_nhwc_python as conv2d_nhwc_python
from passcope.topi.testing.convolution import conv2d_transpose_nchw_python as conv2d_transpose_nchw_python
from passcope.topi.testing.convolution import conv2d_transpose_nhwc_python as conv2d_transpose_nhwc_python
from passcope.topi.testing.convolution import conv3d_ncdhw_python as conv3d_ncdhw_python
from passcope.topi.testing.convolution import conv3d_ndhwc_python as conv3d_ndhwc_python
from passcope.topi.testing.convolution import conv3d_transpose_ncdhw_python as conv3d_transpose_ncdhw_python
from passcope.topi.testing.convolution import correlation_nchw_python as correlation_nchw_python
from passcope.topi.testing.convolution import deformable_conv2d_nchw_python as deformable_conv2d_nchw_python
from passcope.topi.testing.convolution import deformable_conv2d_nhwc_python as deformable_conv2d_nhwc_python
from passcope.topi.testing.convolution import depthwise_conv2d_python_nchw as depthwise_conv2d_python_nchw
from passcope.topi.testing.convolution import depthwise_conv2d_python_nchwc as depthwise_conv2d_python_nchwc
from passcope.topi.testing.convolution import depthwise_conv2d_python_nhwc as depthwise_conv2d_python_nhwc
from passcope.topi.testing.convolution import dilate_python as dilate_python
from passcope.topi.testing.convolution import group_conv1d_ncw_python as group_conv1d_ncw_python
from . import image as image
from passcope.topi.testing.image import affine_grid_python as affine_grid_python
from passcope.topi.testing.image import crop_and_resize_python as crop_and_resize_python
from passcope.topi.testing.image import grid_sample_python as grid_sample_python
from passcope.topi.testing.image import resize1d_python as resize1d_python
from passcope.topi.testing.image import resize2d_python as resize2d_python
from passcope.topi.testing.image import resize3d_python as resize3d_python
from passcope.topi.testing.image import roi_align_nchw_python as roi_align_nchw_python
from passcope.topi.testing.image import roi_align_nhwc_python as roi_align_nhwc_python
from passcope.topi.testing.image import roi_pool_nchw_python as roi_pool_nchw_python
from . import pooling as pooling
from passcope.topi.testing.pooling import adaptive_pool as adaptive_pool
from passcope.topi.testing.pooling import pool_grad_nchw as pool_grad_nchw
from passcope.topi.testing.pooling import poolnd_python as poolnd_python
from . import tensor as tensor
from passcope.topi.testing.tensor import batch_matmul as batch_matmul
from passcope.topi.testing.tensor import batch_norm as batch_norm
from passcope.topi.testing.tensor import batch_to_space_nd_python as batch_to_space_nd_python
from passcope.topi.testing.tensor import dense as dense
from passcope.topi.testing.tensor import depth_to_space_python as depth_to_space_python
from passcope.topi.testing.tensor import gather_nd_python as gather_nd_python
from passcope.topi.testing.tensor import gather_python as gather_python
from passcope.topi.testing.tensor import l2_normalize_python as l2_normalize_python
from passcope.topi.testing.tensor import layer_norm_python as layer_norm_python
from passcope.topi.testing.tensor import log_softmax_python as log_softmax_python
from passcope.topi.testing.tensor import lrn_python as lrn_python
from passcope.topi.testing.tensor import lstm_python as lstm_python
from passcope.topi.testing.tensor import matrix_set_diag as matrix_set_diag
from passcope.topi.testing.tensor import nll_loss as nll_loss
from passcope.topi.testing.tensor import one_hot as one_hot
from passcope.topi.testing.tensor import reorg_python as reorg_python
from passcope.topi.testing.tensor import searchsorted_ref as searchsorted_ref
from passcope.topi.testing.tensor import sequence_mask as sequence_mask
from passcope.topi.testing.tensor import slice_axis_python as slice_axis_python
from passcope.topi.testing.tensor import softmax_python as softmax_python
from passcope.topi.testing.tensor import space_to_batch_nd_python as space_to_batch_nd_python
from passcope.topi.testing.tensor import space_to_depth_python as space_to_depth_python
from passcope.topi.testing.tensor import strided_set_python as strided_set_python
from passcope.topi.testing.tensor import strided_slice_python as strided_slice_python
