"""Pooling with numpy, as references for tests."""

import numpy as np

_FIRST = {3: "NCW", 4: "NCHW", 5: "NCDHW"}


def _moved(data, source, target):
    """Transposes an array; both orders of axes are letters."""
    return data.transpose([source.index(axis) for axis in target])


def _least(dtype):
    kind = np.dtype(dtype)
    return np.iinfo(kind).min if kind.kind in "iu" else np.finfo(kind).min


def poolnd_python(
    np_data,
    kernel,
    strides,
    dilation,
    padding_before,
    padding_after,
    pool_type,
    count_include_pad=True,
    ceil_mode=False,
    dtype="float32",
    layout=None,
):
    """The mean ("avg") or the maximum ("max") over windows, for one to three spatial axes.

    `ceil_mode` allows windows that end beyond the padding; those elements are not counted. Without `count_include_pad`, the
    padding is not counted either. Padding never affects a maximum.
    """
    first = _FIRST[np_data.ndim]
    data = _moved(np_data, layout or first, first).astype(dtype)
    axes = data.ndim - 2
    pads, counts = [(0, 0), (0, 0)], []
    behind = [(0, 0), (0, 0)]
    for i in range(axes):
        before, after = padding_before[i], padding_after[i]
        reach = (kernel[i] - 1) * dilation[i] + 1
        free = data.shape[2 + i] + before + after - reach
        count = (-(-free // strides[i]) if ceil_mode else free // strides[i]) + 1
        counts.append(count)
        pads.append((before, after))
        behind.append((0, max(0, (count - 1) * strides[i] - free)))
    fill = _least(dtype) if pool_type == "max" and not count_include_pad else 0
    padded = np.pad(data, pads, constant_values=fill)
    counted = np.pad(np.ones(data.shape[2:]), pads[2:], constant_values=float(count_include_pad))
    outside = _least(dtype) if pool_type == "max" else 0
    padded = np.pad(padded, behind, constant_values=outside)
    counted = np.pad(counted, behind[2:])

    def windows(array, first_axis):
        spatial = tuple(range(first_axis, first_axis + axes))
        reach = tuple((size - 1) * step + 1 for size, step in zip(kernel, dilation))
        seen = np.lib.stride_tricks.sliding_window_view(array, reach, axis=spatial)
        places = [slice(0, (n - 1) * step + 1, step) for n, step in zip(counts, strides)]
        inner = [slice(None, None, step) for step in dilation]
        return seen[(*[slice(None)] * first_axis, *places, *inner)]

    inner = tuple(range(-axes, 0))
    if pool_type == "max":
        result = windows(padded, 2).max(axis=inner)
    elif pool_type == "avg":
        number = windows(counted, 0).sum(axis=inner)
        result = windows(padded, 2).sum(axis=inner) / np.maximum(number, 1)
    else:
        raise ValueError(f"Pool type {pool_type} is not supported")
    return _moved(result.astype(dtype), first, layout or first)


def pool_grad_nchw(
    a_np, out_grad_np, pool_size, strides, padding, pool_type, ceil_mode, count_include_pad=True
):
    """The gradient of a pooling's data [N, C, H, W]; padding is top, left, bottom, right.

    If several elements are the maximum, the first one gets the gradient.
    """
    batch, channels, height, width = a_np.shape
    kernel_h, kernel_w = pool_size
    top, left, bottom, right = padding
    padded = np.pad(a_np, [(0, 0), (0, 0), (top, bottom), (left, right)])
    counted = np.pad(np.ones((height, width)), [(top, bottom), (left, right)])
    result = np.zeros(padded.shape)
    rows, columns = np.meshgrid(np.arange(batch), np.arange(channels), indexing="ij")
    for i in range(out_grad_np.shape[2]):
        for j in range(out_grad_np.shape[3]):
            window = (
                slice(i * strides[0], i * strides[0] + kernel_h),
                slice(j * strides[1], j * strides[1] + kernel_w),
            )
            grad = out_grad_np[:, :, i, j]
            if pool_type == "avg":
                share = counted[window]
                number = share.size if count_include_pad else share.sum()
                result[(slice(None), slice(None), *window)] += (grad / max(number, 1))[
                    :, :, np.newaxis, np.newaxis
                ]
            elif pool_type == "max":
                seen = padded[(slice(None), slice(None), *window)]
                best = seen.reshape(batch, channels, -1).argmax(axis=2)
                y, x = np.unravel_index(best, seen.shape[2:])
                result[rows, columns, y + window[0].start, x + window[1].start] += grad
            else:
                raise ValueError(f"Pool type {pool_type} is not supported")
    return result[:, :, top : top + height, left : left + width]


def adaptive_pool(np_data, out_size, pool_type, layout):
    """Means ("avg") or maxima over one window per position of the result; `out_size` is a number or one per axis."""
    sizes = (out_size,) if isinstance(out_size, int) else tuple(out_size)
    first = _FIRST[np_data.ndim]
    result = _moved(np_data, layout, first)
    for i, count in enumerate(sizes):
        axis = 2 + i
        size = result.shape[axis]
        parts = []
        # Both are separable, because windows have the same number of elements along all other axes. A mean keeps its
        # precision.
        for k in range(count):
            window = range(k * size // count, -(-(k + 1) * size // count))
            seen = result.take(window, axis=axis)
            parts.append(seen.mean(axis=axis) if pool_type == "avg" else seen.max(axis=axis))
        result = np.stack(parts, axis=axis)
    return _moved(result.astype(np_data.dtype), first, layout)
