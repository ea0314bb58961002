"""Convolutions and poolings."""

import itertools

import numpy as np
from calls import REALS, Result, wide
from onnx_calls import onnx, onnx_row, several
from rows.conv import convolve, transposed
from rows.pool import pooled


def window_attrs(r, rank, sizes, kernel, dilated=True, ceil=False):
    """Random attributes, and (strides, dilations, margins, sizes of the result).

    SAME gives ceil(size / stride) elements, and pads as little as that needs; an odd element goes to the end (UPPER) or
    to the beginning (LOWER).
    """
    strides = r.ints(rank, 1, 3) if r.chance(0.7) else [1] * rank
    dilations = r.ints(rank, 1, 2) if dilated and r.chance(0.4) else [1] * rank
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
    mode = r.choice(["NOTSET", "NOTSET", None, "VALID", "SAME_UPPER", "SAME_LOWER"])
    attrs = {} if mode is None else {"auto_pad": mode}
    if strides != [1] * rank or r.chance(0.3):
        attrs["strides"] = strides
    if dilations != [1] * rank or dilated and r.chance(0.2):
        attrs["dilations"] = dilations
    rounded_up = ceil and r.chance(0.5)
    if rounded_up:
        attrs["ceil_mode"] = 1
    margins = [(0, 0)] * rank
    if mode in ("SAME_UPPER", "SAME_LOWER"):
        counts = [-(-n // s) for n, s in zip(sizes, strides)]
        totals = [max((c - 1) * s + p - n, 0) for c, s, p, n in zip(counts, strides, spans, sizes)]
        halves = [(t // 2, t - t // 2) for t in totals]
        margins = halves if mode == "SAME_UPPER" else [(b, a) for a, b in halves]
        return attrs, strides, dilations, margins, counts
    if mode != "VALID" and r.chance(0.6):
        # Each window has an element of the data.
        margins = [(r.int(0, min(2, k - 1)), r.int(0, min(2, k - 1))) for k in kernel]
        attrs["pads"] = [a for a, _ in margins] + [b for _, b in margins]
    rooms = [n + a + b - p for n, (a, b), p in zip(sizes, margins, spans)]
    counts = [(-(-room // s) if rounded_up else room // s) + 1 for room, s in zip(rooms, strides)]
    if rounded_up:
        # Windows that begin in the padding at the end are left out.
        counts = [c - ((c - 1) * s >= n + a) for c, s, n, (a, _) in zip(counts, strides, sizes, margins)]
    return attrs, strides, dilations, margins, counts


def image(r, rank, kernel, dtype, channels=None, batch=(1, 2)):
    sizes = [2 * k + r.int(0, 4) for k in kernel]
    count = 0 if r.chance(0.02) else r.int(*batch)
    return r.any((count, channels or r.int(1, 3), *sizes), dtype)


@onnx_row("Conv", opsets=(1, 11))
def conv(r):
    rank = r.choice([1, 2, 2, 3])
    kernel, groups = r.ints(rank, 1, 4 if rank < 3 else 3), r.choice([1, 1, 2, 3])
    inside, outside = r.int(1, 3), r.int(1, 2)
    x = image(r, rank, kernel, r.choice(("float32", "float32", "float64", "float16")), groups * inside)
    weight = r.reals((groups * outside, inside, *kernel), x.dtype.name)
    bias = r.reals((groups * outside,), x.dtype.name) if r.chance(0.5) else None
    attrs, strides, dilations, margins, _ = window_attrs(r, rank, x.shape[2:], kernel)
    attrs |= ({"group": groups} if groups > 1 or r.chance(0.3) else {}) | (
        {"kernel_shape": kernel} if r.chance(0.5) else {}
    )
    value = convolve(wide(x), wide(weight), strides, margins, dilations, groups)
    scale = convolve(np.abs(wide(x)), np.abs(wide(weight)), strides, margins, dilations, groups)
    if bias is not None:
        spread = wide(bias).reshape((-1,) + (1,) * rank)
        value, scale = value + spread, scale + np.abs(spread)
    winograd = rank == 2 and kernel == [3, 3] and groups == 1
    scale = np.maximum(scale, scale.max(initial=0)) if winograd else scale
    return onnx([x, weight, bias], attrs, value, scale=scale, rounds=(40 if winograd else 2) * weight[0].size + 8)


@onnx_row("ConvTranspose", opsets=(1, 11))
def conv_transpose(r):
    """With `output_shape` or SAME, the padding follows from the size of the result, for SAME size · stride."""
    rank = r.choice([1, 2, 2, 3])
    kernel, groups = r.ints(rank, 1, 3), r.choice([1, 1, 2])
    strides = r.ints(rank, 1, 3) if r.chance(0.7) else [1] * rank
    dilations = r.ints(rank, 1, 2) if r.chance(0.3) else [1] * rank
    inside, outside = r.int(1, 2), r.int(1, 2)
    dtype = r.choice(("float32", "float32", "float64"))
    x = r.reals((r.int(1, 2), groups * inside, *r.ints(rank, 2, 5)), dtype)
    weight = r.reals((groups * inside, outside, *kernel), dtype)
    bias = r.reals((groups * outside,), dtype) if r.chance(0.4) else None
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilations)]
    extra = [r.int(0, max(s, d) - 1) for s, d in zip(strides, dilations)] if r.chance(0.3) else [0] * rank
    attrs = {"group": groups} if groups > 1 or r.chance(0.3) else {}
    if r.chance(0.5):
        attrs["kernel_shape"] = kernel
    if strides != [1] * rank or r.chance(0.3):
        attrs["strides"] = strides
    if dilations != [1] * rank:
        attrs["dilations"] = dilations
    if any(extra) or r.chance(0.2):
        attrs["output_padding"] = extra
    whole = [(n - 1) * s + p + e for n, s, p, e in zip(x.shape[2:], strides, spans, extra)]
    kind = r.choice(["none", "pads", "same", "shape", "valid"])
    margins = [(0, 0)] * rank
    if kind == "pads":
        margins = [(r.int(0, min(2, (n - 1) // 2)), r.int(0, min(2, (n - 1) // 2))) for n in whole]
        attrs["pads"] = [a for a, _ in margins] + [b for _, b in margins]
    elif kind == "valid":
        attrs["auto_pad"] = "VALID"
    elif kind in ("same", "shape"):
        mode = r.choice(["SAME_UPPER", "SAME_LOWER", "NOTSET"] if kind == "shape" else ["SAME_UPPER", "SAME_LOWER"])
        attrs["auto_pad"] = mode
        wanted = [n * s for n, s in zip(x.shape[2:], strides)]
        if kind == "shape":
            wanted = [r.int(max(1, n - 3), n) for n in whole]
            attrs["output_shape"] = wanted
        if any(n < w for n, w in zip(whole, wanted)):
            return conv_transpose(r)
        totals = [n - w for n, w in zip(whole, wanted)]
        # Version 11 on: less at the beginning for SAME_UPPER, otherwise less at the end.
        margins = [(t // 2, t - t // 2) if mode == "SAME_UPPER" else (t - t // 2, t // 2) for t in totals]
        if kind == "same" or r.opset < 11:
            r.opset = 11
    value = transposed(wide(x), wide(weight), strides, margins, dilations, groups, extra)
    scale = transposed(np.abs(wide(x)), np.abs(wide(weight)), strides, margins, dilations, groups, extra)
    if bias is not None:
        spread = wide(bias).reshape((-1,) + (1,) * rank)
        value, scale = value + spread, scale + np.abs(spread)
    return onnx([x, weight, bias], attrs, value, scale=scale, rounds=2 * weight.size + 8)


def places_of(counts, strides, kernel, dilations, margins):
    return [
        [[i * s - a + j * d for j in range(k)] for i in range(c)]
        for c, s, k, d, (a, _) in zip(counts, strides, kernel, dilations, margins)
    ]


def pool_call(r, versions_dilated, versions_ceil=10):
    rank = r.choice([1, 2, 2, 3])
    kernel = r.ints(rank, 1, 4 if rank < 3 else 3)
    x = image(r, rank, kernel, r.choice(REALS))
    made = window_attrs(r, rank, x.shape[2:], kernel, r.opset >= versions_dilated, r.opset >= versions_ceil)
    attrs, strides, dilations, margins, counts = made
    places = places_of(counts, strides, kernel, dilations, margins)
    attrs["kernel_shape"] = kernel
    return x, attrs, margins, places


def covered(places, sizes):
    """Whether each window has an element of the data."""
    return all(any(0 <= p < n for p in window) for axis, n in zip(places, sizes) for window in axis)


@onnx_row("AveragePool", opsets=(1, 7, 10, 11, 19))
def average_pool(r):
    """Padding counts with `count_include_pad`; places beyond it, which `ceil_mode` adds, do not."""
    x, attrs, margins, places = pool_call(r, 19)
    if not covered(places, x.shape[2:]):
        return average_pool(r)
    counted = r.opset >= 7 and r.chance(0.5)
    if counted:
        attrs["count_include_pad"] = 1
    ends = [n + b for n, (_, b) in zip(x.shape[2:], margins)]

    def mean(part, windows):
        number = part.shape[-1]
        if counted:
            number = int(np.prod([sum(p < end for p in window) for window, end in zip(windows, ends)]))
        return part.sum(-1) / number

    value, scale = pooled(wide(x), places, mean), pooled(np.abs(wide(x)), places, lambda part, _: part.max(-1))
    return onnx([x], attrs, value, scale=scale, rounds=64)


@onnx_row("MaxPool", opsets=(1, 8, 10, 11, 12))
def max_pool(r):
    """The second result is the place in the flat data, by columns with `storage_order` 1."""
    x, attrs, _, places = pool_call(r, 10)
    if r.opset >= 12 and r.chance(0.2):
        x = r.integers(x.shape, r.choice(("int8", "uint8")), -128, 255)
    elif r.chance(0.2):
        x = np.where(r.bools(x.shape) | r.chance(0.5), -np.inf, x).astype(x.dtype)
    if not covered(places, x.shape[2:]):
        return max_pool(r)
    value = pooled(wide(x).astype("float64"), places, lambda part, _: part.max(-1))
    results = [Result(value.astype(x.dtype) if x.dtype.kind != "f" else value, x.dtype.name, rounds=0)]
    # Where all elements of a window are -inf, the place is open.
    if r.opset >= 8 and r.chance(0.3) and not np.isinf(x).any():
        order = attrs["storage_order"] = r.int(0, 1)
        own, sizes = np.zeros(value.shape, "int64"), x.shape[2:]
        for at in np.ndindex(*value.shape):
            best = None
            for place in itertools.product(*[axis[i] for axis, i in zip(places, at[2:])]):
                if all(0 <= p < n for p, n in zip(place, sizes)):
                    if best is None or x[at[:2] + place] > x[at[:2] + best]:
                        best = place
            inside = np.ravel_multi_index(best, sizes, order="F" if order else "C")
            own[at] = (at[0] * x.shape[1] + at[1]) * int(np.prod(sizes)) + inside
        results.append(Result(own, "int64"))
    made = several([x], attrs, *results)
    # Places need known sizes.
    made.sized = len(results) > 1
    return made


@onnx_row("LpPool", opsets=(1, 2, 11, 18))
def lp_pool(r):
    """(sum of |x|^p)^(1/p); padding adds 0."""
    x, attrs, _, places = pool_call(r, 18, 18)
    if not covered(places, x.shape[2:]):
        return lp_pool(r)
    p = attrs["p"] = r.int(1, 5)
    if x.dtype == "float16":
        x = x.astype("float32")
    if r.chance(0.2):
        attrs.pop("p")
        p = 2
    if r.opset < 2:
        attrs |= {"p": float(p)}
    value = pooled(np.abs(wide(x)) ** p, places, lambda part, _: part.sum(-1)) ** (1 / p)
    return onnx([x], attrs, value, rounds=128, slack=1e-6 if x.dtype == "float32" else 1e-12)


@onnx_row("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool", opsets=(1, 2))
def global_pool(r, name):
    x = r.reals((r.int(1, 2), r.int(1, 4), *r.ints(r.int(1, 3), 1, 6)), r.choice(REALS))
    axes = tuple(range(2, x.ndim))
    if name == "GlobalMaxPool":
        x = np.where(r.bools(x.shape[:2] + (1,) * len(axes)), -np.inf, x).astype(x.dtype) if r.chance(0.2) else x
        return onnx([x], {}, wide(x).max(axes, keepdims=True), rounds=0)
    if name == "GlobalAveragePool":
        scale = np.abs(wide(x)).mean(axes, keepdims=True)
        return onnx([x], {}, wide(x).mean(axes, keepdims=True), scale=scale, rounds=8 + 2 * x.size)
    x = x.astype("float32") if x.dtype == "float16" else x
    p = r.int(1, 5)
    attrs = {"p": float(p) if r.opset < 2 else p} if p != 2 or r.chance(0.5) else {}
    return onnx([x], attrs, (np.abs(wide(x)) ** p).sum(axes, keepdims=True) ** (1 / p), rounds=128 + 2 * x.size)


@onnx_row("MaxUnpool", opsets=(9, 11))
def max_unpool(r):
    """Puts each element at its place in the flat result; all others are 0."""
    rank = r.choice([1, 2, 3])
    kernel = r.ints(rank, 1, 3)
    strides = [r.int(1, k) for k in kernel]
    small = (r.int(1, 2), r.int(1, 2), *r.ints(rank, 1, 3))
    padded = [r.chance(0.3) and k > 1 and n > 1 for k, n in zip(kernel, small[2:])]
    pads = [(r.int(0, 1), r.int(0, 1)) if own else (0, 0) for own in padded]
    sizes = [(n - 1) * s + k - a - b for n, s, k, (a, b) in zip(small[2:], strides, kernel, pads)]
    if min(sizes) < 1:
        return max_unpool(r)
    whole = small[:2] + tuple(sizes)
    total, count = int(np.prod(whole)), int(np.prod(small))
    if count > total:
        return max_unpool(r)
    x = r.reals(small, r.choice(("float32", "float64")))
    at = np.array(r.permutation(total)[:count], "int64").reshape(small)
    attrs = {"kernel_shape": kernel}
    if strides != [1] * rank or r.chance(0.5):
        attrs["strides"] = strides
    if any(a or b for a, b in pads):
        attrs["pads"] = [a for a, _ in pads] + [b for _, b in pads]
    value = np.zeros(whole)
    for place in np.ndindex(*small):
        value.reshape(-1)[at[place]] = x[place]
    if r.chance(0.3):
        # A larger result; the places stay those of the small one.
        attrs.pop("pads", None)
        sizes = [(n - 1) * s + k for n, s, k in zip(small[2:], strides, kernel)]
        own = small[:2] + tuple(sizes)
        more = own[:2] + tuple(n + r.int(0, 2) for n in sizes)
        at = np.array(r.permutation(int(np.prod(own)))[:count], "int64").reshape(small)
        value = np.zeros(more)
        for place in np.ndindex(*small):
            value[np.unravel_index(at[place], own)] = x[place]
        return onnx([x, at, np.array(more, "int64")], attrs, value, rounds=0, constant=(2,))
    return onnx([x, at], attrs, value, rounds=0)



