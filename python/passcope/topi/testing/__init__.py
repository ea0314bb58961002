"""Reference implementations of operators with numpy: TVM's references for tests.

Passcope lacks TVM's functions for code generation here (schedules, `compare_numpy_tvm`).
"""

from .convolution import (
    conv1d_ncw_python,
    conv1d_transpose_ncw_python,
    conv2d_backward_weight_python,
    conv2d_hwcn_python,
    conv2d_nchw_python,
    conv2d_nhwc_python,
    conv2d_transpose_nchw_python,
    conv2d_transpose_nhwc_python,
    conv3d_ncdhw_python,
    conv3d_ndhwc_python,
    conv3d_transpose_ncdhw_python,
    correlation_nchw_python,
    deformable_conv2d_nchw_python,
    deformable_conv2d_nhwc_python,
    depthwise_conv2d_python_nchw,
    depthwise_conv2d_python_nchwc,
    depthwise_conv2d_python_nhwc,
    dilate_python,
    group_conv1d_ncw_python,
)
from .image import (
    affine_grid_python,
    crop_and_resize_python,
    grid_sample_python,
    resize1d_python,
    resize2d_python,
    resize3d_python,
    roi_align_nchw_python,
    roi_align_nhwc_python,
    roi_pool_nchw_python,
)
from .pooling import adaptive_pool, pool_grad_nchw, poolnd_python
from .tensor import (
    batch_matmul,
    batch_norm,
    batch_to_space_nd_python,
    dense,
    depth_to_space_python,
    gather_nd_python,
    gather_python,
    l2_normalize_python,
    layer_norm_python,
    log_softmax_python,
    lrn_python,
    lstm_python,
    matrix_set_diag,
    nll_loss,
    one_hot,
    reorg_python,
    searchsorted_ref,
    sequence_mask,
    slice_axis_python,
    softmax_python,
    space_to_batch_nd_python,
    space_to_depth_python,
    strided_set_python,
    strided_slice_python,
)
