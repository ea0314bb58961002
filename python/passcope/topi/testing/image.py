"""Resizing and sampling of images with numpy, as references for tests."""

import math

import numpy as np


def _positions(size, count, mode):
    """The positions of a result's elements in the input."""
    places = np.arange(count)
    if mode == "half_pixel":
        return (places + 0.5) * (size / count) - 0.5
    if mode == "align_corners":
        return places * ((size - 1) / (count - 1)) if count > 1 else np.zeros(count)
    if mode == "asymmetric":
        return places * (size / count)
    raise ValueError(f"Unsupported coordinate_transformation_mode: {mode}")


def _cubic(t, alpha):
    """The weights of the four neighbours of a position, t after the second (Keys, 1981)."""
    square, cube = t * t, t * t * t
    return [
        alpha * (cube - 2 * square + t),
        (alpha + 2) * cube - (alpha + 3) * square + 1,
        -(alpha + 2) * cube + (2 * alpha + 3) * square - alpha * t,
        alpha * (square - cube),
    ]


def _shares(size, count, method, mode):
    """[count, size]: the weight of each element of an axis for each position of the result."""
    positions = _positions(size, count, mode)
    low = np.floor(positions)
    rest = positions - low
    if method == "nearest_neighbor":
        near = np.floor(positions + 0.5) if mode == "align_corners" else low
        parts = [(near, np.ones(count))]
    elif method == "linear":
        parts = [(low, 1 - rest), (low + 1, rest)]
    elif method == "cubic":
        parts = [(low - 1 + i, share) for i, share in enumerate(_cubic(rest, -0.5))]
    else:
        raise ValueError(f"Unknown resize method {method}")
    shares = np.zeros((count, size))
    for index, share in parts:
        index = np.clip(index.astype(int), 0, size - 1)
        np.add.at(shares, (np.arange(count), index), share)
    return shares


def _resized(data, scale, method, mode):
    """data [N, C, spatial…]."""
    result = data
    for i, factor in enumerate(scale):
        axis = 2 + i
        size = data.shape[axis]
        shares = _shares(size, int(round(size * factor)), method, mode)
        result = np.moveaxis(np.tensordot(result, shares, axes=(axis, 1)), -1, axis)
    return result.astype(data.dtype)


def _resize(data, scale, layout, first, method, mode):
    if sorted(layout) == sorted(first):
        moved = data.transpose([layout.index(axis) for axis in first])
        made = _resized(moved, scale, method, mode)
        return made.transpose([first.index(axis) for axis in layout])
    # NCHW with blocks of the batch and of the channels at the end: [N, C, H, W, n, c].
    if data.ndim != 6 or not layout.startswith("NCHW"):
        raise ValueError(f"{layout} is not supported")
    moved = data.transpose(0, 4, 1, 5, 2, 3)
    outer = moved.shape[:4]
    made = _resized(moved.reshape(outer[0] * outer[1], outer[2] * outer[3], *moved.shape[4:]), scale, method, mode)
    return made.reshape(*outer, *made.shape[2:]).transpose(0, 2, 4, 5, 1, 3)


def resize1d_python(
    data,
    scale,
    layout="NCW",
    method="nearest_neighbor",
    coordinate_transformation_mode="align_corners",
):
    """Resizes a signal by `scale`; `method` is "nearest_neighbor", "linear" or "cubic"."""
    return _resize(data, scale, layout, "NCW", method, coordinate_transformation_mode)


def resize2d_python(
    data,
    scale,
    layout="NCHW",
    method="nearest_neighbor",
    coordinate_transformation_mode="align_corners",
):
    """Resizes an image by `scale`."""
    return _resize(data, scale, layout, "NCHW", method, coordinate_transformation_mode)


def resize3d_python(
    data,
    scale,
    layout="NCDHW",
    method="nearest_neighbor",
    coordinate_transformation_mode="align_corners",
):
    """Resizes a volume by `scale`."""
    return _resize(data, scale, layout, "NCDHW", method, coordinate_transformation_mode)


def crop_and_resize_python(
    image, boxes, box_indices, crop_size, layout, method="bilinear", extrapolation_value=0
):
    """Parts of images, each resized. Boxes [B, (y1, x1, y2, x2)] are relative to the image's sides."""
    images = image if layout == "NHWC" else image.transpose(0, 2, 3, 1)
    result = np.full((len(boxes), *crop_size, images.shape[3]), extrapolation_value, dtype="float64")
    for n, box in enumerate(boxes):
        places = []
        for axis in (0, 1):
            last = images.shape[1 + axis] - 1
            step = np.float32((box[2 + axis] - box[axis]) * last) / np.float32(crop_size[axis] - 1)
            places.append(box[axis] * last + step * np.arange(crop_size[axis]))
        y, x = places
        rows = (y >= 0) & (y <= images.shape[1] - 1)
        columns = (x >= 0) & (x <= images.shape[2] - 1)
        y, x, seen = y[rows], x[columns], images[box_indices[n]]
        if method == "nearest_neighbor":
            found = seen[np.ix_(np.round(y).astype(int), np.round(x).astype(int))]
        else:
            top, left = np.floor(y).astype(int), np.floor(x).astype(int)
            bottom, right = np.ceil(y).astype(int), np.ceil(x).astype(int)
            down, over = (y - top)[:, np.newaxis, np.newaxis], (x - left)[:, np.newaxis]
            upper = seen[np.ix_(top, left)] * (1 - over) + seen[np.ix_(top, right)] * over
            lower = seen[np.ix_(bottom, left)] * (1 - over) + seen[np.ix_(bottom, right)] * over
            found = upper * (1 - down) + lower * down
        result[n][np.ix_(rows, columns)] = found
    return result if layout == "NHWC" else result.transpose(0, 3, 1, 2)


def affine_grid_python(data, target_shape):
    """The grid [N, (x, y), H, W] of affine maps [N, 2, 3] over positions from -1 to 1."""
    y = np.linspace(-1, 1, target_shape[0])
    x = np.linspace(-1, 1, target_shape[1])
    rows, columns = np.meshgrid(y, x, indexing="ij")
    places = np.stack([columns, rows, np.ones_like(rows)])
    return np.tensordot(data, places, axes=(2, 0))


def _reflected(place, size, align_corners):
    """Reflects a position into an axis, at its first and last element or at their outer edges."""
    start, length = (0, size - 1) if align_corners else (-0.5, size)
    distance = np.abs(place - start)
    times, rest = np.divmod(distance, length)
    turned = np.where(times % 2 == 0, rest, length - rest) + start
    return np.where((place >= start) & (place <= start + length), place, turned)


def grid_sample_python(
    data, grid, method="bilinear", layout="NCHW", padding_mode="zeros", align_corners=True
):
    """Samples an image [N, C, H, W] or a volume at positions of a grid [N, (x, y(, z)), …] from -1 to 1.

    `method` is "bilinear", "nearest" or (images) "bicubic"; `padding_mode` is "zeros", "border" or "reflection".
    """
    sizes = data.shape[2:]
    batch = np.arange(data.shape[0]).reshape(-1, *[1] * (grid.ndim - 2))

    def pixels(index):
        """[N, …, C]: elements by position, 0 outside."""
        valid = np.ones(index[0].shape, dtype=bool)
        for place, size in zip(index, sizes):
            valid &= (place >= 0) & (place < size)
        kept = [np.clip(place, 0, size - 1).astype(int) for place, size in zip(index, sizes)]
        found = np.moveaxis(data, 1, -1)[(batch, *kept)]
        return np.where(valid[..., np.newaxis], found, 0)

    def inside(places):
        if padding_mode == "reflection":
            places = [_reflected(p, size, align_corners) for p, size in zip(places, sizes)]
        if padding_mode != "zeros":
            places = [np.clip(p, 0, size - 1) for p, size in zip(places, sizes)]
        return places

    places = []
    for i, size in enumerate(sizes):
        unit = grid[:, len(sizes) - 1 - i].astype("float64")
        places.append((unit + 1) * (size - 1) / 2 if align_corners else (unit + 1) * size / 2 - 0.5)
    result = 0
    if method == "bicubic":
        low = [np.floor(place) for place in places]
        shares = [_cubic(place - below, -0.75) for place, below in zip(places, low)]
        for i in range(4):
            for j in range(4):
                index = [np.trunc(p) for p in inside([low[0] - 1 + i, low[1] - 1 + j])]
                result = result + (shares[0][i] * shares[1][j])[..., np.newaxis] * pixels(index)
    elif method == "nearest":
        near = [np.trunc(np.where(p > 0, p + 0.5, p - 0.5)) for p in inside(places)]
        result = pixels(near)
    elif method == "bilinear":
        places = inside(places)
        low = [np.floor(place) for place in places]
        for corner in np.ndindex(*[2] * len(sizes)):
            share = 1
            for place, below, step in zip(places, low, corner):
                share = share * np.abs(1 - step - (place - below))
            index = [below + step for below, step in zip(low, corner)]
            result = result + share[..., np.newaxis] * pixels(index)
    else:
        raise ValueError(f"{method} is not supported")
    return np.moveaxis(result, -1, 1)


def _read_shares(places, size):
    """[positions, size]: the weights of an axis' elements in bilinear sampling; 0 for positions more than one element outside.
    """
    outside = (places < -1) | (places > size)
    kept = np.clip(places, 0, size - 1)
    low = np.floor(kept).astype(int)
    shares = np.zeros((len(places), size + 1))
    rows = np.arange(len(places))
    shares[rows, low] = 1 - (kept - low)
    shares[rows, low + 1] = kept - low
    shares[outside] = 0
    return shares[:, :size]


def roi_align_nchw_python(a_np, rois_np, pooled_size, spatial_scale, sample_ratio, mode=b"avg"):
    """Pools regions [R, (image, x1, y1, x2, y2)] of images [N, C, H, W] with bilinear samples (He et al., "Mask R-CNN", 2017).
    """
    average, greatest = mode in (b"avg", "avg", 0), mode in (b"max", "max", 1)
    if not average and not greatest:
        raise ValueError("Mode must be average or max. Please pass a valid mode.")
    pooled = (pooled_size,) * 2 if isinstance(pooled_size, int) else tuple(pooled_size)
    result = np.zeros((len(rois_np), a_np.shape[1], *pooled), dtype=a_np.dtype)
    for i, roi in enumerate(rois_np):
        left, top, right, bottom = roi[1:] * spatial_scale
        shares, grids = [], []
        for axis, (start, end) in enumerate([(top, bottom), (left, right)]):
            length = max(end - start, 1.0)
            grid = int(sample_ratio) if sample_ratio > 0 else math.ceil(length / pooled[axis])
            step = length / pooled[axis] / grid
            places = start + (np.arange(pooled[axis] * grid) + 0.5) * step
            shares.append(_read_shares(places, a_np.shape[2 + axis]))
            grids.append(grid)
        samples = shares[0] @ a_np[int(roi[0])] @ shares[1].T
        samples = samples.reshape(-1, pooled[0], grids[0], pooled[1], grids[1])
        result[i] = samples.mean(axis=(2, 4)) if average else samples.max(axis=(2, 4))
    return result


def roi_align_nhwc_python(a_np, rois_np, pooled_size, spatial_scale, sample_ratio, mode=b"avg"):
    """The same for images [N, H, W, C]."""
    images = a_np.transpose(0, 3, 1, 2)
    made = roi_align_nchw_python(images, rois_np, pooled_size, spatial_scale, sample_ratio, mode)
    return made.transpose(0, 2, 3, 1)


def roi_pool_nchw_python(a_np, rois_np, pooled_size, spatial_scale):
    """The maxima over parts of regions (Girshick, "Fast R-CNN", 2015). An empty part gives 0."""
    pooled = (pooled_size,) * 2 if isinstance(pooled_size, int) else tuple(pooled_size)
    result = np.zeros((len(rois_np), a_np.shape[1], *pooled), dtype=a_np.dtype)
    for i, roi in enumerate(rois_np):
        left, top, right, bottom = (int(round(side * spatial_scale)) for side in roi[1:])
        bounds = []
        for axis, (start, end) in enumerate([(top, bottom), (left, right)]):
            step = max(end - start + 1, 1) / pooled[axis]
            bounds.append(
                [
                    [
                        min(max(edge + start, 0), a_np.shape[2 + axis])
                        for edge in (math.floor(k * step), math.ceil((k + 1) * step))
                    ]
                    for k in range(pooled[axis])
                ]
            )
        for y, (y0, y1) in enumerate(bounds[0]):
            for x, (x0, x1) in enumerate(bounds[1]):
                if y0 < y1 and x0 < x1:
                    result[i, :, y, x] = a_np[int(roi[0]), :, y0:y1, x0:x1].max(axis=(1, 2))
    return result
