"""Operators that make tensors, or give elements other places."""

import numpy as np
from calls import REALS
from onnx_calls import at_times_computed, onnx, onnx_row, several

FAR = 2**63 - 1


def data(r, low=0, high=4, empty=0.04):
    return r.any(r.shape(low, high, empty=empty), r.dtype(bools=True), 0.1)


def ints(values):
    return np.array(values, "int64").reshape(len(values))


@onnx_row("Reshape", opsets=(4, 5, 13, 14))
def reshape(r):
    x = data(r)
    sizes = [int(n) for n in r.numpy.permutation(x.shape)]
    if r.chance(0.2) and sizes:
        sizes = [int(np.prod(sizes[:2], dtype="int64")), *sizes[2:]]
    given, attrs = list(sizes), {}
    if r.opset >= 14 and r.chance(0.3):
        attrs["allowzero"] = r.int(0, 1)
    zero = attrs.get("allowzero", 0)
    for i, size in enumerate(sizes):
        # A 0 copies the size, unless `allowzero`.
        if not zero and (size == 0 or r.chance(0.3)) and i < x.ndim and x.shape[i] == size:
            given[i] = 0
    moved = any(size == 0 and not (i < x.ndim and x.shape[i] == 0) for i, size in enumerate(sizes))
    if moved and not zero:
        return reshape(r)
    if given and 0 not in sizes and r.chance(0.4):
        given[r.int(0, len(given) - 1)] = -1
    if r.opset < 5:
        return onnx([x], {"shape": given}, x.reshape(sizes))
    return at_times_computed(r, onnx([x, ints(given)], attrs, x.reshape(sizes), constant=(1,)))


@onnx_row("Flatten", opsets=(1, 9, 11, 13))
def flatten(r):
    """The axes before `axis` are the rows; 0 and the rank are allowed, from version 11 on also negative ones."""
    x = data(r, 1)
    attrs = {"axis": r.int(-x.ndim if r.opset >= 11 else 0, x.ndim)} if r.chance(0.8) else {}
    axis = attrs.get("axis", 1)
    axis += x.ndim if axis < 0 else 0
    count = lambda sizes: int(np.prod(sizes, dtype="int64"))  # noqa: E731
    return onnx([x], attrs, x.reshape(count(x.shape[:axis]), count(x.shape[axis:])))


@onnx_row("Concat", opsets=(4, 11, 13))
def concat(r):
    base, dtype = list(r.shape(1, 4)), r.dtype(bools=True)
    axis = r.int(-len(base) if r.opset >= 11 else 0, len(base) - 1)
    parts = []
    for _ in range(r.int(1, 4)):
        base[axis] = r.int(0 if r.chance(0.2) else 1, 4)
        parts.append(r.any(tuple(base), dtype))
    return onnx(parts, {"axis": axis}, np.concatenate(parts, axis))


@onnx_row("Transpose", opsets=(1, 13))
def transpose(r):
    x = data(r, 0, 5)
    if r.chance(0.3) or x.ndim == 0:
        return onnx([x], {}, x.transpose())
    axes = r.permutation(x.ndim)
    return onnx([x], {"perm": axes}, x.transpose(axes))


def by_version(r, since, x, axes, attrs, value):
    """A call whose axes are an input from a version on, and an attribute before."""
    if r.opset < since:
        return onnx([x], attrs | {"axes": axes}, value)
    return onnx([x, ints(axes)], attrs, value, constant=(1,))


@onnx_row("Squeeze", opsets=(1, 11, 13))
def squeeze(r):
    shape = tuple(1 if r.chance(0.5) else size for size in r.shape(0, 5))
    x = r.any(shape, r.dtype(bools=True))
    ones = [axis for axis, size in enumerate(shape) if size == 1]
    if r.chance(0.3) or not ones:
        made = onnx([x, None], {}, x.squeeze())
        # An unknown size may be 1.
        made.sized = True
        return made
    chosen = r.subset(ones, 1)
    r.numpy.shuffle(chosen)
    given = [axis - x.ndim if r.chance(0.4) and r.opset >= 11 else axis for axis in chosen]
    return by_version(r, 13, x, given, {}, x.squeeze(tuple(chosen)))


@onnx_row("Unsqueeze", opsets=(1, 11, 13))
def unsqueeze(r):
    """The axes, in any order, count in the result."""
    x = data(r, 0, 3)
    rank = x.ndim + r.int(1, 3)
    chosen = r.permutation(rank)[: rank - x.ndim]
    given = [axis - rank if r.chance(0.4) and r.opset >= 11 else axis for axis in chosen]
    sizes = iter(x.shape)
    return by_version(r, 13, x, given, {}, x.reshape([1 if axis in chosen else next(sizes) for axis in range(rank)]))


@onnx_row("Split", opsets=(2, 11, 13, 18))
def split(r):
    """Without lengths the parts are equal; from version 18 on the last one may be smaller."""
    x = data(r, 1)
    axis = r.int(-x.ndim if r.opset >= 11 else 0, x.ndim - 1)
    size = x.shape[axis]
    attrs = {"axis": axis} if axis or r.chance(0.5) else {}
    if r.chance(0.6):
        places = sorted(r.ints(r.int(0, 3), 0, size))
        if r.chance(0.5):
            places = sorted(set(places) - {0, size})
        lengths = np.diff([0, *places, size]).tolist()
    else:
        parts = r.choice([n for n in range(1, size + 1) if size % n == 0] or [1])
        if r.opset >= 18:
            parts = r.int(1, size) if size else 1
            attrs["num_outputs"] = parts
        each = -(-size // parts)
        lengths = [max(0, min(each, size - each * i)) for i in range(parts)]
        values = np.split(x, np.cumsum(lengths)[:-1], axis)
        return several([x], attrs, *[(value, x.dtype.name) for value in values])
    values = np.split(x, np.cumsum(lengths)[:-1].astype("int64"), axis)
    results = [(value, x.dtype.name) for value in values]
    if r.opset < 13:
        return several([x], attrs | {"split": lengths}, *results)
    return several([x, ints(lengths)], attrs, *results, constant=(1,))


@onnx_row("Slice", opsets=(1, 9, 10, 11, 13))
def slice_(r):
    """Bounds beyond the data are clamped; negative ones count from the end."""
    x = r.any(r.shape(1, 4), r.dtype(bools=True)) if r.chance(0.8) else r.any((r.int(6, 12),), "float32")
    axes = sorted(r.permutation(x.ndim)[: r.int(1, x.ndim)])
    if r.opset >= 10:
        r.numpy.shuffle(axes)
    omitted = r.chance(0.3)
    if omitted:
        axes = list(range(x.ndim)) if r.chance(0.5) else list(range(len(axes)))
    stepped = r.opset >= 10 and r.chance(0.6)
    starts, ends, steps, cut = [], [], [], [slice(None)] * x.ndim
    for axis in axes:
        size = x.shape[axis]
        step = r.choice([1, 2, 3, -1, -2, -3, 7, -7]) if stepped else 1
        start, end = (r.choice([r.int(-size - 2, size + 2), r.int(0, size), -FAR, FAR, 2**31 - 1]) for _ in range(2))
        starts.append(start)
        ends.append(end)
        steps.append(step)
        # As in ONNX's reference implementation: backwards from before the first element there is nothing.
        cut[axis] = np.arange(*slice(start, end, step).indices(size))
    value = x
    for axis, places in enumerate(cut):
        if not isinstance(places, slice):
            value = np.take(value, places, axis)
    given = [axis - x.ndim if r.chance(0.4) and r.opset >= 10 else int(axis) for axis in axes]
    if r.opset < 10:
        attrs = {"starts": starts, "ends": ends}
        return onnx([x], attrs if omitted else attrs | {"axes": given}, value)
    kind = "int64" if max(map(abs, starts + ends)) > 2**31 - 1 or r.chance(0.7) else "int32"
    bounds = [np.array(item, kind) for item in (starts, ends, given, steps)]
    inputs = [x, bounds[0], bounds[1], None if omitted else bounds[2], bounds[3] if stepped else None]
    if r.chance(0.8):
        return onnx(inputs, {}, value, constant=[i for i in (1, 2, 3, 4) if inputs[i] is not None])
    return onnx(inputs, {}, value, constant=[] if omitted else [3], dynamic=True)


@onnx_row("Expand", opsets=(8, 13))
def expand(r):
    (shape,), whole = r.broadcast(1)
    grown = [r.int(0 if r.chance(0.1) else 1, 4) if n == 1 else n for n in whole]
    whole = tuple(r.ints(r.int(0, 2), 1, 3) + grown)
    x = r.any(shape, r.dtype(bools=True))
    # The data may also be larger than the shape.
    lead = len(whole) - x.ndim
    given = [1 if r.chance(0.2) and i >= lead and x.shape[i - lead] == n else n for i, n in enumerate(whole)]
    given = given[next((i for i, n in enumerate(given) if n != 1 or i < len(whole) - x.ndim), len(given)) :]
    value = np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(given)))
    return at_times_computed(r, onnx([x, ints(given)], {}, value, constant=(1,)))


@onnx_row("Tile", opsets=(1, 6, 13))
def tile(r):
    x = data(r, 1, 3)
    if r.opset < 6:
        axis, count = r.int(0, x.ndim - 1), r.int(1, 3)
        inputs = [x, np.array([count], "int64"), np.array([axis], "int64")]
        return onnx(inputs, {}, np.tile(x, [count if i == axis else 1 for i in range(x.ndim)]), constant=(1, 2))
    reps = r.ints(x.ndim, 0 if r.chance(0.2) else 1, 3)
    return at_times_computed(r, onnx([x, ints(reps)], {}, np.tile(x, reps), constant=(1,)))


@onnx_row("Shape", opsets=(1, 13, 15))
def shape_(r):
    """`start` and `end` are clamped to the axes."""
    x = data(r)
    attrs = {}
    if r.opset >= 15:
        attrs = {key: r.int(-x.ndim - 2, x.ndim + 2) for key in r.subset(["start", "end"])}
    value = np.array(x.shape[slice(attrs.get("start"), attrs.get("end"))], "int64")
    if attrs:
        ends = attrs.get("start", 0), attrs.get("end", x.ndim)
        start, end = (min(max(n + x.ndim if n < 0 else n, 0), x.ndim) for n in ends)
        value = np.array(x.shape[start : max(start, end)], "int64")
    return onnx([x], attrs, value, "int64")


@onnx_row("Size", opsets=(1, 13))
def size_(r):
    x = data(r)
    return onnx([x], {}, np.array(x.size), "int64")


def padded(x, widths, mode, value):
    """Pads each axis; negative widths cut off."""
    kept = tuple(slice(max(0, -a), max(0, n - max(0, -b))) for n, (a, b) in zip(x.shape, widths))
    more = [(max(0, a), max(0, b)) for a, b in widths]
    if mode == "constant":
        out = np.full([n + a + b for n, (a, b) in zip(x[kept].shape, more)], value, x.dtype)
        out[tuple(slice(a, a + n) for n, (a, _) in zip(x[kept].shape, more))] = x[kept]
        return out
    if mode == "wrap":
        # numpy of this version pads by whole repetitions.
        places = [np.arange(-a, n + b) % n for n, (a, b) in zip(x[kept].shape, more)]
        return x[kept][np.ix_(*places)]
    return np.pad(x[kept], more, mode=mode)


@onnx_row("Pad", opsets=(2, 11, 13, 18, 19))
def pad(r):
    x = r.any(r.shape(1, 4, empty=0), r.dtype(bools=False) if r.opset >= 11 else r.choice(REALS))
    modes = ["constant", "constant", "edge", "reflect"] + (["wrap"] if r.opset >= 19 else [])
    mode = r.choice(modes)
    widths = []
    for size in x.shape:
        most = {"reflect": size - 1, "wrap": 3 * size}.get(mode, 4)
        low, high = r.int(0, min(most, 4)), r.int(0, min(most, 4))
        if r.chance(0.3):
            # Negative widths. At least one element remains.
            low = -r.int(0, size - 1)
            high = min(high, size + low - 1) if mode == "reflect" else high
            if r.chance(0.3):
                high = -r.int(0, size + low - 1)
        widths.append((low, high))
    attrs = {} if mode == "constant" and r.chance(0.5) else {"mode": mode}
    if r.opset < 11:
        fill = r.real(-3, 3) if r.chance(0.6) else None
        attrs["pads"] = [a for a, _ in widths] + [b for _, b in widths]
        if fill is not None:
            attrs["value"] = fill
        return onnx([x], attrs, padded(x, widths, mode, x.dtype.type(fill or 0)))
    fill = r.any((), x.dtype.name) if r.chance(0.6) else None
    axes = None
    if r.opset >= 18 and r.chance(0.5):
        axes = r.permutation(x.ndim)[: r.int(1, x.ndim)]
        widths = [pair if axis in axes else (0, 0) for axis, pair in enumerate(widths)]
    order = axes if axes is not None else range(x.ndim)
    given = ints([widths[axis][0] for axis in order] + [widths[axis][1] for axis in order])
    value = padded(x, widths, mode, x.dtype.type(0) if fill is None else fill)
    if axes is not None:
        axes = ints([axis - x.ndim if r.chance(0.4) else axis for axis in axes])
    inputs = [x, given, fill, axes]
    made = onnx(inputs, attrs, value, constant=(1,) if axes is None else (1, 3))
    return made if mode == "wrap" or axes is not None else at_times_computed(r, made)


@onnx_row("DepthToSpace", "SpaceToDepth", opsets=(11, 13))
def blocks(r, name):
    n, c, h, w, b = r.int(1, 2), r.int(1, 3), r.int(1, 3), r.int(1, 3), r.int(1, 3)
    dtype = r.dtype(bools=False)
    if name == "SpaceToDepth":
        x = r.any((n, c, h * b, w * b), dtype)
        value = x.reshape(n, c, h, b, w, b).transpose(0, 3, 5, 1, 2, 4).reshape(n, b * b * c, h, w)
        return onnx([x], {"blocksize": b}, value)
    x = r.any((n, c * b * b, h, w), dtype)
    attrs = {"blocksize": b} | ({"mode": r.choice(["DCR", "CRD"])} if r.chance(0.7) else {})
    if attrs.get("mode") == "CRD":
        value = x.reshape(n, c, b, b, h, w).transpose(0, 1, 4, 2, 5, 3)
    else:
        value = x.reshape(n, b, b, c, h, w).transpose(0, 3, 4, 1, 5, 2)
    return onnx([x], attrs, value.reshape(n, c, h * b, w * b))


@onnx_row("Constant", opsets=(9, 12, 13))
def constant(r):
    kinds = ["value", "value", "value_float", "value_floats", "value_int", "value_ints"]
    kind = r.choice(kinds) if r.opset >= 12 else "value"
    if kind == "value":
        x = data(r)
        return onnx([], {kind: x}, x, x.dtype.name)
    single = not kind.endswith("s")
    if "float" in kind:
        numbers = [r.real(-5, 5) for _ in range(1 if single else r.int(1, 4))]
        return onnx(
            [],
            {kind: numbers[0] if single else numbers},
            np.array(numbers[0] if single else numbers),
            "float32",
            rounds=0,
        )
    numbers = [r.choice([r.int(-5, 5), FAR, -FAR]) for _ in range(1 if single else r.int(1, 4))]
    return onnx(
        [], {kind: numbers[0] if single else numbers}, np.array(numbers[0] if single else numbers, "int64"), "int64"
    )


@onnx_row("ConstantOfShape", opsets=(9,))
def constant_of_shape(r):
    shape = r.shape()
    if r.chance(0.3):
        return at_times_computed(r, onnx([ints(shape)], {}, np.zeros(shape), "float32", constant=(0,)))
    value = r.any((1,), r.dtype(bools=True), 0.2)
    right = np.full(shape, value[0])
    return at_times_computed(r, onnx([ints(shape)], {"value": value}, right, value.dtype.name, constant=(0,)))


@onnx_row("EyeLike", opsets=(9,))
def eye_like(r):
    from onnx_model import TYPES

    x = r.any(r.shape(2, 2), r.dtype())
    k = r.int(-5, 5) if r.chance(0.7) else 0
    attrs = {"k": k} if k or r.chance(0.3) else {}
    dtype = x.dtype.name
    if r.chance(0.5):
        dtype = r.dtype()
        attrs["dtype"] = TYPES[dtype]
    return onnx([x], attrs, np.eye(*x.shape, k), dtype)


@onnx_row("Range", opsets=(11,))
def range_(r):
    """max(0, ceil((limit - start) / delta)) numbers."""
    dtype = r.choice(["float32", "float64", "int32", "int64", "int16"])
    if dtype.startswith("int"):
        numbers = r.int(-9, 9), r.int(-9, 9), r.choice([1, 2, 3, -1, -2])
    else:
        numbers = r.int(-18, 18) / 2, r.int(-18, 18) / 2, r.choice([0.25, 0.5, 1.0, -0.5, 1.5])
    count = max(0, int(np.ceil((numbers[1] - numbers[0]) / numbers[2])))
    value = numbers[0] + np.arange(count) * numbers[2]
    return onnx([np.asarray(n, dtype) for n in numbers], {}, value, dtype, dynamic=True)


@onnx_row("Trilu", opsets=(14,))
def trilu(r):
    x = r.any(r.shape(2, 4), r.dtype(bools=True), 0.1)
    k = np.asarray(r.int(-6, 6), "int64") if r.chance(0.7) else None
    attrs = {"upper": r.int(0, 1)} if r.chance(0.7) else {}
    at = 0 if k is None else int(k)
    rows, columns = np.ogrid[: x.shape[-2], : x.shape[-1]]
    kept = columns - rows >= at if attrs.get("upper", 1) else columns - rows <= at
    return onnx([x, k], attrs, np.where(kept, x, np.zeros((), x.dtype)))
