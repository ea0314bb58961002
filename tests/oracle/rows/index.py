"""Slices, indices, sorting and searching."""

import numpy as np
from calls import call, many, row, wide

INDICES = ("int32", "int64", "int32", "int64", "uint8", "int16")


def data(r, low=1, high=4, empty=0.0, special=0.1):
    return r.any(r.shape(low, high, empty=empty), r.dtype(bools=True), special)


def bounds(r, size, step):
    """The ends of a slice; they may lie outside, and the end may come before the begin."""
    if r.chance(0.2):
        return tuple(r.ints(2, -2 * size - 1, 2 * size + 1))
    begin, end = sorted(r.ints(2, 0, size), reverse=step < 0)
    begin = begin - size if begin < size and r.chance(0.3) else begin
    return begin, end - size if end < size and r.chance(0.3) else end


@row("strided_slice")
def strided_slice(r):
    x = data(r)
    axes = sorted(r.permutation(x.ndim)[: r.int(1, x.ndim)]) if r.chance(0.4) else list(range(r.int(1, x.ndim)))
    attrs, places = {}, [slice(None)] * x.ndim
    if r.chance(0.3):
        # The ends are sizes; -1 takes all that is left.
        begin, end = [], []
        for axis in axes:
            size = x.shape[axis]
            first = r.int(0, size - 1)
            length = -1 if r.chance(0.3) else r.int(0 if r.chance(0.1) else 1, size - first)
            given = first - size if r.chance(0.3) else first
            begin.append(given)
            end.append(length)
            places[axis] = slice(first, size if length == -1 else first + length)
        attrs = {"begin": begin, "end": end, "strides": [1] * len(begin), "slice_mode": "size"}
    else:
        begin, end, strides = [], [], []
        for axis in axes:
            step = r.choice([1, 1, 2, 3, -1, -2])
            first, last = bounds(r, x.shape[axis], step)
            begin.append(first)
            end.append(last)
            strides.append(step)
            places[axis] = slice(first, last, step)
        attrs = {"begin": begin, "end": end, "strides": strides}
    attrs["axes"] = axes if axes != list(range(len(axes))) or r.chance(0.2) else None
    return call([x], attrs, x[tuple(places)])


@row("strided_set")
def strided_set(r):
    x = data(r)
    begin, end, strides, places = [], [], [], []
    for size in x.shape[: r.int(1, x.ndim)]:
        step = r.choice([1, 1, 2, -1])
        first, last = bounds(r, size, step)
        begin.append(first)
        end.append(last)
        strides.append(step)
        places.append(slice(first, last, step))
    value = x.copy()
    update = r.any(value[tuple(places)].shape, x.dtype.name)
    value[tuple(places)] = update
    dtype = r.choice(["int32", "int64"])
    ends = [np.array(item, dtype) for item in (begin, end, strides)]
    return call([x, update, *ends], {}, value, plain=(2, 3, 4))


@row("slice_like")
def slice_like(r):
    x = data(r)
    like = [r.int(1, size) for size in x.shape]
    attrs, axes = {"axes": None}, list(range(x.ndim))
    if r.chance(0.5):
        given = r.axes(x.ndim)
        attrs["axes"] = given
        axes = [axis % x.ndim for axis in given]
        like = [size if axis in axes else r.int(1, 4) for axis, size in enumerate(like)]
    places = tuple(slice(0, like[axis]) if axis in axes else slice(None) for axis in range(x.ndim))
    return call([x, np.zeros(like, "float32")], attrs, x[places])


@row("take")
def take(r):
    x = data(r)
    mode = r.choice(["clip", "wrap", "fast"])
    dtype = r.choice(INDICES)
    attrs = {"mode": mode}
    axis = None
    if r.chance(0.8):
        axis = attrs["axis"] = r.axis(x.ndim)
    size = x.size if axis is None else x.shape[axis]
    low, high = (0, size - 1) if mode == "fast" else (-2 * size, 2 * size)
    batch = 0
    if axis is not None and r.chance(0.4):
        batch = attrs["batch_dims"] = r.int(0, axis % x.ndim)
    shape = x.shape[:batch] + tuple(r.ints(r.int(0, 2), 0 if r.chance(0.05) else 1, 4))
    if r.chance(0.2) and batch:
        attrs["batch_dims"] = batch - len(shape)
        if attrs["batch_dims"] >= 0:
            attrs["batch_dims"] = batch
    indices = r.integers(shape, dtype, low, high)
    places = indices.astype("int64")
    places = np.clip(places, 0, size - 1) if mode == "clip" else places % size
    if axis is None:
        value = x.reshape(-1)[places]
    elif not batch:
        value = np.take(x, places, axis)
    else:
        at = axis % x.ndim
        lead = int(np.prod(x.shape[:batch]))
        flat, flat_places = x.reshape((lead,) + x.shape[batch:]), places.reshape((lead,) + shape[batch:])
        parts = [np.take(flat[i], flat_places[i], at - batch) for i in range(lead)]
        value = np.stack(parts).reshape(x.shape[:batch] + parts[0].shape)
    return call([x, indices], attrs, value, plain=(1,))


@row("one_hot")
def one_hot(r):
    dtype = r.dtype(bools=True)
    depth = r.int(1, 5)
    indices = r.integers(r.shape(0, 3), r.choice(["int32", "int64"]), -2, depth + 1)
    on, off = r.any((), dtype), r.any((), dtype)
    axis = r.int(-1, indices.ndim)
    at = indices.ndim if axis == -1 else axis
    steps = np.arange(depth).reshape([-1 if i == at else 1 for i in range(indices.ndim + 1)])
    value = np.where(np.expand_dims(indices, at) == steps, on, off)
    return call([indices, on, off], {"depth": depth, "axis": axis, "dtype": dtype}, value, dtype, plain=(0,))


@row("gather")
def gather(r):
    x = data(r)
    axis = r.axis(x.ndim)
    shape = list(x.shape)
    shape[axis] = r.int(1, 4)
    indices = r.integers(tuple(shape), r.choice(["int32", "int64"]), 0, x.shape[axis] - 1)
    return call([x, indices], {"axis": axis}, np.take_along_axis(x, indices.astype("int64"), axis), plain=(1,))


@row("gather_nd")
def gather_nd(r):
    x = data(r, 1, 4)
    batch = r.int(0, x.ndim - 1) if r.chance(0.4) else 0
    count = r.int(1, x.ndim - batch)
    extra = tuple(r.ints(r.int(0 if batch else 1, 2), 1, 3))
    shape = x.shape[:batch] + extra
    indices = np.stack([r.integers(shape, "int64", 0, x.shape[batch + i] - 1) for i in range(count)])
    grid = [np.arange(x.shape[i]).reshape([-1 if j == i else 1 for j in range(len(shape))]) for i in range(batch)]
    value = x[tuple(grid) + tuple(indices)]
    attrs = {"batch_dims": batch}
    if r.chance(0.4):
        attrs["index_rank"] = count
    return call([x, indices.astype(r.choice(["int32", "int64"]))], attrs, value, plain=(1,))


@row("scatter", "scatter_add")
def scatter(r, name):
    """Where two updates have one place, the last one counts."""
    dtype = r.dtype()
    x = r.any(r.shape(1, 4, empty=0), dtype)
    axis = r.axis(x.ndim)
    shape = tuple(r.int(1, size) for size in x.shape)
    indices = r.integers(shape, r.choice(["int32", "int64"]), -x.shape[axis], x.shape[axis] - 1)
    updates = r.any(shape, dtype)
    value, scale = wide(x).copy(), np.abs(wide(x)) + 0
    at = axis % x.ndim
    for place in np.ndindex(*shape):
        to = place[:at] + (int(indices[place]) % x.shape[axis],) + place[at + 1 :]
        if name == "scatter":
            value[to] = wide(updates)[place]
        else:
            value[to] += wide(updates)[place]
            scale[to] += np.abs(wide(updates)[place])
    rounds = 0 if name == "scatter" else 2 * max(shape) + 2
    scale = scale if dtype.startswith("f") else None
    return call([x, indices, updates], {"axis": axis}, value, scale=scale, rounds=rounds, plain=(1,))


@row("scatter_nd")
def scatter_nd(r):
    mode = r.choice(["update", "add", "add", "mul", "min", "max"])
    x = r.any(r.shape(1, 4, empty=0), r.choice(["float32", "float32", "float64", "int32", "int64"]))
    count = r.int(1, x.ndim)
    shape = tuple(r.ints(r.int(1, 2), 1, 4))
    if mode == "update":
        # The order of updates of one place is open: the places differ.
        total = int(np.prod(x.shape[:count]))
        shape = (r.int(1, total),)
        flat = np.array(r.permutation(total)[: shape[0]])
        indices = np.stack(np.unravel_index(flat, x.shape[:count]))
    else:
        indices = np.stack([r.integers(shape, "int64", 0, x.shape[i] - 1) for i in range(count)])
    updates = r.any(shape + x.shape[count:], x.dtype.name)
    value, scale = wide(x).copy(), np.abs(wide(x)) + 0
    if mode == "update":
        value[tuple(indices)] = updates
    elif mode in ("min", "max"):
        (np.minimum if mode == "min" else np.maximum).at(value, tuple(indices), wide(updates))
    elif mode == "mul":
        np.multiply.at(value, tuple(indices), wide(updates))
        scale = np.abs(value)
    else:
        np.add.at(value, tuple(indices), wide(updates))
        np.add.at(scale, tuple(indices), np.abs(wide(updates)))
    args = [x, indices.astype(r.choice(["int32", "int64"])), updates]
    scale = scale if x.dtype.kind == "f" else None
    return call(args, {"mode": mode}, value, scale=scale, rounds=2 * updates.size + 2, plain=(1,))


@row("reverse_sequence")
def reverse_sequence(r):
    x = data(r, 2, 4)
    seq, batch = r.permutation(x.ndim)[:2]
    lengths = r.integers((x.shape[batch],), r.choice(["int32", "int64"]), 0, x.shape[seq])
    value = np.moveaxis(x, (batch, seq), (0, 1)).copy()
    for i, length in enumerate(lengths):
        value[i, :length] = value[i, :length][::-1].copy()
    value = np.moveaxis(value, (0, 1), (batch, seq))
    back = [x.ndim if r.chance(0.3) else 0 for _ in range(2)]
    attrs = {"seq_axis": seq - back[0], "batch_axis": batch - back[1]}
    return call([x, lengths], attrs, value, plain=(1,))


@row("sequence_mask")
def sequence_mask(r):
    x = r.any(r.shape(2, 4, empty=0), r.dtype())
    axis = r.int(0, 1)
    lengths = r.integers((x.shape[1 - axis],), r.choice(["int32", "int64"]), 0, x.shape[axis] + 1)
    fill = r.choice([0.0, 1.0, 5.0])
    steps = np.arange(x.shape[axis])
    inside = steps[:, None] < lengths[None, :] if axis == 0 else steps[None, :] < lengths[:, None]
    inside = inside.reshape(inside.shape + (1,) * (x.ndim - 2))
    value = np.where(inside, x, np.asarray(fill).astype(x.dtype))
    return call([x, lengths], {"mask_value": fill, "axis": axis}, value, plain=(1,))


@row("unravel_index")
def unravel_index(r):
    dtype = r.choice(["int32", "int64"])
    shape = r.ints(r.int(1, 4), 1, 5)
    indices = r.integers(r.shape(0, 1), dtype, 0, int(np.prod(shape)) - 1)
    value = np.stack(np.unravel_index(indices, shape))
    return call([indices, np.array(shape, dtype)], {}, value, dtype, plain=(0, 1))


def sortable(r, low=1):
    """Data with ties."""
    dtype = r.dtype()
    x = r.any(r.shape(low, 4, empty=0), dtype, special=0.1)
    return r.integers(x.shape, "int32", 0, 4).astype(dtype) if r.chance(0.4) else x


def order(x, axis, ascending):
    """A stable order; ties keep their places in both directions."""
    if ascending:
        return np.argsort(x, axis, kind="stable")
    flipped = np.argsort(np.flip(x, axis), axis, kind="stable")
    return np.flip(x.shape[axis] - 1 - flipped, axis)


@row("sort")
def sort(r):
    x = sortable(r)
    axis, ascending = r.axis(x.ndim), r.chance(0.5)
    value = np.sort(x, axis)
    return call([x], {"axis": axis, "is_ascend": ascending}, value if ascending else np.flip(value, axis), rounds=0)


@row("argsort")
def argsort(r):
    x = sortable(r)
    axis, ascending, dtype = r.axis(x.ndim), r.chance(0.5), r.choice(["int32", "int64", "float32"])
    attrs = {"axis": axis, "is_ascend": ascending, "dtype": dtype}
    return call([x], attrs, order(x, axis, ascending).astype("int64"), dtype)


@row("topk")
def topk(r):
    x = sortable(r)
    axis, ascending, dtype = r.axis(x.ndim), r.chance(0.5), r.choice(["int32", "int64", "float32"])
    size = x.shape[axis]
    k = r.int(1, size) if r.chance(0.9) else 0
    kind = r.choice(["both", "values", "indices"])
    places = np.take(order(x, axis, ascending), range(k or size), axis)
    values = np.take_along_axis(x, places, axis)
    attrs = {"k": k, "axis": axis, "ret_type": kind, "is_ascend": ascending, "dtype": dtype}
    if kind == "values":
        return call([x], attrs, values)
    if kind == "indices":
        return call([x], attrs, places, dtype)
    return many([x], attrs, (values, None), (places, dtype))


@row("argwhere", dynamic=True)
def argwhere(r):
    x = r.bools(r.shape(0, 4)) if r.chance(0.5) else r.integers(r.shape(0, 4), "int32", 0, 2)
    return call([x], {}, np.argwhere(x), "int32")


@row("adv_index")
def adv_index(r):
    x = data(r)
    shapes, _ = r.broadcast(r.int(1, x.ndim), 2, empty=0)
    indices = [r.integers(shape, "int64", 0, x.shape[i] - 1) for i, shape in enumerate(shapes)]
    value = x[tuple(indices)]
    dtype = r.choice(["int32", "int64"])
    return call([[x] + [item.astype(dtype) for item in indices]], {}, value, plain=(0,))


@row("invert_permutation")
def invert_permutation(r):
    places = np.array(r.permutation(r.int(1, 9)))
    dtype = r.choice(["int32", "int64"])
    return call([places.astype(dtype)], {}, np.argsort(places), dtype, plain=(0,))


@row("searchsorted")
def searchsorted(r):
    dtype = r.choice(["float32", "int32", "int64", "float64"])
    right, out = r.chance(0.5), r.choice(["int32", "int64"])
    shape = r.shape(1, 3, empty=0)
    steps = np.sort(r.integers(shape, "int32", -5, 5), -1).astype(dtype)
    other = shape[:-1] + (r.int(1, 5),) if len(shape) > 1 else r.shape(1, 2, empty=0)
    wanted = r.integers(other, "int32", -6, 6).astype(dtype)
    side = "right" if right else "left"
    if len(shape) == 1:
        value = np.searchsorted(steps, wanted, side)
    else:
        pairs = zip(steps.reshape(-1, shape[-1]), wanted.reshape(-1, wanted.shape[-1]))
        value = np.stack([np.searchsorted(one, other, side) for one, other in pairs]).reshape(wanted.shape)
    return call([steps, wanted], {"right": right, "dtype": out}, value, out)


@row("unique")
def unique(r):
    """The results have the size of the data; only the first elements of some are defined."""
    x = r.integers((r.int(1, 9),), r.choice(["int32", "int64"]), -4, 4)
    ascending, counts = r.chance(0.6), r.chance(0.5)
    values, first, inverse, number = np.unique(x, return_index=True, return_inverse=True, return_counts=True)
    if not ascending:
        by_first = np.argsort(first)
        rank = np.argsort(by_first)
        values, first, number, inverse = values[by_first], first[by_first], number[by_first], rank[inverse]
    size = len(values)

    def check(got):
        wanted = [values, first, inverse, np.array([size])] + ([number] if counts else [])
        for place, (given, want) in enumerate(zip(got, wanted)):
            if place in (0, 1, 4):
                given = given[:size]
            if given.shape != want.shape or (given != want).any():
                return f"result {place} is {given.tolist()} and not {want.tolist()}"
        return None

    made = many([x], {"sorted": ascending, "return_counts": counts}, *[(x, "int32")] * (5 if counts else 4), plain=(0,))
    made.statistic = check
    return made


@row("einsum")
def einsum(r):
    equations = "ij,jk->ik ij->ji ii->i ii-> bij,bjk->bik i,j->ij ij,ij-> ijk->kj ij,j ij-> bi,oi->bo i,i ijkl,jl->ik"
    equation = r.choice(equations.split() + ["...ij,...jk->...ik"])
    sizes, args = {}, []
    for letters in equation.split("->")[0].split(","):
        shape = []
        if letters.startswith("..."):
            sizes.setdefault("...", tuple(r.ints(r.int(0, 2), 1, 3)))
            shape += sizes["..."]
            letters = letters[3:]
        for letter in letters:
            sizes.setdefault(letter, r.int(1, 4))
            shape.append(sizes[letter])
        args.append(tuple(shape))
    dtype = r.choice(["float32", "float64", "int32"])
    args = [r.any(shape, dtype) for shape in args]
    value = np.einsum(equation, *[wide(item) for item in args])
    scale = np.einsum(equation, *[np.abs(wide(item)) for item in args]) if dtype != "int32" else None
    return call([args], {"equation": equation}, value, scale=scale, rounds=200)
