"""Pooling and normalization."""

import itertools

import numpy as np
from calls import REALS, ROWS, Result, call, row, wide
from rows.conv import SPATIAL, blocked, laid, pads


def window_places(sizes, pool, strides, dilation, margins, ceil_mode):
    """For each axis a list of (places of the window inside of the padded data) per element of the result."""
    axes = []
    for size, k, s, d, (before, after) in zip(sizes, pool, strides, dilation, margins):
        room = size + before + after - (k - 1) * d - 1
        count = (-(-room // s) if ceil_mode else room // s) + 1
        axes.append([[i * s - before + j * d for j in range(k)] for i in range(count)])
    return axes


def pooled(x, places, reduce_window):
    """`x` has the spatial axes last. Calls `reduce_window` with the elements of a window and its places."""
    rank = len(places)
    sizes = x.shape[-rank:]
    value = np.zeros(x.shape[:-rank] + tuple(len(axis) for axis in places))
    for at in itertools.product(*[range(len(axis)) for axis in places]):
        windows = [places[i][k] for i, k in enumerate(at)]
        inside = [[p for p in window if 0 <= p < size] for window, size in zip(windows, sizes)]
        part = x[(Ellipsis,) + np.ix_(*inside)]
        flat = part.reshape(x.shape[:-rank] + (int(np.prod(part.shape[-rank:])),))
        value[(Ellipsis,) + at] = reduce_window(flat, windows)
    return value


def pool_attrs(r, rank, dilated=True):
    pool, strides = r.ints(rank, 1, 3), r.ints(rank, 1, 3)
    dilation = r.ints(rank, 1, 2) if dilated and r.chance(0.3) else [1] * rank
    padding, margins = pads(r, rank, 1)
    # Each window has an element of the data.
    margins = [(min(a, k - 1), min(b, k - 1)) for (a, b), k in zip(margins, pool)]
    padding = [a for a, _ in margins] + [b for _, b in margins]
    return pool, strides, dilation, padding, margins, r.chance(0.4)


def layouts(r, rank):
    space = SPATIAL[rank]
    return "NC" + space, r.choice(["NC" + space, "NC" + space, "N" + space + "C"])


@row(*[f"nn.{kind}_pool{rank}d" for kind in ("max", "avg") for rank in (1, 2, 3)])
def pool(r, name):
    rank, average = int(name[-2]), "avg" in name
    pool, strides, dilation, padding, margins, ceil_mode = pool_attrs(r, rank)
    sizes = [(k - 1) * d + 1 + r.int(0, 5) for k, d in zip(pool, dilation)]
    source, layout = layouts(r, rank)
    dtype = r.choice(REALS) if r.chance(0.8) else r.choice(["int32", "int8", "uint8"])
    if r.chance(0.1) and rank < 3:
        sizes[-1] += r.int(8, 30)
    channels = r.int(1, 3)
    if rank == 2 and r.chance(0.2):
        layout, channels = "NCHW2c", 2 * channels
    x = r.any((r.int(0 if r.chance(0.1) else 1, 2), channels, *sizes), dtype)
    attrs = {"pool_size": pool, "strides": strides, "dilation": dilation, "padding": padding, "layout": layout}
    attrs["ceil_mode"] = ceil_mode
    places = window_places(sizes, pool, strides, dilation, margins, ceil_mode)
    if any(all(not 0 <= p < size for p in window) for axis, size in zip(places, sizes) for window in axis):
        # With ceil_mode a window may lie beyond the data, which has no meaning.
        return pool_again(r, name)
    counted = attrs["count_include_pad"] = average and r.chance(0.5)
    if not average:
        attrs.pop("count_include_pad")
    exact = wide(x) if x.dtype.kind == "f" else x.astype("int64")
    ends = [size + after for size, (_, after) in zip(sizes, margins)]
    starts = [-before for before, _ in margins]

    def average_of(part, windows):
        if counted:
            # Places beyond the padding do not count.
            kept = [sum(low <= p < end for p in window) for window, low, end in zip(windows, starts, ends)]
            number = int(np.prod(kept))
        else:
            number = part.shape[-1]
        total = part.sum(-1)
        return total / number if x.dtype.kind == "f" else np.sign(total) * (np.abs(total) // number)

    value = pooled(exact, places, average_of if average else lambda part, _: part.max(-1))
    scale = pooled(np.abs(exact), places, lambda part, _: part.max(-1)) if x.dtype.kind == "f" else None
    if average and x.dtype.kind != "f":
        # The sum has the type of the data.
        x = np.clip(x, 0, 4).astype(dtype)
        value = pooled(x.astype("int64"), places, average_of)
    value = blocked(value, source, layout)
    scale = None if scale is None else blocked(scale, source, layout)
    return call([blocked(x, source, layout)], attrs, value, scale=scale, rounds=2 * int(np.prod(pool)) + 4)


def pool_again(r, name):
    return ROWS[name](r)


@row("nn.global_max_pool2d", "nn.global_avg_pool2d")
def global_pool(r, name):
    source, layout = layouts(r, 2)
    channels = r.int(1, 9)
    if r.chance(0.2):
        layout, channels = "NCHW4c", 4 * r.int(1, 2)
    x = r.reals((r.int(1, 2), channels, r.int(1, 6), r.int(1, 9)), r.choice(REALS))
    exact = wide(x)
    value = (exact.max if "max" in name else exact.mean)(axis=(2, 3), keepdims=True)
    scale = np.abs(exact).mean(axis=(2, 3), keepdims=True)
    value, scale = blocked(value, source, layout), blocked(scale, source, layout)
    return call([blocked(x, source, layout)], {"layout": layout}, value, scale=scale, rounds=2 * x.size + 4)


@row(*[f"nn.adaptive_{kind}_pool{rank}d" for kind in ("max", "avg") for rank in (1, 2, 3)])
def adaptive_pool(r, name):
    """Element i of n takes the places from floor(i·size/n) to ceil((i+1)·size/n)."""
    rank = int(name[-2])
    source, layout = layouts(r, rank)
    x = r.reals((r.int(1, 2), r.int(1, 3), *r.ints(rank, 1, 7)), r.choice(REALS))
    sizes = x.shape[2:]
    wanted = r.ints(rank, 1, 5)
    given = wanted
    if r.chance(0.1):
        given, wanted = [], list(sizes)
    elif r.chance(0.1):
        # One number is the size along all axes.
        given, wanted = wanted[:1], wanted[:1] * rank
    places = [
        [list(range(i * size // n, -(-(i + 1) * size // n))) for i in range(n)] for size, n in zip(sizes, wanted)
    ]
    reduce_window = (lambda part, _: part.max(-1)) if "max" in name else (lambda part, _: part.mean(-1))
    value = laid(pooled(wide(x), places, reduce_window), source, layout)
    scale = laid(pooled(np.abs(wide(x)), places, lambda part, _: part.max(-1)), source, layout)
    attrs = {"output_size": given, "layout": layout}
    return call([laid(x, source, layout)], attrs, value, scale=scale, rounds=2 * x.size + 4)


@row("nn.max_pool2d_grad", "nn.avg_pool2d_grad")
def pool_gradient(r, name):
    """The first of equal maxima gets the gradient."""
    pool, strides, _, padding, margins, ceil_mode = pool_attrs(r, 2, dilated=False)
    sizes = [k + r.int(0, 4) for k in pool]
    places = window_places(sizes, pool, strides, [1, 1], margins, ceil_mode)
    if any(all(not 0 <= p < size for p in window) for axis, size in zip(places, sizes) for window in axis):
        return pool_again(r, name)
    x = r.reals((r.int(1, 2), r.int(1, 3), *sizes))
    grad = r.reals(x.shape[:2] + tuple(len(axis) for axis in places))
    average = "avg" in name
    attrs = {"pool_size": pool, "strides": strides, "padding": padding, "layout": "NCHW", "ceil_mode": ceil_mode}
    counted = average and r.chance(0.5)
    if average:
        attrs["count_include_pad"] = counted
    value, scale = np.zeros(x.shape), np.zeros(x.shape)
    exact, given = wide(x), wide(grad)
    for n, c, i, j in np.ndindex(*grad.shape):
        rows_ = [p for p in places[0][i] if 0 <= p < sizes[0]]
        columns = [p for p in places[1][j] if 0 <= p < sizes[1]]
        if average:
            number = len(rows_) * len(columns)
            if counted:
                number = 1
                for window, size, (_, after) in zip((places[0][i], places[1][j]), sizes, margins):
                    number *= sum(p < size + after for p in window)
            targets = [(a, b, given[n, c, i, j] / number) for a in rows_ for b in columns]
        else:
            best = max(((a, b) for a in rows_ for b in columns), key=lambda at: exact[n, c, at[0], at[1]])
            targets = [(*best, given[n, c, i, j])]
        for a, b, part in targets:
            value[n, c, a, b] += part
            scale[n, c, a, b] += abs(part)
    return call([grad, x], attrs, value, scale=scale, rounds=40)


@row("nn.softmax", "nn.fast_softmax", "nn.log_softmax")
def softmax(r, name):
    shape = r.shape(1, 4) if r.chance(0.9) else (r.int(1, 3), r.int(1, 9), r.int(9, 70))
    x = r.reals(shape, r.choice(REALS) if name != "nn.fast_softmax" else "float32", -9, 9)
    axis = r.axis(x.ndim)
    if name == "nn.softmax" and r.chance(0.2):
        # Masked places; one place of each row is not.
        x = np.where(r.bools(x.shape) & (np.indices(x.shape)[axis] > 0), -np.inf, x).astype(x.dtype)
    exact = wide(x)
    shifted = exact - exact.max(axis, keepdims=True, initial=-np.inf)
    total = np.exp(shifted).sum(axis, keepdims=True)
    size = x.shape[axis]
    if name == "nn.log_softmax":
        value = shifted - np.log(total)
        return call([x], {"axis": axis}, value, scale=np.abs(exact) + np.abs(value) + 9, rounds=8 + size)
    value = np.exp(shifted) / total
    slack = 1e-5 if "fast" in name else 0
    return call([x], {"axis": axis}, value, rounds=32 + 4 * size, slack=slack)


@row("nn.lrn")
def lrn(r):
    """x / (bias + alpha/size · sum of squares in the window)^beta"""
    x = r.reals(r.shape(4, 4, empty=0))
    axis, size = r.int(0, 3), r.choice([1, 2, 3, 4, 5])
    bias, alpha, beta = r.real(1, 3), r.real(0, 0.5), r.real(0.3, 1)
    exact = np.moveaxis(wide(x), axis, 0)
    # Of an even number of neighbours, more are behind, as in ONNX.
    ends = [(max(0, i - (size - 1) // 2), i + size // 2 + 1) for i in range(len(exact))]
    squares = np.stack([(exact[low:high] ** 2).sum(0) for low, high in ends])
    value = np.moveaxis(exact / (bias + alpha / size * squares) ** beta, 0, axis)
    attrs = {"size": size, "axis": axis, "bias": bias, "alpha": alpha, "beta": beta}
    return call([x], attrs, value, rounds=32)


@row("nn.l2_normalize")
def l2_normalize(r):
    """x / sqrt(max(sum of squares, eps))"""
    x = r.reals(r.shape(1, 4, empty=0), r.choice(["float32", "float32", "float64"]))
    axes = r.axes(x.ndim)
    eps = r.choice([1e-3, 0.5, 2.0])
    exact = wide(x)
    total = (exact**2).sum(tuple(axis % x.ndim for axis in axes), keepdims=True)
    value = exact / np.sqrt(np.maximum(total, eps))
    return call([x], {"eps": eps, "axis": axes}, value, rounds=16 + 2 * x.size)


def along(vector, axis, rank):
    return wide(vector).reshape([-1 if i == axis else 1 for i in range(rank)])


@row("nn.batch_norm")
def batch_norm(r):
    x = r.reals(r.shape(2, 4, empty=0), r.choice(REALS))
    axis = r.axis(x.ndim)
    at, size = axis % x.ndim, x.shape[axis]
    gamma, beta, mean = (r.reals((size,), x.dtype.name) for _ in range(3))
    variance = r.reals((size,), x.dtype.name, 0.125, 4)
    eps, center, scaled = r.choice([1e-5, 1e-3]), r.chance(0.8), r.chance(0.8)
    factor = 1 / np.sqrt(along(variance, at, x.ndim) + eps)
    if scaled:
        factor = factor * along(gamma, at, x.ndim)
    offset = along(beta, at, x.ndim) if center else 0
    value = (wide(x) - along(mean, at, x.ndim)) * factor + offset
    scale = (np.abs(wide(x)) + np.abs(along(mean, at, x.ndim))) * np.abs(factor) + np.abs(offset)
    attrs = {"axis": axis, "epsilon": eps, "center": center, "scale": scaled}
    made = call([x, gamma, beta, mean, variance], attrs, value, scale=scale, rounds=16)
    made.results += [Result(wide(mean), x.dtype.name, rounds=0), Result(wide(variance), x.dtype.name, rounds=0)]
    made.tuple_result = True
    return made


@row("nn.layer_norm", "nn.instance_norm", "nn.group_norm")
def norm(r, name):
    """(x - mean) / sqrt(variance + eps) · gamma + beta; the variance is that of all elements."""
    x = r.reals(r.shape(2 if name == "nn.layer_norm" else 3, 4, empty=0), r.choice(REALS))
    axis = r.axis(x.ndim)
    if name != "nn.layer_norm":
        axis = r.choice([1, x.ndim - 1, -1])
    at, exact = axis % x.ndim, wide(x)
    attrs = {"axis": axis}
    if name == "nn.layer_norm":
        grouped, axes = exact, (at,)
    elif name == "nn.instance_norm":
        grouped, axes = exact, tuple(i for i in range(1, x.ndim) if i != at)
    else:
        groups = attrs["num_groups"] = r.choice([n for n in range(1, x.shape[at] + 1) if x.shape[at] % n == 0])
        grouped = exact.reshape(x.shape[:at] + (groups, x.shape[at] // groups) + x.shape[at + 1 :])
        # A group has all axes but the batch.
        axes = tuple(i for i in range(1, grouped.ndim) if i != at)
    mean, variance = grouped.mean(axes, keepdims=True), grouped.var(axes, keepdims=True)
    eps, center, scaled = r.choice([1e-5, 1e-3, 0.5]), r.chance(0.8), r.chance(0.8)
    size = np.abs(grouped).mean(axes, keepdims=True) + np.abs(grouped)
    factor = 1 / np.sqrt(variance + eps)
    # The error of the variance relative to the variance.
    spread = 1 + (np.abs(grouped).mean(axes, keepdims=True) ** 2) / (variance + eps)
    value, scale = (grouped - mean) * factor, size * factor * spread
    value, scale = value.reshape(x.shape), np.broadcast_to(scale, grouped.shape).reshape(x.shape)
    gamma, beta = (r.reals((x.shape[at],), x.dtype.name) for _ in range(2))
    if scaled:
        value, scale = value * along(gamma, at, x.ndim), scale * np.abs(along(gamma, at, x.ndim))
    if center:
        value, scale = value + along(beta, at, x.ndim), scale + np.abs(along(beta, at, x.ndim))
    attrs |= {"epsilon": eps, "center": center, "scale": scaled}
    return call([x, gamma, beta], attrs, value, scale=scale, rounds=16 + 2 * x.size)


@row("nn.cross_entropy", "nn.cross_entropy_with_logits")
def cross_entropy(r, name):
    """The mean over the rows of -sum(targets · log(predictions)), or of the predictions as they are."""
    shape = r.shape(2, 2, empty=0)
    x = r.reals(shape, r.choice(["float32", "float64"]), 0.125, 4)
    targets = r.reals(shape, x.dtype.name, 0, 1)
    terms = wide(targets) * (np.log(wide(x)) if name == "nn.cross_entropy" else wide(x)) / shape[0]
    size = wide(targets) * (1 + np.abs(wide(x)))
    return call([x, targets], {}, np.array(-terms.sum()), scale=size.sum() / shape[0], rounds=8 + 2 * x.size)


@row("nn.nll_loss")
def nll_loss(r):
    """As PyTorch's: -weight[target]·prediction[target]; targets of `ignore_index` do not count."""
    batch, classes = r.int(1, 4), r.int(1, 5)
    rest = tuple(r.ints(r.int(0, 2), 1, 3))
    shape = (batch, classes) + rest
    x = r.reals(shape, r.choice(["float32", "float64"]))
    targets = r.integers(shape[:1] + shape[2:], r.choice(["int32", "int64"]), 0, classes - 1)
    ignored = r.choice([-100, 0, classes - 1])
    weights = r.reals((classes,), x.dtype.name, 0.125, 2)
    reduction = r.choice(["mean", "sum", "none"])
    kept = targets != ignored
    own = np.where(kept, wide(weights)[targets], 0.0)
    chosen = np.take_along_axis(wide(x), np.expand_dims(targets, 1).astype("int64"), 1).squeeze(1)
    terms = -own * chosen
    value, scale = terms, np.abs(terms)
    if reduction != "none":
        value, scale = np.array(terms.sum()), np.abs(terms).sum()
    if reduction == "mean":
        value, scale = value / own.sum(), scale / own.sum()
    attrs = {"reduction": reduction, "ignore_index": ignored}
    return call([x, targets, weights], attrs, value, scale=scale, rounds=8 + 2 * max(1, terms.size), plain=(1,))
