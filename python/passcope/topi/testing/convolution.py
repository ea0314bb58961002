"""Convolutions with numpy, as references for tests.

Padding is a number for all sides, a number per axis for both its sides, one per axis and side (first all before, then all
after), "VALID" or "SAME".
"""

import numpy as np

from ..nn.utils import get_pads


def _per_axis(value, count):
    return (value,) * count if isinstance(value, int) else tuple(value)


def _convolved(data, weight, strides, pads, groups=1):
    """data [N, C, spatial…], weight [O, C / groups, kernel…], pads (before, after) per spatial axis."""
    axes = data.ndim - 2
    spatial = tuple(range(2, 2 + axes))
    padded = np.pad(data, [(0, 0), (0, 0), *pads])
    windows = np.lib.stride_tricks.sliding_window_view(padded, weight.shape[2:], axis=spatial)
    windows = windows[(slice(None), slice(None), *(slice(None, None, step) for step in strides))]
    kernel = tuple(range(2 + axes, 2 + 2 * axes))
    parts = [
        np.tensordot(part, filters, axes=((1, *kernel), (1, *spatial)))
        for part, filters in zip(np.split(windows, groups, axis=1), np.split(weight, groups, axis=0))
    ]
    return np.moveaxis(np.concatenate(parts, axis=-1), -1, 1)


def _conv(data, weight, stride, padding, groups=1):
    axes = data.ndim - 2
    pads = get_pads(padding, weight.shape[2:])
    return _convolved(data, weight, _per_axis(stride, axes), pads, groups)


def dilate_python(input_np, strides, dilation_value=0.0, out_dtype=None):
    """The array with strides - 1 elements of `dilation_value` between its elements, per axis."""
    if input_np.ndim != len(strides):
        raise ValueError(f"{input_np.ndim} axes have {len(strides)} strides")
    shape = [(size - 1) * step + 1 for size, step in zip(input_np.shape, strides)]
    result = np.full(shape, dilation_value, dtype=out_dtype or input_np.dtype)
    result[tuple(slice(None, None, step) for step in strides)] = input_np
    return result


def conv1d_ncw_python(a_np, w_np, stride, padding, dilation):
    """data [N, C, W], weight [O, C, W]."""
    return group_conv1d_ncw_python(a_np, w_np, stride, padding, dilation, 1)


def group_conv1d_ncw_python(a_np, w_np, stride, padding, dilation, groups):
    """data [N, C, W], weight [O, C / groups, W]."""
    weight = dilate_python(w_np, (1, 1, *_per_axis(dilation, 1)))
    return _conv(a_np, weight, stride, padding, groups)


def conv2d_nchw_python(a_np, w_np, stride, padding, groups=1):
    """data [N, C, H, W], weight [O, C / groups, H, W]. The result has the data's type."""
    return _conv(a_np, w_np, stride, padding, groups).astype(a_np.dtype, copy=False)


def conv2d_nhwc_python(a_np, w_np, stride, padding, groups=1):
    """data [N, H, W, C], weight [H, W, C / groups, O]."""
    made = _conv(a_np.transpose(0, 3, 1, 2), w_np.transpose(3, 2, 0, 1), stride, padding, groups)
    return made.transpose(0, 2, 3, 1)


def conv2d_hwcn_python(a_np, w_np, stride, padding):
    """data [H, W, C, N], weight [H, W, C, O]."""
    made = _conv(a_np.transpose(3, 2, 0, 1), w_np.transpose(3, 2, 0, 1), stride, padding)
    return made.transpose(2, 3, 1, 0)


def conv3d_ncdhw_python(a_np, w_np, stride, padding, groups=1):
    """data [N, C, D, H, W], weight [O, C / groups, D, H, W]."""
    return _conv(a_np, w_np, stride, padding, groups)


def conv3d_ndhwc_python(a_np, w_np, stride, padding, groups=1):
    """data [N, D, H, W, C], weight [D, H, W, C / groups, O]."""
    data, weight = a_np.transpose(0, 4, 1, 2, 3), w_np.transpose(4, 3, 0, 1, 2)
    return _conv(data, weight, stride, padding, groups).transpose(0, 2, 3, 4, 1)


def depthwise_conv2d_python_nchw(input_np, filter_np, stride, padding):
    """data [N, C, H, W], weight [C, M, H, W]. Channel c · M + m of the result comes from channel c."""
    channels, multiplier = filter_np.shape[:2]
    weight = filter_np.reshape(channels * multiplier, 1, *filter_np.shape[2:])
    return _conv(input_np, weight, stride, padding, channels)


def depthwise_conv2d_python_nhwc(input_np, filter_np, stride, padding):
    """data [N, H, W, C], weight [H, W, C, M]."""
    data, weight = input_np.transpose(0, 3, 1, 2), filter_np.transpose(2, 3, 0, 1)
    return depthwise_conv2d_python_nchw(data, weight, stride, padding).transpose(0, 2, 3, 1)


def depthwise_conv2d_python_nchwc(input_np, filter_np, stride, padding):
    """data [N, C / c, H, W, c], weight [O / o, M / m, H, W, m, o]."""
    batch, chunks, height, width, block = input_np.shape
    data = input_np.transpose(0, 1, 4, 2, 3).reshape(batch, chunks * block, height, width)
    outer, parts, kernel_h, kernel_w, inner_parts, inner = filter_np.shape
    weight = filter_np.transpose(0, 5, 1, 4, 2, 3)
    weight = weight.reshape(outer * inner, parts * inner_parts, kernel_h, kernel_w)
    made = depthwise_conv2d_python_nchw(data, weight, stride, padding)
    made = made.reshape(batch, outer, inner, *made.shape[2:])
    return made.transpose(0, 1, 3, 4, 2)


def _transposed(data, weight, stride, padding, output_padding, groups=1):
    """data [N, C, spatial…], weight [C, O / groups, kernel…]."""
    axes = data.ndim - 2
    strides, extra = _per_axis(stride, axes), _per_axis(output_padding, axes)
    if any(more >= step for more, step in zip(extra, strides)):
        raise ValueError("the output padding must be smaller than the stride")
    kernel = weight.shape[2:]
    spread = dilate_python(data, (1, 1, *strides))
    pads = [
        (size - 1 - before, size - 1 - after + more)
        for size, (before, after), more in zip(kernel, get_pads(padding, kernel), extra)
    ]
    turned = np.flip(weight, axis=tuple(range(2, 2 + axes)))
    turned = np.concatenate([part.swapaxes(0, 1) for part in np.split(turned, groups, axis=0)])
    return _convolved(spread, turned, (1,) * axes, pads, groups)


def conv1d_transpose_ncw_python(a_np, w_np, stride, padding, output_padding):
    """data [N, C, W], weight [C, O, W]."""
    return _transposed(a_np, w_np, stride, padding, output_padding)


def conv2d_transpose_nchw_python(a_np, w_np, stride, padding, output_padding, groups=1):
    """data [N, C, H, W], weight [C, O / groups, H, W]. The result has the data's type."""
    made = _transposed(a_np, w_np, stride, padding, output_padding, groups)
    return made.astype(a_np.dtype, copy=False)


def conv2d_transpose_nhwc_python(
    a_nhwc, weight, weight_format, stride, padding, output_padding=(0, 0)
):
    """data [N, H, W, C]. `weight_format` has the letters of the weight's axes; I is the axis of the data's channels."""
    if sorted(weight_format) != sorted("IOHW"):
        raise ValueError("Valid weight_formats are HWIO, HWOI, OIHW or IOHW")
    kernel = weight.transpose([weight_format.index(axis) for axis in "IOHW"])
    data = a_nhwc.transpose(0, 3, 1, 2)
    made = conv2d_transpose_nchw_python(data, kernel, stride, padding, output_padding)
    return made.transpose(0, 2, 3, 1)


def conv3d_transpose_ncdhw_python(a_np, w_np, stride, padding, output_padding):
    """data [N, C, D, H, W], weight [C, O, D, H, W]."""
    return _transposed(a_np, w_np, stride, padding, output_padding)


def conv2d_backward_weight_python(
    dy_np, x_np, kernel_size, stride, padding, layout="NCHW", groups=1, channels=None
):
    """The gradient of a convolution's weight, from the gradient of its result and its data.

    In the layout NCHW it is [O, C, H, W], in NHWC [O, H, W, C]. `groups` is 1 or the number of channels.
    """
    if layout == "NHWC":
        grad, data = dy_np.transpose(0, 3, 1, 2), x_np.transpose(0, 3, 1, 2)
        made = conv2d_backward_weight_python(
            grad, data, kernel_size, stride, padding, "NCHW", groups, channels
        )
        return made.transpose(0, 2, 3, 1)
    depthwise = groups != 1
    if depthwise and not dy_np.shape[1] == x_np.shape[1] == groups:
        raise ValueError("groups of several channels are not supported")
    pads = [(0, 0), (0, 0)] + [(pad, pad) for pad in padding]
    padded = np.pad(x_np, pads)
    spread = dilate_python(dy_np, (1, 1, *stride))
    windows = np.lib.stride_tricks.sliding_window_view(padded, spread.shape[2:], axis=(2, 3))
    windows = windows[:, :, : kernel_size[0], : kernel_size[1]]
    if depthwise:
        return np.einsum("nkpq,nkrspq->krs", spread, windows)[:, np.newaxis]
    return np.tensordot(spread, windows, axes=((0, 2, 3), (0, 4, 5))).astype(dy_np.dtype)


def deformable_conv2d_nchw_python(
    a_np, offset_np, w_np, stride, padding, dilation, deformable_groups, groups
):
    """A deformable convolution, which reads at offsets (Dai et al., "Deformable Convolutional Networks", 2017).

    data [N, C, H, W], offsets [N, deformable_groups · h · w · 2, H', W'], weight [O, C, h, w].
    """
    if groups != 1:
        raise ValueError("deformable_conv2d_nchw_python does not support groups > 1")
    batch, channels, height, width = a_np.shape
    kernel_h, kernel_w = w_np.shape[2:]
    out_h, out_w = offset_np.shape[2:]
    (top, _), (left, _) = get_pads(padding, (kernel_h, kernel_w))
    step_h, step_w = _per_axis(stride, 2)
    dilation_h, dilation_w = _per_axis(dilation, 2)
    offsets = offset_np.reshape(batch, deformable_groups, kernel_h, kernel_w, 2, out_h, out_w)
    rows = np.arange(out_h) * step_h - top + (np.arange(kernel_h) * dilation_h)[:, np.newaxis]
    columns = np.arange(out_w) * step_w - left + (np.arange(kernel_w) * dilation_w)[:, np.newaxis]
    y = offsets[:, :, :, :, 0] + rows[:, np.newaxis, :, np.newaxis]
    x = offsets[:, :, :, :, 1] + columns[:, np.newaxis, :]
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    read = np.zeros((batch, channels, kernel_h, kernel_w, out_h, out_w), dtype=a_np.dtype)
    per_group = channels // deformable_groups
    low_y, low_x = np.floor(y).astype(int), np.floor(x).astype(int)
    for n in range(batch):
        for group in range(deformable_groups):
            own = slice(group * per_group, (group + 1) * per_group)
            image = a_np[n, own]
            for down in (0, 1):
                for right in (0, 1):
                    row, column = low_y[n, group] + down, low_x[n, group] + right
                    share = (1 - np.abs(y[n, group] - row)) * (1 - np.abs(x[n, group] - column))
                    valid = inside[n, group] & (row < height) & (column < width)
                    share = np.where(valid, share, 0)
                    row, column = np.clip(row, 0, height - 1), np.clip(column, 0, width - 1)
                    read[n, own] += (share * image[:, row, column]).astype(a_np.dtype)
    return np.einsum("nchwyx,fchw->nfyx", read, w_np, optimize=True)


def deformable_conv2d_nhwc_python(
    a_np, offset_np, w_np, stride, padding, dilation, deformable_groups, groups
):
    """The same with data [N, H, W, C], offsets [N, H', W', …] and weight [h, w, C, O]."""
    made = deformable_conv2d_nchw_python(
        a_np.transpose(0, 3, 1, 2),
        offset_np.transpose(0, 3, 1, 2),
        w_np.transpose(3, 2, 0, 1),
        stride,
        padding,
        dilation,
        deformable_groups,
        groups,
    )
    return made.transpose(0, 2, 3, 1)


def correlation_nchw_python(
    data1, data2, kernel_size, max_displacement, stride1, stride2, padding, is_multiply
):
    """The correlation of patches of two images [N, C, H, W] (Dosovitskiy et al., "FlowNet", 2015). It is the mean of products
    or absolute differences over patch and channels. The result has one channel per displacement."""
    pads = [(0, 0), (0, 0), (padding, padding), (padding, padding)]
    first, second = np.pad(data1, pads), np.pad(data2, pads)
    border = max_displacement + (kernel_size - 1) // 2
    out_h = (first.shape[2] - 2 * border) // stride1
    out_w = (first.shape[3] - 2 * border) // stride1
    radius = max_displacement // stride2
    moves = range(-radius * stride2, radius * stride2 + 1, stride2)

    def patches(image, down, right):
        """[N, C, H', W', h, w]: the patch for each position of the result, displaced."""
        windows = np.lib.stride_tricks.sliding_window_view(
            image, (kernel_size, kernel_size), axis=(2, 3)
        )
        y, x = max_displacement + down, max_displacement + right
        rows = windows[:, :, y : y + (out_h - 1) * stride1 + 1 : stride1]
        return rows[:, :, :, x : x + (out_w - 1) * stride1 + 1 : stride1]

    still = patches(first, 0, 0)
    channels = []
    for down in moves:
        for right in moves:
            moved = patches(second, down, right)
            fit = still * moved if is_multiply else np.abs(still - moved)
            channels.append(fit.mean(axis=(1, 4, 5)))
    return np.stack(channels, axis=1)
