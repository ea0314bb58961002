"""Images: resizing, sampling, regions and boxes."""

from fractions import Fraction

import numpy as np
from calls import ROWS, wide
from onnx_calls import at_times_computed, onnx, onnx_row
from rows.image import near_tie, resized, weights
from rows.vision import boxes_of, distinct_scores, overlap, sampled


def origin(scale, size, target, mode, start, end):
    """The place in the data for each place of the result, for one axis; `scale` is that of the call."""
    x = np.arange(target, dtype="float64")
    length = scale * size
    if mode == "half_pixel":
        return (x + 0.5) / scale - 0.5
    if mode == "half_pixel_symmetric":
        return size / 2 * (1 - target / length) + (x + 0.5) / scale - 0.5
    if mode == "pytorch_half_pixel":
        return (x + 0.5) / scale - 0.5 if target > 1 else x * 0
    if mode == "align_corners":
        return x * (size - 1) / (length - 1) if length != 1 else x * 0
    if mode == "asymmetric":
        return x / scale
    if mode == "tf_half_pixel_for_nn":
        return (x + 0.5) / scale
    span = (end - start) * (size - 1)
    return start * (size - 1) + (x * span / (length - 1) if length != 1 else x * 0 + span / 2)


# What the versions of the operator have.
COORDINATES = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "tf_crop_and_resize")


def antialiased(places, size, scale, kind, _, alpha=-0.5, exclude=False):
    """A matrix (places, size): the filter of the interpolation, stretched by 1 / scale, whose weights add up to 1."""
    matrix = np.zeros((len(places), size))
    for line, x in zip(matrix, places):
        reach = int(np.ceil(2 / scale)) + 2
        total = 0.0
        for k in range(int(np.floor(x)) - reach, int(np.floor(x)) + reach + 1):
            t = abs(k - x) * scale
            if kind == "linear":
                value = max(0.0, 1 - t)
            elif t <= 1:
                value = (t - 1) * ((alpha + 2) * t**2 - t - 1)
            else:
                value = alpha * (t - 1) * (t - 2) ** 2 if t < 2 else 0.0
            if exclude and not 0 <= k < size:
                continue
            total += value
            # Places outside take the nearest one.
            line[min(max(k, 0), size - 1)] += value
        line /= total
    return matrix


def resize_matrices(r, shape, scales, targets, mode, how, regions, antialias=False):
    """A matrix for each axis, and which places lie outside of the data."""
    matrices, beyond = [], np.zeros(targets, bool)
    if 0 in targets:
        return [np.zeros((target, size)) for size, target in zip(shape, targets)], None
    for axis, (size, target, scale, region) in enumerate(zip(shape, targets, scales, regions)):
        places = origin(scale, size, target, mode, *region)
        if near_tie(places):
            return None, None
        places = np.round(places * 2**20) / 2**20 if how[0] == "nearest_neighbor" else places
        if antialias and scale < 1 and how[0] != "nearest_neighbor":
            matrices.append(antialiased(places, size, scale, *how))
        else:
            matrices.append(weights(places, size, *how))
        if mode == "tf_crop_and_resize":
            out = (places < 0) | (places > size - 1)
            beyond |= out.reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return matrices, beyond


def named_axes(r, rank, moved, attrs):
    """The axes that the other inputs are for, in their order. Others stay."""
    if r.opset < 18 or r.chance(0.5):
        return list(range(rank))
    named = r.permutation(rank)[: r.int(1, rank)]
    if rank == 4 and r.chance(0.4):
        named = r.choice([[2, 3], [3, 2], [3]])
    attrs["axes"] = [axis - rank if r.chance(0.3) else axis for axis in named]
    for axis in range(rank):
        moved[axis] = moved[axis] or axis not in named
    return named


def target_sizes(r, shape, moved, named, attrs):
    """The wanted sizes, and the scales and sizes of the result by `keep_aspect_ratio_policy`."""
    wanted = [n if fixed or n == 0 else r.int(1, 8) for n, fixed in zip(shape, moved)]
    policy = r.choice(["stretch", "not_larger", "not_smaller"]) if r.opset >= 18 else "stretch"
    if policy != "stretch" or r.opset >= 18 and r.chance(0.2):
        attrs["keep_aspect_ratio_policy"] = policy
    ratios = [Fraction(wanted[axis], shape[axis]) for axis in named if shape[axis]]
    if policy == "stretch" or not ratios:
        return wanted, [t / n if n else 1.0 for t, n in zip(wanted, shape)], wanted
    scale = min(ratios) if policy == "not_larger" else max(ratios)
    # Halves are rounded up.
    sizes = [int(np.floor(scale * n + Fraction(1, 2))) if axis in named else n for axis, n in enumerate(shape)]
    return wanted, [float(scale) if axis in named and n else 1.0 for axis, n in enumerate(shape)], sizes


@onnx_row("Resize", opsets=(10, 11, 13, 18, 19))
def resize(r):
    """Each axis by its scale, or to its size; `nearest_mode` decides between two elements."""
    rank = r.choice([1, 2, 3, 4, 4, 4, 5])
    dtype = r.choice(("float32", "float32", "float64", "float16", "uint8", "int32", "int64"))
    x = r.any(tuple(0 if r.chance(0.02) else r.int(1, 2 if rank > 4 else 5) for _ in range(rank)), dtype)
    moved = [rank > 2 and axis < 2 and r.chance(0.7) for axis in range(rank)]
    mode = r.choice(["nearest", "nearest", "linear", "cubic"] if r.opset > 10 else ["nearest", "linear"])
    kind = {"nearest": "nearest_neighbor"}.get(mode, mode)
    if r.opset == 10:
        rank = 4
        x = r.any(tuple(r.ints(2, 1, 2)) + tuple(r.ints(2, 1, 5)), dtype)
        scales = [1.0, 1.0] + [r.choice([1.0, 2.0, 3.0, 0.5, 0.625, 1.75]) for _ in range(2)]
        targets = [int(np.floor(n * s)) for n, s in zip(x.shape, scales)]
        how = (kind, "floor")
        matrices, _ = resize_matrices(r, x.shape, scales, targets, "asymmetric", how, [(0, 1)] * rank)
        if matrices is None:
            return resize(r)
        return finish(r, x, [x, np.array(scales, "float32")], {"mode": mode}, matrices, kind, None, 0.0, (1,))
    modes = COORDINATES + (("tf_half_pixel_for_nn",) if r.opset < 13 else ()) + (
        ("half_pixel_symmetric",) if r.opset >= 19 else ()
    )
    coordinates = r.choice(modes)
    if coordinates == "tf_half_pixel_for_nn" and kind != "nearest_neighbor":
        return resize(r)
    nearest = r.choice(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"])
    if coordinates == "tf_half_pixel_for_nn":
        # Others move elements along axes that do not change.
        nearest = "floor"
    attrs = {"mode": mode} if mode != "nearest" or r.chance(0.5) else {}
    if coordinates != "half_pixel" or r.chance(0.5):
        attrs["coordinate_transformation_mode"] = coordinates
    if kind == "nearest_neighbor" and (nearest != "round_prefer_floor" or r.chance(0.5)):
        attrs["nearest_mode"] = nearest
    alpha, exclude = -0.75, False
    if kind == "cubic":
        if r.chance(0.5):
            alpha = attrs["cubic_coeff_a"] = r.choice([-0.5, -0.75])
        if r.chance(0.4):
            attrs["exclude_outside"] = int(r.chance(0.7))
            exclude = bool(attrs["exclude_outside"])
    antialias = r.opset >= 18 and r.chance(0.5)
    if antialias or r.opset >= 18 and r.chance(0.2):
        attrs["antialias"] = int(antialias)
    named = named_axes(r, rank, moved, attrs)
    sizes, scales = None, None
    if r.chance(0.5):
        wanted, factors, targets = target_sizes(r, x.shape, moved, named, attrs)
        sizes = np.array([wanted[axis] for axis in named], "int64")
    else:
        choices = [1.0, 2.0, 3.0, 0.5, 0.625, 1.75, 2.5, 0.75, 0.375]
        factors = [1.0 if fixed else r.choice(choices) for fixed in moved]
        targets = [int(np.floor(n * f)) for n, f in zip(x.shape, factors)]
        scales = np.array([factors[axis] for axis in named], "float32")
        if r.opset >= 18 and r.chance(0.1):
            # Only sizes have a ratio to keep.
            attrs["keep_aspect_ratio_policy"] = "not_larger"
    regions, roi, outside = [(0.0, 1.0)] * rank, None, 0.0
    if coordinates == "tf_crop_and_resize":
        cut = lambda: (r.choice([0.0, 0.25, -0.25]), r.choice([1.0, 0.75, 1.25]))  # noqa: E731
        regions = [(0.0, 1.0) if fixed else cut() for fixed in moved]
        roi = np.array([regions[axis][end] for end in (0, 1) for axis in named], "float32")
        if r.chance(0.6):
            outside = attrs["extrapolation_value"] = r.choice([0.0, 2.5])
    elif r.opset < 13 or r.chance(0.3):
        roi = np.zeros((0,), "float32")
    how = (kind, nearest, alpha, exclude)
    matrices, beyond = resize_matrices(r, x.shape, factors, targets, coordinates, how, regions, antialias)
    if matrices is None:
        return resize(r)
    if scales is None and (r.opset < 13 or r.chance(0.3)):
        scales = np.zeros((0,), "float32")
    inputs = [x, roi, scales, sizes]
    constant = [i for i in (1, 2, 3) if inputs[i] is not None]
    made = finish(r, x, inputs, attrs, matrices, kind, beyond, outside, constant)
    # What the run may tell: sizes of two spatial axes, each with its own scale.
    spatial = rank == 4 and all(moved[:2]) and all(axis > 1 for axis in named if "axes" in attrs)
    simple = not antialias and coordinates in COORDINATES[:-1] and 0 not in targets
    if spatial and simple and x.dtype.kind == "f" and attrs.get("keep_aspect_ratio_policy", "stretch") == "stretch":
        return at_times_computed(r, made)
    return made


def sized(made):
    """An unknown size allows fewer ranks."""
    made.sized = made.results[0].value.size == 0
    return made


def finish(r, x, inputs, attrs, matrices, kind, beyond, outside, constant):
    exact = x.astype("float64")
    if kind == "nearest_neighbor":
        value = x
        for axis, matrix in enumerate(matrices):
            value = np.take(value, matrix.argmax(1) if matrix.size else np.zeros(0, "int64"), axis)
        if beyond is not None and beyond.any():
            value = np.where(beyond, np.asarray(outside).astype(x.dtype), value)
        return sized(onnx(inputs, attrs, wide(value), x.dtype.name, rounds=0, constant=constant))
    value = resized(exact, matrices)
    scale = resized(np.abs(exact), [np.abs(m) for m in matrices]) + np.abs(exact).max(initial=0)
    if beyond is not None:
        value = np.where(beyond, outside, value)
    if x.dtype.kind != "f":
        # ONNX does not say how reals become integers. Kernels add in float32.
        limits = np.iinfo(x.dtype)
        inside = np.clip(np.round(value), float(limits.min), float(limits.max))
        if np.abs(value).max(initial=0) > 2**50:
            return resize(r)
        slack = 1 + np.abs(scale) * 2.0**-20
        return sized(onnx(inputs, attrs, inside.astype(x.dtype), slack=slack, constant=constant))
    return sized(onnx(inputs, attrs, value, scale=scale, rounds=400, constant=constant))


@onnx_row("Upsample", opsets=(7, 9))
def upsample(r):
    """Output place i comes from i / scale, rounded down for `nearest`; sizes are rounded down."""
    rank = r.choice([2, 2, 3])
    x = r.reals((r.int(1, 2), r.int(1, 3), *r.ints(rank, 1, 4)), r.choice(("float32", "float32", "float64", "float16")))
    scales = [1.0, 1.0] + [r.choice([1.0, 2.0, 3.0, 1.5, 2.5]) for _ in range(rank)]
    targets = [int(np.floor(n * s)) for n, s in zip(x.shape, scales)]
    mode = r.choice(["nearest", "linear"])
    kind = {"nearest": "nearest_neighbor"}.get(mode, mode)
    matrices, _ = resize_matrices(r, x.shape, scales, targets, "asymmetric", (kind, "floor"), [(0, 1)] * x.ndim)
    attrs = {"mode": mode} if mode != "nearest" or r.chance(0.5) else {}
    if r.opset < 9:
        return finish(r, x, [x], attrs | {"scales": scales}, matrices, kind, None, 0.0, ())
    known = r.chance(0.7)
    made = finish(r, x, [x, np.array(scales, "float32")], attrs, matrices, kind, None, 0.0, (1,) if known else ())
    made.dynamic = not known
    return made


@onnx_row("GridSample", opsets=(16,))
def grid_sample(r):
    """The grid has the coordinates x, y along its last axis."""
    made = ROWS["image.grid_sample"](r)
    while made.args[0].ndim != 4:
        made = ROWS["image.grid_sample"](r)
    x, grid = made.args
    attrs = {"align_corners": int(made.attrs["align_corners"])}
    attrs |= {"mode": made.attrs["method"], "padding_mode": made.attrs["padding_mode"]}
    right = made.results[0]
    inputs = [x, np.ascontiguousarray(grid.transpose(0, 2, 3, 1))]
    return onnx(inputs, attrs, right.value, scale=right.scale, rounds=right.rounds, slack=right.slack)


@onnx_row("MaxRoiPool", opsets=(1,))
def max_roi_pool(r):
    made = ROWS["vision.roi_pool"](r)
    attrs = {"pooled_shape": made.attrs["pooled_size"], "spatial_scale": made.attrs["spatial_scale"]}
    return onnx(made.args, attrs, made.results[0].value, rounds=0)


@onnx_row("RoiAlign", opsets=(10, 16))
def roi_align(r):
    """Means of samples in each bin. Regions of less than a pixel become one pixel, except with half pixels."""
    x = r.reals((r.int(1, 2), r.int(1, 2), r.int(2, 7), r.int(2, 7)), r.choice(("float32", "float32", "float64")))
    count = r.int(1, 3)
    owners = r.integers((count,), "int64", 0, x.shape[0] - 1)
    corner = r.integers((count, 2), "int32", -2, 12) / 2
    size = r.integers((count, 2), "int32", 0, 12) / r.choice([2, 2, 8])
    rois = np.concatenate([corner, corner + size], 1).astype(x.dtype)
    attrs = {"output_height": r.int(1, 3), "output_width": r.int(1, 3)}
    attrs = {key: attrs[key] for key in r.subset(list(attrs))}
    pooled = attrs.get("output_height", 1), attrs.get("output_width", 1)
    scale = r.choice([1.0, 0.5])
    attrs |= {"spatial_scale": scale} if scale != 1 or r.chance(0.5) else {}
    ratio = r.choice([0, 0, 1, 2])
    attrs |= {"sampling_ratio": ratio} if ratio or r.chance(0.5) else {}
    half = r.opset >= 16
    if r.opset >= 16 and r.chance(0.7):
        half = r.chance(0.6)
        attrs["coordinate_transformation_mode"] = "half_pixel" if half else "output_half_pixel"
    value, slack = np.zeros((count, x.shape[1], *pooled)), np.zeros((count, x.shape[1], *pooled))
    for n, roi in enumerate(wide(rois)):
        left, top, right, bottom = roi * scale - (0.5 if half else 0.0)
        height, width = bottom - top, right - left
        if not half:
            height, width = max(height, 1.0), max(width, 1.0)
        bins = height / pooled[0], width / pooled[1]
        grid = [ratio if ratio > 0 else int(np.ceil(b)) for b in bins]
        for i, j in np.ndindex(*pooled):
            lines = [top + i * bins[0] + (a + 0.5) * bins[0] / grid[0] for a in range(grid[0])]
            columns = [left + j * bins[1] + (b + 0.5) * bins[1] / grid[1] for b in range(grid[1])]
            edges = [(y, x.shape[2]) for y in lines] + [(z, x.shape[3]) for z in columns]
            if any(abs(p - n_) < 1e-4 or abs(p + 1) < 1e-4 for p, n_ in edges):
                slack[n, :, i, j] = np.inf
            samples = [sampled(wide(x)[owners[n]], y, z) for y in lines for z in columns]
            # A bin without samples has the mean 0.
            value[n, :, i, j] = np.sum(samples, 0) / max(len(samples), 1)
    # Coordinates are computed in float32.
    return onnx([x, rois, owners], attrs, value, slack=slack + 1600 * 2.0**-24)


@onnx_row("NonMaxSuppression", opsets=(10, 11))
def non_max_suppression(r):
    """Boxes by falling score, except those that overlap a chosen one by more than the threshold."""
    batch, classes, count = r.int(1, 2), r.int(1, 3), r.int(1, 6)
    boxes, scores = boxes_of(r, (batch, count)), distinct_scores(r, (batch, classes, count))
    most = None if r.chance(0.1) else r.int(0, 4)
    iou = None if r.chance(0.2) else r.choice([0.3, 0.55, 0.71, 0.5, 0.0])
    least = None if r.chance(0.3) else r.choice([0.0, 0.2, 0.5])
    if least is None and r.chance(0.5):
        scores = scores - np.float32(0.5)
    attrs = {}
    given = boxes
    if r.chance(0.3):
        # (center x, center y, width, height); corners are (y, x).
        attrs["center_point_box"] = 1
        sizes = boxes[..., 2:] - boxes[..., :2]
        middle = boxes[..., :2] + sizes / np.float32(2)
        given = np.concatenate([middle[..., ::-1], sizes[..., ::-1]], -1)
    elif r.chance(0.3):
        # Any diagonal of the box.
        given = boxes[..., [2, 3, 0, 1]]
    lines = []
    for b, c in np.ndindex(batch, classes):
        kept = []
        for j in sorted(range(count), key=lambda j: -scores[b, c, j]):
            if len(kept) < (most or 0) and (least is None or scores[b, c, j] > np.float32(least)):
                if all(overlap(boxes[b, j], boxes[b, k]) <= np.float32(iou or 0.0) for k in kept):
                    kept.append(j)
        lines += [[b, c, j] for j in kept]
    value = np.array(lines, "int64").reshape(-1, 3)
    vector = r.chance(0.5)
    wrap = lambda v, dtype: None if v is None else np.array([v] if vector else v, dtype)  # noqa: E731
    inputs = [np.ascontiguousarray(given), scores, wrap(most, "int64"), wrap(iou, "float32"), wrap(least, "float32")]
    return onnx(inputs, attrs, value, "int64", dynamic=True)
