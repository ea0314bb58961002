"""Reductions and scans."""

import numpy as np
from calls import call, row, wide


def reduced(r, rank, empty=True):
    """The attributes of a reduction, and the axes that it reduces."""
    attrs, axes = {}, tuple(range(rank))
    if rank and not r.chance(0.2):
        given = r.axes(rank)
        axes = tuple(sorted(axis % rank for axis in given))
        attrs["axis"] = given
        if r.chance(0.2):
            attrs["exclude"] = True
            axes = tuple(axis for axis in range(rank) if axis not in axes)
    if r.chance(0.4):
        attrs["keepdims"] = True
    return attrs, axes


def count(shape, axes):
    return int(np.prod([shape[axis] for axis in axes], dtype="int64"))


@row("sum", "prod", "mean", "variance")
def sums(r, name):
    dtype = r.dtype(integers=name != "variance")
    shape = r.shape(1 if name == "variance" else 0)
    if r.chance(0.1) and name != "prod":
        shape = (r.int(1, 3), r.int(1, 20), r.int(1, 70))
    x = r.any(shape, dtype)
    if name == "mean" and dtype == "float16" and r.chance(0.3):
        # The sum may exceed the type.
        x = (x * 8000).astype(dtype)
    if name == "prod" and dtype == "float16":
        x = np.clip(x, -2, 2).astype(dtype)
    attrs, axes = reduced(r, x.ndim)
    keepdims, number = attrs.get("keepdims", False), count(x.shape, axes)
    exact = wide(x)
    if name == "sum":
        value = exact.sum(axis=axes, keepdims=keepdims, dtype=exact.dtype)
        scale = np.abs(exact).sum(axis=axes, keepdims=keepdims) if exact.dtype.kind == "f" else None
    elif name == "prod":
        value, scale = exact.prod(axis=axes, keepdims=keepdims, dtype=exact.dtype), None
    elif name == "mean" and exact.dtype.kind != "f":
        # The sum and the quotient are of the type of the data.
        x = np.clip(x, -3 if dtype.startswith("int") else 0, 3).astype(dtype)
        total, number = x.astype("int64").sum(axis=axes, keepdims=keepdims), max(number, 1)
        if dtype.endswith("int8"):
            x, total = x * 0, total * 0
        value, scale = np.sign(total) * (np.abs(total) // number), None
    elif name == "mean":
        value = exact.mean(axis=axes, keepdims=keepdims)
        scale = np.abs(exact).mean(axis=axes, keepdims=keepdims)
    else:
        # A fraction of elements that may be negative is not defined.
        attrs["unbiased"] = r.chance(0.4) and number > 1
        divisor = number - 1 if attrs["unbiased"] else number
        center = exact.mean(axis=axes, keepdims=True)
        value = ((exact - center) ** 2).sum(axis=axes, keepdims=keepdims) / np.float64(divisor)
        spread = np.abs(exact).mean(axis=axes, keepdims=True)
        scale = value + ((np.abs(exact - center) + spread) * spread).mean(axis=axes, keepdims=keepdims)
    args = [x, exact.mean(axis=axes, keepdims=True).astype(dtype)] if name == "variance" else [x]
    return call(args, attrs, value, scale=scale, rounds=2 * number + 4)


@row("max", "min")
def extremes(r, name):
    shape = r.shape() if r.chance(0.9) else (r.int(1, 3), r.int(1, 20), r.int(1, 70))
    x = r.any(shape, r.dtype(), special=0.1)
    attrs, axes = reduced(r, x.ndim)
    # The extreme of no elements is the other end of the type.
    if x.dtype.kind == "f":
        limit = -np.inf if name == "max" else np.inf
    else:
        limit = np.iinfo(x.dtype).min if name == "max" else np.iinfo(x.dtype).max
    value = getattr(x, name)(axis=axes, keepdims=attrs.get("keepdims", False), initial=limit)
    return call([x], attrs, value, rounds=0)


@row("all", "any")
def logic(r, name):
    x = r.bools(r.shape())
    x = (x | r.bools(x.shape)) if name == "all" and r.chance(0.5) else x
    attrs, axes = reduced(r, x.ndim)
    return call([x], attrs, getattr(x, name)(axis=axes, keepdims=attrs.get("keepdims", False)))


@row("argmax", "argmin")
def places_of_extremes(r, name):
    x = r.any(r.shape(1, empty=0), r.dtype(), special=0.1)
    if r.chance(0.5):
        x = (x * 0 + r.integers(x.shape, "int32", 0, 2).astype(x.dtype)).astype(x.dtype)
    attrs, axes = reduced(r, x.ndim)
    last = attrs["select_last_index"] = r.chance(0.4)
    kept = tuple(axis for axis in range(x.ndim) if axis not in axes)
    flat = x.transpose(kept + axes).reshape([x.shape[axis] for axis in kept] + [count(x.shape, axes)])
    find = getattr(np, name)
    place = flat.shape[-1] - 1 - find(flat[..., ::-1], -1) if last else find(flat, -1)
    if attrs.get("keepdims"):
        place = place.reshape([1 if axis in axes else size for axis, size in enumerate(x.shape)])
    return call([x], attrs, place, "int32")


@row("cumsum", "cumprod")
def scans(r, name):
    dtype = r.dtype()
    x = r.any(r.shape(1), dtype)
    if name == "cumprod" and dtype == "float16":
        x = np.clip(x, -2, 2).astype(dtype)
    attrs = {}
    if r.chance(0.8):
        attrs["axis"] = r.axis(x.ndim)
    axis = attrs.get("axis")
    out = dtype
    if r.chance(0.3):
        out = attrs["dtype"] = r.choice(["float64"] if x.dtype.kind == "f" else ["int64", "int32"])
    data = wide(x) if x.dtype.kind == "f" else x.astype(out)
    function = np.cumsum if name == "cumsum" else np.cumprod
    value, scale = function(data, axis=axis, dtype=data.dtype), function(np.abs(data), axis=axis, dtype=data.dtype)
    if r.chance(0.4):
        attrs["exclusive"] = True
        along = axis if axis is not None else 0

        def shifted(array):
            first = np.full_like(np.take(array, [0], along), 0 if name == "cumsum" else 1) if array.size else array
            return np.concatenate([first, np.delete(array, -1, along)], along) if array.size else array

        value, scale = shifted(value), shifted(scale)
    rounds = 2 * x.size + 4
    return call([x], attrs, value, out, scale=scale if x.dtype.kind == "f" else None, rounds=rounds)
