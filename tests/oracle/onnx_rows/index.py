"""Operators that select elements by their places."""

import numpy as np
from calls import INTEGERS, REALS, wide
from onnx_calls import at_times_computed, onnx, onnx_row, several

INDICES = ("int32", "int64")


def places(r, shape, size, dtype):
    """Indices into an axis, from the front or, half of the times, also from the back."""
    return r.integers(shape, dtype, -size if r.chance(0.5) else 0, size - 1)


def filled(r, low=1, high=4):
    return r.any(r.shape(low, high, empty=0), r.dtype(bools=True), 0.1)


@onnx_row("Gather", opsets=(1, 11, 13))
def gather(r):
    x = filled(r)
    axis = r.axis(x.ndim) if r.opset >= 11 else r.int(0, x.ndim - 1)
    indices = places(r, r.shape(0, 3), x.shape[axis], r.choice(INDICES))
    if r.opset < 11:
        indices = np.abs(indices) % x.shape[axis]
    attrs = {"axis": axis} if axis or r.chance(0.5) else {}
    return onnx([x, indices.astype("int64")], attrs, np.take(x, indices, axis))


def part_of(r, x, axis):
    """A shape that is in all axes but one at most that of the data."""
    smaller = [n if r.chance(0.6) else r.int(1, n) for n in x.shape]
    smaller[axis] = r.int(1, 4)
    return tuple(smaller)


@onnx_row("GatherElements", opsets=(11, 13))
def gather_elements(r):
    x = filled(r)
    axis = r.axis(x.ndim)
    indices = places(r, part_of(r, x, axis), x.shape[axis], r.choice(INDICES))
    cut = x[tuple(slice(None) if i == axis % x.ndim else slice(n) for i, n in enumerate(indices.shape))]
    value = np.take_along_axis(cut, indices.astype("int64"), axis)
    return onnx([x, indices], {"axis": axis} if axis or r.chance(0.5) else {}, value)


@onnx_row("GatherND", opsets=(11, 12, 13))
def gather_nd(r):
    x = filled(r, 1, 4)
    batch = r.int(0, min(2, x.ndim - 1)) if r.opset >= 12 and r.chance(0.5) else 0
    count = r.int(1, x.ndim - batch)
    shape = x.shape[:batch] + tuple(r.ints(r.int(0, 2), 1, 3))
    parts = [places(r, shape, x.shape[batch + i], "int64") for i in range(count)]
    indices = np.stack(parts, -1)
    value = np.zeros(shape + x.shape[batch + count :], x.dtype)
    for at in np.ndindex(*shape):
        value[at] = x[at[:batch] + tuple(int(part[at]) for part in parts)]
    return onnx([x, indices], {"batch_dims": batch} if batch else {}, value)


@onnx_row("Compress", opsets=(11,))
def compress(r):
    """The condition may be shorter than the axis."""
    x = filled(r)
    axis = r.axis(x.ndim) if r.chance(0.6) else None
    size = x.size if axis is None else x.shape[axis]
    condition = r.bools((r.int(1, size),))
    value = np.compress(condition, x, axis)
    return onnx([x, condition], {} if axis is None else {"axis": axis}, value, dynamic=True)


REDUCED = {"add": np.add, "mul": np.multiply, "min": np.minimum, "max": np.maximum}


def reduction(r):
    """none, or a reduction that the version has."""
    known = ["none"] + (["add", "mul"] if r.opset >= 16 else []) + (["min", "max"] if r.opset >= 18 else [])
    mode = r.choice(known)
    return mode, {} if mode == "none" and r.chance(0.5) else {"reduction": mode}


def scattered(x, mode, targets, updates):
    value = wide(x).copy()
    for at, update in zip(targets, updates):
        value[at] = update if mode == "none" else REDUCED[mode](value[at], update)
    return value


@onnx_row("Scatter", "ScatterElements", opsets=(9, 11, 13, 16, 18))
def scatter_elements(r, name):
    """Without a reduction the indices must not repeat."""
    x = r.any(r.shape(1, 3, empty=0), r.dtype())
    axis = r.axis(x.ndim) if r.opset >= 11 else r.int(0, x.ndim - 1)
    mode, attrs = reduction(r) if name == "ScatterElements" else ("none", {})
    shape, size, at = part_of(r, x, axis), x.shape[axis], axis % x.ndim
    if mode == "none":
        shape = shape[:at] + (min(shape[at], size),) + shape[at + 1 :]
        line = np.array(r.permutation(size)[: shape[at]])
        indices = np.broadcast_to(line.reshape([-1 if i == at else 1 for i in range(x.ndim)]), shape)
        indices = indices - (size if r.chance(0.4) and r.opset >= 11 else 0)
    else:
        indices = places(r, shape, size, "int64")
    indices = np.ascontiguousarray(indices).astype(r.choice(INDICES))
    updates = r.any(shape, x.dtype.name)
    targets = [place[:at] + (int(indices[place]),) + place[at + 1 :] for place in np.ndindex(*shape)]
    value = scattered(x, mode, targets, [wide(updates)[place] for place in np.ndindex(*shape)])
    attrs = attrs | ({"axis": axis} if axis or r.chance(0.5) else {})
    scale = np.abs(value) + 40 if mode == "add" else None
    return onnx([x, indices, updates], attrs, value, rounds=16, scale=scale)


@onnx_row("ScatterND", opsets=(11, 13, 16, 18))
def scatter_nd(r):
    x = r.any(r.shape(1, 3, empty=0), r.dtype())
    mode, attrs = reduction(r)
    count = r.int(1, x.ndim)
    total = int(np.prod(x.shape[:count]))
    number = r.int(1, min(total, 4)) if mode == "none" else r.int(1, 4)
    flat = np.array(r.permutation(total)[:number] if mode == "none" else r.ints(number, 0, total - 1))
    indices = np.stack(np.unravel_index(flat, x.shape[:count]), -1).astype("int64")
    if r.chance(0.4):
        indices = indices - np.where(r.bools(indices.shape), np.array(x.shape[:count]), 0)
    updates = r.any((number,) + x.shape[count:], x.dtype.name)
    value = scattered(x, mode, [tuple(int(i) for i in line) for line in indices], list(wide(updates)))
    scale = np.abs(value) + 40 if mode == "add" else None
    return onnx([x, indices, updates], attrs, value, rounds=16, scale=scale)


def with_ties(r, dtype, low=1, high=4):
    x = r.any(r.shape(low, high, empty=0), dtype)
    return x if r.chance(0.5) else r.integers(x.shape, "int32", 0, 2).astype(dtype)


@onnx_row("ArgMax", "ArgMin", opsets=(1, 11, 12, 13))
def arg_extreme(r, name):
    """The first place of equal extremes, or the last one with `select_last_index`."""
    x = with_ties(r, r.dtype())
    axis = r.axis(x.ndim) if r.opset >= 11 else r.int(0, x.ndim - 1)
    attrs = {"axis": axis} if axis or r.chance(0.5) else {}
    attrs |= {"keepdims": r.int(0, 1)} if r.chance(0.7) else {}
    if r.opset >= 12 and r.chance(0.5):
        attrs["select_last_index"] = r.int(0, 1)
    find = np.argmax if name == "ArgMax" else np.argmin
    value = find(x, axis)
    if attrs.get("select_last_index"):
        value = x.shape[axis] - 1 - find(np.flip(x, axis), axis)
    value = np.expand_dims(value, axis) if attrs.get("keepdims", 1) else value
    return onnx([x], attrs, value, "int64")


@onnx_row("TopK", opsets=(1, 10, 11))
def top_k(r):
    """Of equal elements, those with a lower index come first."""
    dtype = r.choice(REALS) if r.opset < 11 or r.chance(0.6) else r.choice(INTEGERS)
    x = with_ties(r, dtype)
    axis = r.axis(x.ndim) if r.opset >= 11 else r.int(0, x.ndim - 1)
    k = r.int(1, x.shape[axis])
    attrs = {"axis": axis}
    if axis == -1 and r.chance(0.5):
        attrs = {}
    if r.opset >= 11:
        attrs |= {key: r.int(0, 1) for key in r.subset(["largest"])}
        # Without sorting, the order is open.
        attrs |= {"sorted": 1} if r.chance(0.3) else {}
    key = x.astype("float64") if x.dtype.kind == "f" else x.astype(object)
    order = np.argsort(-key if attrs.get("largest", 1) else key, axis, kind="stable")
    order = np.take(order, range(k), axis)
    results = (np.take_along_axis(x, order, axis), dtype), (order, "int64")
    if r.opset < 10:
        return several([x], attrs | {"k": k}, *results)
    known = r.chance(0.7)
    return several([x, np.array([k], "int64")], attrs, *results, constant=(1,) if known else (), dynamic=not known)


@onnx_row("OneHot", opsets=(9, 11))
def one_hot(r):
    """Indices outside of the depth give only the off value."""
    depth, dtype = r.int(1, 5), r.choice(("int32", "int64", "float32"))
    low, high = (-depth, depth - 1) if r.chance(0.6) else (-depth - 2, depth + 2)
    indices = r.integers(r.shape(0, 3), "int32", low, high).astype(dtype)
    values = r.any((2,), r.dtype())
    axis = r.int(-indices.ndim - 1, indices.ndim)
    attrs = {"axis": axis} if axis != -1 or r.chance(0.5) else {}
    at = np.where(indices < 0, indices + depth, indices)
    hot = np.moveaxis(at[..., None] == np.arange(depth), -1, axis)
    given = np.array([depth] if r.chance(0.5) else depth, r.choice(("int64", "int32", "float32")))
    right = np.where(hot, values[1], values[0])
    return at_times_computed(r, onnx([indices, given, values], attrs, right, values.dtype.name, constant=(1,)))


@onnx_row("NonZero", opsets=(9, 13))
def non_zero(r):
    """A row for each axis; the places are in the order of the elements. A scalar has no axes."""
    x = r.any(r.shape(0, 4), r.dtype(bools=True), 0.1)
    x = np.where(r.bools(x.shape), x, np.zeros((), x.dtype)).astype(x.dtype)
    value = np.array(np.nonzero(x)) if x.ndim else np.zeros((0, int(x != 0)))
    return onnx([x], {}, value.reshape(x.ndim, -1) if x.ndim else value, "int64", dynamic=True)


@onnx_row("ReverseSequence", opsets=(10,))
def reverse_sequence(r):
    x = r.any(r.shape(2, 4, empty=0), r.dtype(bools=True), 0.1)
    batch = r.int(0, 1)
    time = 1 - batch
    lengths = r.integers((x.shape[batch],), "int64", 1, x.shape[time])
    attrs = {"batch_axis": batch, "time_axis": time} if batch == 0 or r.chance(0.5) else {}
    moved = np.moveaxis(x, (batch, time), (0, 1)).copy()
    for line, length in zip(moved, lengths):
        line[:length] = line[:length][::-1].copy()
    return onnx([x, lengths], attrs, np.moveaxis(moved, (0, 1), (batch, time)))


@onnx_row("CumSum", opsets=(11, 14))
def cumulative_sum(r):
    x = r.any(r.shape(1, 4), r.choice(("float32", "float64", "float16", "int32", "int64", "uint32", "uint64")))
    axis = r.axis(x.ndim)
    attrs = {key: r.int(0, 1) for key in r.subset(["exclusive", "reverse"])}
    exact = wide(x)

    def scan(array):
        array = np.flip(array, axis) if attrs.get("reverse") else array
        total = np.cumsum(array, axis, dtype=array.dtype)
        if attrs.get("exclusive"):
            total = np.roll(total, 1, axis)
            total[tuple(slice(0, 1) if i == axis % x.ndim else slice(None) for i in range(x.ndim))] = 0
        return np.flip(total, axis) if attrs.get("reverse") else total

    scale = scan(np.abs(exact)) + np.abs(exact) if x.dtype.kind == "f" else None
    given = np.array(axis if r.chance(0.5) else [axis], r.choice(INDICES))
    return onnx([x, given], attrs, scan(exact), scale=scale, rounds=2 * x.size + 4, constant=(1,))


@onnx_row("Unique", opsets=(11,))
def unique(r):
    """Sorted, or in the order of their first places."""
    x = with_ties(r, r.choice(("float32", "float64", "int32", "int64", "uint8", "int8")), 1, 3)
    axis = r.axis(x.ndim) if r.chance(0.5) else None
    attrs = {} if axis is None else {"axis": axis}
    attrs |= {"sorted": r.int(0, 1)} if r.chance(0.6) else {}
    value, first, inverse, counts = np.unique(x, True, True, True, axis)
    if not attrs.get("sorted", 1):
        order = np.argsort(first)
        rank = np.argsort(order)
        value = np.take(value, order, 0 if axis is None else axis)
        first, counts, inverse = first[order], counts[order], rank[inverse]
    rest = [(item.reshape(-1), "int64") for item in (first, inverse, counts)]
    results = [(value, x.dtype.name)] + [item if r.chance(0.8) else None for item in rest]
    return several([x], attrs, *results, dynamic=True)
