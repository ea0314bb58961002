"""Operators that sample images at computed places."""

import itertools

import numpy as np
from calls import REALS, ROWS, call, row, wide
from rows.conv import SPATIAL, laid, pads


def again(r, name):
    return ROWS[name](r)


def near_tie(coordinates):
    """Whether a coordinate is close to, but not exactly, between two places: the last bit then decides."""
    parts = np.asarray(coordinates) * 2
    distance = np.abs(parts - np.round(parts))
    return bool(np.any((distance > 0) & (distance < 1e-3)))


def source_places(size, target, mode, start=0.0, end=1.0):
    """The place in the data for each place of the result."""
    x = np.arange(target, dtype="float64")
    if mode == "half_pixel" or (mode == "pytorch_half_pixel" and target > 1):
        # One quotient, so a place in the middle is exact.
        return ((2 * x + 1) * size - target) / (2 * target)
    if mode == "align_corners":
        return x * (size - 1) / (target - 1) if target > 1 else x * 0
    if mode == "asymmetric":
        return x * size / target
    if mode == "pytorch_half_pixel":
        return x * 0
    if mode == "tf_half_pixel_for_nn":
        return (2 * x + 1) * size / (2 * target)
    if target > 1:
        return start * (size - 1) + x * (end - start) * (size - 1) / (target - 1)
    return np.full(1, 0.5 * (start + end) * (size - 1))


def rounded(x, method):
    return {
        "round": np.copysign(np.floor(np.abs(x) + 0.5), x),
        "round_prefer_floor": np.ceil(x - 0.5),
        "round_prefer_ceil": np.floor(x + 0.5),
        "floor": np.floor(x),
        "ceil": np.ceil(x),
    }[method].astype("int64")


def weights(places, size, method, rounding="round", alpha=-0.5, exclude=False):
    """A matrix (places, size) of the weights of the elements along one axis. Places outside take the nearest one."""
    matrix = np.zeros((len(places), size))
    for line, x in zip(matrix, places):
        if method == "nearest_neighbor":
            pairs = [(int(rounded(np.asarray(x), rounding)), 1.0)]
        elif method == "linear":
            low = int(np.floor(x))
            pairs = [(low, 1 - (x - low)), (low + 1, x - low)]
        else:
            low = int(np.floor(x))
            pairs = []
            for k in range(low - 1, low + 3):
                # Keys's kernel. In factors, it is precise near its zeros, too.
                t = abs(x - k)
                if t <= 1:
                    value = (t - 1) * ((alpha + 2) * t**2 - t - 1)
                else:
                    value = alpha * (t - 1) * (t - 2) ** 2
                pairs.append((k, value))
            if exclude:
                pairs = [(k, value if 0 <= k < size else 0.0) for k, value in pairs]
                total = sum(value for _, value in pairs)
                pairs = [(k, value / total) for k, value in pairs]
        for k, value in pairs:
            line[min(max(k, 0), size - 1)] += value
    return matrix


def resized(x, matrices):
    """Multiplies each spatial axis, which are the last ones, with its matrix."""
    for axis, matrix in enumerate(matrices):
        at = x.ndim - len(matrices) + axis
        x = np.moveaxis(np.tensordot(matrix, np.moveaxis(x, at, 0), 1), 0, at)
    return x


MODES = ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn")


def resize_call(r, rank, name):
    space = SPATIAL[rank]
    source, layout = "NC" + space, r.choice(["NC" + space, "NC" + space, "N" + space + "C"])
    dtype = r.choice(["float32", "float32", "float64", "float16", "uint8", "int8", "int32"])
    x = r.any((r.int(1, 2), r.int(1, 3), *r.ints(rank, 1, 6)), dtype)
    if dtype.endswith("int8") and r.chance(0.3):
        x = np.full_like(x, np.iinfo(dtype).max)
    sizes, targets = x.shape[2:], r.ints(rank, 1, 9)
    if r.chance(0.3):
        targets = [size * r.int(1, 3) for size in sizes]
    method = r.choice(["nearest_neighbor", "linear", "cubic"])
    mode = r.choice(MODES + ("tf_crop_and_resize",))
    alpha, exclude = r.choice([-0.5, -0.75]), r.chance(0.3)
    rounding = r.choice(["", "round", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"])
    starts, ends, outside = [0.0] * rank, [1.0] * rank, 0.0
    attrs = {"size": targets, "roi": starts + ends, "layout": layout, "method": method}
    attrs |= {"coordinate_transformation_mode": mode, "rounding_method": rounding}
    attrs |= {"cubic_alpha": alpha, "cubic_exclude": int(exclude)}
    if mode == "tf_crop_and_resize":
        starts, ends = [r.choice([0.0, 0.25, -0.25]) for _ in starts], [r.choice([1.0, 0.75, 1.25]) for _ in ends]
        outside = r.choice([0.0, 2.5])
        attrs |= {"roi": starts + ends, "extrapolation_value": outside}
    places = [source_places(s, t, mode, a, b) for s, t, a, b in zip(sizes, targets, starts, ends)]
    if any(near_tie(axis) for axis in places):
        return again(r, name)
    chosen = rounding
    if not rounding:
        # TVM's defaults.
        chosen = "round" if mode == "align_corners" else "floor"
    matrices = [weights(p, s, method, chosen, alpha, exclude) for p, s in zip(places, sizes)]
    value, slack = resized(x.astype("float64"), matrices), np.zeros(())
    scale = resized(np.abs(x.astype("float64")), [np.abs(matrix) for matrix in matrices])
    if x.dtype.kind != "f":
        # Fractions are cut off. What the type does not hold saturates.
        near = np.abs(value - np.round(value)) < 1e-12 * (1 + np.abs(value))
        # Of large integers, the order of a sum decides what is near.
        slack = (np.abs(value) > 1e4).astype("float64")
        limits = np.iinfo(dtype)
        value = np.clip(np.where(near, np.round(value), np.trunc(value)), limits.min, limits.max)
    if mode == "tf_crop_and_resize":
        beyond = np.zeros(targets, bool)
        for axis, (p, s) in enumerate(zip(places, sizes)):
            beyond |= ((p < 0) | (p > s - 1)).reshape([-1 if i == axis else 1 for i in range(rank)])
        value = np.where(beyond, outside if x.dtype.kind == "f" else np.trunc(outside), value)
    # The coordinates are computed in float32, so their errors grow with their size.
    rounds = 0 if method == "nearest_neighbor" else 40 * (1 + max(sizes))
    scale = scale + np.abs(x.astype("float64")).max()
    if method == "nearest_neighbor":
        slack = np.zeros(())
    slack = laid(np.broadcast_to(slack, value.shape), source, layout)
    value, scale = laid(value, source, layout), laid(scale, source, layout)
    return call([laid(x, source, layout)], attrs, value, scale=scale, rounds=rounds, slack=slack)


@row("image.resize1d", "image.resize2d", "image.resize3d")
def resize(r, name):
    return resize_call(r, int(name[-2]), name)


@row("nn.upsampling", "nn.upsampling3d")
def upsampling(r, name):
    rank = 3 if "3d" in name else 2
    space = SPATIAL[rank]
    source, layout = "NC" + space, r.choice(["NC" + space, "N" + space + "C"])
    x = r.reals((r.int(1, 2), r.int(1, 3), *[2 * r.int(1, 3) for _ in space]), r.choice(REALS))
    scales = [r.choice([1.0, 2.0, 3.0, 1.5, 0.5]) for _ in space]
    targets = [int(size * scale) for size, scale in zip(x.shape[2:], scales)]
    attrs = {f"scale_{letter.lower()}": scale for letter, scale in zip(space, scales)} | {"layout": layout}
    if rank == 2:
        method = r.choice(["nearest_neighbor", "bilinear", "bicubic"])
        corners = attrs["align_corners"] = r.chance(0.4)
        mode = "align_corners" if corners else "asymmetric"
        kind, alpha = method.removeprefix("bi"), -0.5
    else:
        method = r.choice(["nearest_neighbor", "trilinear"])
        mode = attrs["coordinate_transformation_mode"] = r.choice(["half_pixel", "align_corners", "asymmetric"])
        kind, alpha = method.removeprefix("tri"), -0.5
    attrs["method"] = method
    places = [source_places(s, t, mode) for s, t in zip(x.shape[2:], targets)]
    if any(near_tie(axis) for axis in places):
        return again(r, name)
    rounding = "round" if mode == "align_corners" else "floor"
    matrices = [weights(p, s, kind, rounding, alpha) for p, s in zip(places, x.shape[2:])]
    value = laid(resized(wide(x), matrices), source, layout)
    scale = np.abs(wide(x)).max()
    rounds = 0 if kind == "nearest_neighbor" else 40 * 8
    return call([laid(x, source, layout)], attrs, value, scale=scale, rounds=rounds)


@row("image.crop_and_resize")
def crop_and_resize(r):
    layout = r.choice(["NCHW", "NHWC"])
    x = r.reals((r.int(1, 2), r.int(1, 3), r.int(2, 6), r.int(2, 6)))
    count, crop = r.int(1, 3), r.ints(2, 1, 5)
    boxes = r.integers((count, 4), "int32", -1, 9).astype("float32") / np.float32(8)
    owners = r.integers((count,), "int32", 0, x.shape[0] - 1)
    method, outside = r.choice(["bilinear", "nearest_neighbor"]), r.choice([0.0, 1.5])
    value = np.zeros((count, x.shape[1], *crop))
    for i in range(count):
        ends = [(float(boxes[i, a]), float(boxes[i, a + 2])) for a in (0, 1)]
        places = [source_places(s, t, "tf_crop_and_resize", *e) for s, t, e in zip(x.shape[2:], crop, ends)]
        if any(near_tie(axis) for axis in places):
            return again(r, "image.crop_and_resize")
        kind = "linear" if method == "bilinear" else method
        part = resized(wide(x)[owners[i]], [weights(p, s, kind) for p, s in zip(places, x.shape[2:])])
        beyond = [(p < 0) | (p > s - 1) for p, s in zip(places, x.shape[2:])]
        value[i] = np.where(beyond[0][:, None] | beyond[1][None, :], outside, part)
    attrs = {"crop_size": crop, "layout": layout, "method": method, "extrapolation_value": outside}
    scale = np.abs(wide(x)).max()
    args = [laid(x, "NCHW", layout), boxes, owners]
    return call(args, attrs, laid(value, "NCHW", layout), scale=scale, rounds=300, plain=(1, 2))


@row("image.affine_grid")
def affine_grid(r):
    batch, target = r.int(1, 3), r.ints(2, 2, 6)
    theta = r.reals((batch, 2, 3), "float32", -2, 2)
    y, x = np.meshgrid(np.linspace(-1, 1, target[0]), np.linspace(-1, 1, target[1]), indexing="ij")
    grid = np.stack([x, y, np.ones_like(x)]).reshape(3, -1)
    value = (wide(theta) @ grid).reshape(batch, 2, *target)
    scale = (np.abs(wide(theta)) @ np.abs(grid)).reshape(value.shape)
    return call([theta], {"target_shape": target}, value, scale=scale + 1, rounds=16)


def folded(x, size, corners):
    """Reflects a place at the edges of the data."""
    low, high = (0.0, size - 1.0) if corners else (-0.5, size - 0.5)
    span = high - low
    if span == 0:
        return 0.0
    x = abs(x - low)
    whole, rest = int(x // span), x % span
    return (rest if whole % 2 == 0 else span - rest) + low


@row("image.grid_sample")
def grid_sample(r):
    """PyTorch's operator; the grid has the coordinates x, y, (z) along its second axis."""
    rank = r.choice([2, 2, 3])
    layout = "NC" + SPATIAL[rank]
    x = r.reals((r.int(1, 2), r.int(1, 2), *r.ints(rank, 2, 5)))
    sizes = x.shape[2:]
    target = r.ints(rank, 1, 4)
    grid = r.integers((x.shape[0], rank, *target), "int32", -24, 24).astype("float32") / np.float32(16)
    method = r.choice(["bilinear", "nearest", "bicubic"] if rank == 2 else ["bilinear", "nearest"])
    padding, corners = r.choice(["zeros", "border", "reflection"]), r.chance(0.5)
    value = np.zeros((x.shape[0], x.shape[1], *target))
    slack = np.zeros(value.shape)
    exact = wide(x)

    def settled(p, size):
        if padding == "border":
            return min(max(p, 0.0), size - 1.0)
        if padding == "reflection":
            return min(max(folded(p, size, corners), 0.0), size - 1.0)
        return p

    def element(n, place):
        if padding == "zeros" and any(not 0 <= k < size for k, size in zip(place, sizes)):
            return np.zeros(x.shape[1])
        if padding == "reflection":
            place = [int(settled(k, size)) for k, size in zip(place, sizes)]
        place = [min(max(k, 0), size - 1) for k, size in zip(place, sizes)]
        return exact[(n, slice(None), *place)]

    for at in np.ndindex(x.shape[0], *target):
        n, rest = at[0], at[1:]
        places = []
        for axis, size in enumerate(sizes):
            g = float(grid[(n, rank - 1 - axis, *rest)])
            places.append((g + 1) * (size - 1) / 2 if corners else ((g + 1) * size - 1) / 2)
        to = (n, slice(None), *rest)
        if method != "bicubic":
            places = [settled(p, size) for p, size in zip(places, sizes)]
        if method == "nearest":
            if near_tie(places) or any(abs(p % 1 - 0.5) < 1e-3 for p in places):
                slack[to] = np.inf
            value[to] = element(n, [int(np.round(p)) for p in places])
            continue
        options = []
        for p in places:
            low = int(np.floor(p))
            if method == "bilinear":
                options.append([(low, 1 - (p - low)), (low + 1, p - low)])
            else:
                a, terms = -0.75, []
                for k in range(low - 1, low + 3):
                    t = abs(p - k)
                    near, far = (a + 2) * t**3 - (a + 3) * t**2 + 1, a * t**3 - 5 * a * t**2 + 8 * a * t - 4 * a
                    terms.append((k, near if t <= 1 else far))
                options.append(terms)
        for combination in itertools.product(*options):
            weight = np.prod([w for _, w in combination])
            if weight:
                value[to] += weight * element(n, [k for k, _ in combination])
    attrs = {"method": method, "layout": layout, "padding_mode": padding, "align_corners": corners}
    scale = np.abs(exact).max()
    return call([x, grid], attrs, value, scale=scale, rounds=1000, slack=slack, plain=(1,))


@row("image.dilation2d")
def dilation2d(r):
    """The maximum of data + kernel in each window; TVM pads with zeros."""
    layout = r.choice(["NCHW", "NHWC"])
    kernel_layout = "IHW" if layout == "NCHW" else "HWI"
    kernel, strides, dilations = r.ints(2, 1, 3), r.ints(2, 1, 2), r.ints(2, 1, 2)
    padding, margins = pads(r, 2, 1)
    sizes = [max(1, (k - 1) * d + 1 - a - b) + r.int(0, 4) for k, d, (a, b) in zip(kernel, dilations, margins)]
    x = r.reals((r.int(1, 2), r.int(1, 3), *sizes))
    weight = r.reals((x.shape[1], *kernel))
    padded = np.pad(wide(x), [(0, 0), (0, 0)] + margins, constant_values=0.0)
    out = [(padded.shape[2 + i] - (kernel[i] - 1) * dilations[i] - 1) // strides[i] + 1 for i in (0, 1)]
    value = np.full((x.shape[0], x.shape[1], *out), -np.inf)
    for a, b in np.ndindex(*kernel):
        cut = [slice(k * d, k * d + (n - 1) * s + 1, s) for k, d, n, s in zip((a, b), dilations, out, strides)]
        value = np.maximum(value, padded[:, :, cut[0], cut[1]] + wide(weight)[None, :, a, b, None, None])
    if np.isinf(value).any():
        # A window of padding alone has no meaning.
        return again(r, "image.dilation2d")
    attrs = {"strides": strides, "padding": padding, "dilations": dilations}
    attrs |= {"data_layout": layout, "kernel_layout": kernel_layout}
    args = [laid(x, "NCHW", layout), laid(weight, "IHW", kernel_layout)]
    return call(args, attrs, laid(value, "NCHW", layout), scale=8, rounds=4)
