"""TVM's signatures of the functions that make calls of operators: names, order, defaults.

Rows with only names are functions whose parameters are the inputs and attributes that the engine declares. All other rows are
`name(parameters)`. A parameter with the name of an attribute becomes the attribute; the others are the inputs, in order. The
attribute decides how a list of integers is converted first (`_build.py`). If TVM converts differently, or converts an input, a
mark follows the parameter's name:

    :raw              no conversion
    :x2               a number applies to both (all) of so many
    :const(float32)   a value that is not an expression becomes a constant of this type

After the row, `= name` is the operator if its name differs, and `-> 3` is the number of items of its result.
"""

ROWS = """
log log2 log10 tan cos cosh sin sinh acos acosh asin asinh atan atanh exp erf sqrt rsqrt sigmoid floor ceil trunc
round abs sign tanh negative logical_not bitwise_not add subtract multiply divide floor_divide trunc_divide power mod
floor_mod trunc_mod logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor equal not_equal less
less_equal greater greater_equal maximum minimum right_shift left_shift
zeros(shape, dtype)
zeros_like
ones(shape, dtype)
ones_like
clip(a, a_min, a_max)
fixed_point_multiply
concatenate(data, axis)
einsum
stack(data, axis)
copy
shape_of(data, dtype='int32')
ndarray_size(data, dtype='int32')
isnan isfinite isinf
transpose(data, axes=None)
argwhere
scatter(data, indices, updates, axis)
scatter_add(data, indices, updates, axis)
scatter_nd(data, indices, updates, mode='update')
reshape_like
take(data, indices, axis=None, batch_dims=0, mode='clip')
full_like
repeat(data, repeats, axis)
tile
reverse(data, axis)
reverse_sequence where
broadcast_to(data, shape)
broadcast_to_like collapse_sum_like
slice_like(data, shape_like, axes=None)
layout_transform
reverse_reshape(data, newshape) = contrib_reverse_reshape
gather(data, axis, indices)
gather_nd
sequence_mask(data, valid_length, mask_value=0, axis=0)
unravel_index(indices, shape)
sparse_reshape(sparse_indices, prev_shape, new_shape) -> 2
cumsum(data, axis=None, dtype=None, exclusive=None)
cumprod(data, axis=None, dtype=None, exclusive=None)
invert_permutation
trilu(data, k:const(int32), upper=True)
argmax(data, axis=None, keepdims=False, exclude=False, select_last_index=False)
argmin(data, axis=None, keepdims=False, exclude=False, select_last_index=False)
sum all any max min mean prod
sort(data, axis=-1, is_ascend=1)
argsort(data, axis=-1, is_ascend=1, dtype='int32')
searchsorted
nn.conv1d(data, weight, strides=1, padding=0, dilation=1, groups=1, channels=None, kernel_size=None, data_layout='NCW', kernel_layout='OIW', out_layout='', out_dtype='')
nn.conv2d nn.conv3d nn.contrib_conv3d_winograd_without_weight_transform
nn.conv3d_transpose(data, weight, strides=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, channels=None, kernel_size=None, data_layout='NCDHW', kernel_layout='OIDHW', out_layout='', output_padding=(0, 0, 0), out_dtype='')
nn.conv2d_transpose(data, weight, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None, data_layout='NCHW', kernel_layout='IOHW', out_layout='', output_padding=(0, 0), out_dtype='')
nn.conv1d_transpose(data, weight, strides=(1,), padding:raw=(0,), dilation=(1,), groups=1, channels=None, kernel_size=None, data_layout='NCW', kernel_layout='OIW', out_layout='', output_padding=(0,), out_dtype='')
nn.softmax nn.fast_softmax nn.log_softmax
nn.max_pool1d(data, pool_size=(1,), strides=(1,), dilation=(1,), padding=(0,), layout='NCW', out_layout='', ceil_mode=False)
nn.max_pool2d(data, pool_size=(1, 1), strides=(1, 1), dilation=(1, 1), padding=(0, 0), layout='NCHW', out_layout='', ceil_mode=False)
nn.max_pool3d(data, pool_size=(1, 1, 1), strides=(1, 1, 1), dilation=(1, 1, 1), padding=(0, 0, 0), layout='NCDHW', out_layout='', ceil_mode=False)
nn.avg_pool1d(data, pool_size=(1,), strides=(1,), dilation=(1,), padding=(0,), layout='NCW', out_layout='', ceil_mode=False, count_include_pad=False)
nn.avg_pool2d(data, pool_size=(1, 1), strides=(1, 1), dilation=(1, 1), padding=(0, 0), layout='NCHW', out_layout='', ceil_mode=False, count_include_pad=False)
nn.avg_pool3d(data, pool_size=(1, 1, 1), strides=(1, 1, 1), dilation=(1, 1, 1), padding=(0, 0, 0), layout='NCDHW', out_layout='', ceil_mode=False, count_include_pad=False)
nn.max_pool2d_grad(out_grad, data, pool_size=(1, 1), strides=(1, 1), padding:raw=(0, 0), layout='NCHW', out_layout='', ceil_mode=False)
nn.avg_pool2d_grad(out_grad, data, pool_size=(1, 1), strides=(1, 1), padding:raw=(0, 0), layout='NCHW', out_layout='', ceil_mode=False, count_include_pad=False)
nn.global_max_pool2d nn.global_avg_pool2d nn.batch_flatten nn.bias_add
nn.dense(data, weight, units=None, out_dtype='')
nn.contrib_dense_pack(data, weight, weight_layout='NC', units=None, out_dtype='')
nn.fifo_buffer(data, buffer, axis)
nn.relu
nn.leaky_relu(data, alpha=0.01)
nn.prelu
nn.dilate(data, strides, dilation_value=0.0)
nn.mirror_pad(data, pad_width, mode='SYMMETRIC')
nn.lrn(data, size=5, axis=1, bias=2, alpha=1e-05, beta=0.75)
nn.l2_normalize(data, eps, axis=None)
nn.batch_norm(data, gamma, beta, moving_mean, moving_var, axis=1, epsilon=1e-05, center=True, scale=True) -> 3
nn.instance_norm nn.layer_norm
nn.group_norm(data, gamma, beta, num_groups, axis=1, epsilon=1e-05, center=True, scale=True)
nn.batch_matmul(tensor_a, tensor_b, out_dtype='', transpose_a=False, transpose_b=True)
nn.contrib_conv2d_winograd_without_weight_transform nn.contrib_conv2d_gemm_without_weight_transform
nn.contrib_conv2d_nchwc(data, kernel, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None, data_layout='NCHW8c', kernel_layout='OIHW', out_layout='', out_dtype='') = nn.contrib_conv2d_NCHWc
nn.contrib_depthwise_conv2d_nchwc(data, kernel, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None, data_layout='NCHW8c', kernel_layout='OIHW', out_layout='', out_dtype='') = nn.contrib_depthwise_conv2d_NCHWc
nn.contrib_conv2d_winograd_weight_transform
nn.contrib_conv2d_gemm_weight_transform(weights, tile_rows, tile_cols)
nn.contrib_conv3d_winograd_weight_transform nn.contrib_conv2d_winograd_nnpack_weight_transform nn.deformable_conv2d
nn.bitpack(data, bits=1, pack_axis=1, bit_axis=2, pack_type='uint32', name='BitPack')
nn.bitserial_conv2d(data, weight, strides=(1, 1), padding=(0, 0), channels=None, kernel_size=(3, 3), activation_bits=1, weight_bits=1, data_layout='NCHW', kernel_layout='OIHW', pack_dtype='uint32', out_dtype='int16', unipolar=True)
nn.bitserial_dense(data, weight, units=None, data_bits=1, weight_bits=1, pack_dtype='uint32', out_dtype='int16', unipolar=True)
nn.cross_entropy(predictions, targets)
nn.cross_entropy_with_logits(predictions, targets)
nn.nll_loss(predictions, targets, weights, reduction='mean', ignore_index=-100)
nn.depth_to_space(data, block_size, layout='NCHW', mode='DCR')
nn.space_to_depth(data, block_size, layout='NCHW')
nn.adaptive_max_pool1d(data, output_size=None, layout='NCW', out_layout='')
nn.adaptive_avg_pool1d(data, output_size=None, layout='NCW', out_layout='')
nn.adaptive_max_pool2d(data, output_size=None, layout='NCHW', out_layout='')
nn.adaptive_avg_pool2d(data, output_size=None, layout='NCHW', out_layout='')
nn.adaptive_max_pool3d(data, output_size=None, layout='NCDHW', out_layout='')
nn.adaptive_avg_pool3d(data, output_size=None, layout='NCDHW', out_layout='')
nn.correlation(data1, data2, kernel_size, max_displacement, stride1, stride2, padding:x2, is_multiply, layout)
nn.space_to_batch_nd(data, block_shape, paddings, pad_value=0)
nn.batch_to_space_nd(data, block_shape, crops)
nn.conv2d_backward_weight(grad, data, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None, grad_layout='NCHW', data_layout='NCHW', kernel_layout='OIHW', out_dtype='')
image.crop_and_resize(data, boxes, box_indices, crop_size, layout, method='bilinear', extrapolation_value=0, out_dtype=None)
image.dilation2d(data, weight, strides=(1, 1), padding:raw=(0, 0), dilations=(1, 1), data_layout='NCHW', kernel_layout='IHW', out_dtype='')
image.affine_grid(data, target_shape=None)
image.grid_sample vision.multibox_prior
vision.multibox_transform_loc(cls_prob, loc_pred, anchor, clip=True, threshold=0.01, variances=(0.1, 0.1, 0.2, 0.2)) -> 2
vision.get_valid_counts(data, score_threshold:const(float32), id_index=0, score_index=1) -> 3
vision.roi_align vision.roi_pool
vision.proposal(cls_prob, bbox_pred, im_info, scales, ratios, feature_stride, threshold, rpn_pre_nms_top_n, rpn_post_nms_top_n, rpn_min_size, iou_loss)
vision.yolo_reorg(data, stride)
random.threefry_generate(key, shape)
random.threefry_split
random.multinomial(key, probs, num_samples)
annotation.stop_fusion annotation.checkpoint annotation.compiler_begin annotation.compiler_end
qnn.quantize(data, output_scale, output_zero_point, axis=-1, out_dtype='int8')
qnn.dequantize
qnn.conv2d(data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale, kernel_size, channels, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, data_layout='NCHW', kernel_layout='OIHW', out_layout='', out_dtype='int32')
qnn.conv2d_transpose(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None, data_layout='NCHW', kernel_layout='IOHW', out_layout='', output_padding=(0, 0), out_dtype='int32')
qnn.add
qnn.dense(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, units, out_dtype='int32')
qnn.mul
qnn.tanh(x, scale, zero_point, output_scale, output_zero_point)
qnn.exp(x, scale, zero_point, output_scale, output_zero_point)
qnn.sqrt(x, scale, zero_point, output_scale, output_zero_point)
qnn.rsqrt(x, scale, zero_point, output_scale, output_zero_point)
qnn.erf(x, scale, zero_point, output_scale, output_zero_point)
qnn.abs(x, scale, zero_point, output_scale, output_zero_point)
qnn.sigmoid(x, scale, zero_point, output_scale, output_zero_point)
qnn.hardswish(x, scale, zero_point, output_scale, output_zero_point)
qnn.log(x, scale, zero_point, output_scale, output_zero_point)
qnn.subtract
qnn.leaky_relu(x, alpha, input_scale, input_zero_point, output_scale, output_zero_point)
memory.alloc_tensor(storage, offset, shape, dtype='float32', assert_shape=None)
memory.alloc_storage(size, alignment, device, dtype_hint='float32')
"""
