"""Operators that make tensors, or give elements other places."""

import numpy as np
from calls import call, many, row, wide


def data(r, low=0, high=4, empty=0.03):
    return r.any(r.shape(low, high, empty=empty), r.dtype(bools=True), 0.1)


def factors(r, size):
    """Two numbers whose product is `size`."""
    fit = [n for n in range(1, size + 1) if size % n == 0]
    first = r.choice(fit)
    return first, size // first


@row("expand_dims")
def expand_dims(r):
    x = data(r)
    axis, number = r.int(-x.ndim - 1, x.ndim), r.int(0, 3)
    at = axis if axis >= 0 else x.ndim + axis + 1
    return call([x], {"axis": axis, "num_newaxis": number}, x.reshape(x.shape[:at] + (1,) * number + x.shape[at:]))


@row("squeeze")
def squeeze(r):
    shape = tuple(1 if r.chance(0.5) else size for size in r.shape(0, 5))
    x = r.any(shape, r.dtype(bools=True))
    if r.chance(0.4):
        return call([x], {}, x.squeeze())
    ones = r.subset([axis for axis, size in enumerate(shape) if size == 1])
    given = [axis - x.ndim if r.chance(0.4) else axis for axis in ones]
    return call([x], {"axis": given} if given else {}, x.squeeze(tuple(ones)) if given else x.squeeze())


def joined(r, axis_of):
    base = r.shape(1, 4)
    dtype = r.dtype(bools=True)
    axis = axis_of(len(base))
    return base, dtype, axis


@row("concatenate")
def concatenate(r):
    base, dtype, axis = joined(r, r.axis)
    parts = []
    for _ in range(r.int(1, 4)):
        shape = list(base)
        shape[axis] = r.int(0 if r.chance(0.1) else 1, 5)
        parts.append(r.any(tuple(shape), dtype))
    return call([parts], {"axis": axis}, np.concatenate(parts, axis))


@row("stack")
def stack(r):
    base, dtype, axis = joined(r, lambda rank: r.int(-rank - 1, rank))
    parts = [r.any(base, dtype) for _ in range(r.int(1, 4))]
    return call([parts], {"axis": axis}, np.stack(parts, axis))


@row("transpose")
def transpose(r):
    x = data(r, 0, 5) if r.chance(0.9) else r.any((r.int(1, 3), r.int(5, 40), r.int(5, 40)), r.dtype(bools=True))
    if r.chance(0.2):
        return call([x], {"axes": None}, x.transpose())
    axes = r.permutation(x.ndim)
    given = [axis - x.ndim if r.chance(0.3) else axis for axis in axes]
    return call([x], {"axes": given or None}, x.transpose(axes) if axes else x)


def codes(r, shape, simple=False):
    """A new shape in TVM's notation, and the sizes that it means."""
    given, sizes, at, open_ = [], [], 0, 0 in shape
    while at < len(shape):
        kind = r.int(0, 5)
        if kind == 1 and at + 1 < len(shape):
            given.append(-3)
            sizes.append(shape[at] * shape[at + 1])
            at += 2
        elif kind == 2 and not simple:
            given.append(-2)
            sizes += shape[at:]
            at = len(shape)
        elif kind == 3 and shape[at] and not simple:
            first, second = factors(r, shape[at])
            unknown = r.int(0, 2)
            given += [-4, -1 if unknown == 1 else first, -1 if unknown == 2 else second]
            sizes += [first, second]
            at += 1
        elif kind == 4 and not open_:
            given.append(-1)
            sizes.append(shape[at])
            open_ = True
            at += 1
        else:
            given.append(0 if shape[at] == 0 or r.chance(0.5) else shape[at])
            sizes.append(shape[at])
            at += 1
        if r.chance(0.1) and not simple:
            given.append(1)
            sizes.append(1)
            break
    if at < len(shape):
        # A 0 and the like count the axes of the data, so nothing may follow the new axis.
        return codes(r, shape, simple)
    return given, sizes


@row("reshape")
def reshape(r):
    x = data(r, 0, 4)
    if r.chance(0.3) and x.size:
        sizes = list(x.shape)
        r.numpy.shuffle(sizes)
        given = list(sizes)
        if given and r.chance(0.5):
            given[r.int(0, len(given) - 1)] = -1
    else:
        given, sizes = codes(r, list(x.shape))
    return call([x], {"newshape": given}, x.reshape(sizes))


@row("vm.reshape_tensor")
def reshape_tensor(r):
    x = data(r)
    sizes = list(x.shape)
    r.numpy.shuffle(sizes)
    return call([x, np.array(sizes, "int64")], {"newshape": sizes}, x.reshape(sizes), plain=(1,))


@row("contrib_reverse_reshape")
def reverse_reshape(r):
    """As reshape, from the last axis to the first."""
    x = data(r, 1, 4)
    given, sizes = codes(r, list(x.shape)[::-1], simple=True)
    return call([x], {"newshape": given[::-1]}, x.reshape(sizes[::-1]))


@row("reshape_like")
def reshape_like(r):
    if r.chance(0.4):
        x = data(r)
        sizes = list(x.shape)
        r.numpy.shuffle(sizes)
        return call([x, np.zeros(sizes, "float32")], {}, x.reshape(sizes))
    x = data(r, 1, 4)
    begin = r.int(0, x.ndim - 1)
    end = r.int(begin + 1, x.ndim)
    middle = list(x.shape[begin:end])
    r.numpy.shuffle(middle)
    before, after = r.ints(r.int(0, 2), 1, 3), r.ints(r.int(0, 2), 1, 3)
    like = np.zeros(before + middle + after, "float32")
    attrs = {"lhs_begin": begin, "lhs_end": end, "rhs_begin": len(before), "rhs_end": len(before) + len(middle)}
    if end == x.ndim and r.chance(0.5):
        attrs["lhs_end"] = None
    elif r.chance(0.5):
        attrs["lhs_end"] = end - x.ndim if end < x.ndim else end
    return call([x, like], attrs, x.reshape(list(x.shape[:begin]) + middle + list(x.shape[end:])))


@row("layout_transform")
def layout_transform(r):
    """The letters are axes; a number before a small letter is the size of the inner part of its axis."""
    letters = list("NCHW")[: r.int(2, 4)]
    inner = {letter: r.int(1, 3) for letter in r.subset(letters)}
    sizes = {letter: r.int(1, 3) * inner.get(letter, 1) for letter in letters}
    blocks = {letter: r.chance(0.5) for letter in inner}
    other = {letter: r.chance(0.5) for letter in inner}

    def layout(split):
        outer = [letters[i] for i in r.permutation(len(letters))]
        small = [letter for letter in outer if split.get(letter)]
        return outer, small, "".join(outer) + "".join(f"{inner[letter]}{letter.lower()}" for letter in small)

    def stored(array, outer, small):
        """From the axes in the order of `letters`."""
        split, order = [], {}
        for letter in letters:
            order[letter] = len(split)
            split.append(sizes[letter] // inner[letter] if letter in small else sizes[letter])
            if letter in small:
                order[letter.lower()] = len(split)
                split.append(inner[letter])
        return array.reshape(split).transpose([order[letter] for letter in outer + [s.lower() for s in small]])

    source, target = layout(blocks), layout(other)
    plain = r.any(tuple(sizes[letter] for letter in letters), r.dtype(bools=True))
    x = np.ascontiguousarray(stored(plain, *source[:2]))
    return call([x], {"src_layout": source[2], "dst_layout": target[2]}, stored(plain, *target[:2]))


@row("auto_scheduler_layout_transform")
def auto_scheduler_layout_transform(r):
    """A size before each small letter; letters that repeat are parts of one axis, the outer part first."""
    sizes = r.ints(r.int(1, 3), 1, 6)
    letters = "abc"[: len(sizes)]

    def layout(split):
        parts = []
        for letter, size in zip(letters, sizes):
            outer, small = factors(r, size) if split and r.chance(0.6) else (size, None)
            parts.append([(letter, outer)] + ([(letter, small)] if small else []))
        order = [letters[i] for i in r.permutation(len(letters))]
        outer = [parts[letters.index(letter)][0] for letter in order]
        small = [parts[letters.index(letter)][1] for letter in order if len(parts[letters.index(letter)]) > 1]
        names = outer + small
        split = [size for part in parts for _, size in part]
        flat = [(letter, place) for part in parts for place, (letter, _) in enumerate(part)]
        wanted = [(letter, 0) for letter, _ in outer] + [(letter, 1) for letter, _ in small]
        return "".join(f"{size}{letter}" for letter, size in names), split, [flat.index(item) for item in wanted]

    plain = r.any(tuple(sizes), r.dtype())
    source, target = layout(False), layout(True)
    x = np.ascontiguousarray(plain.reshape(source[1]).transpose(source[2]))
    return call([x], {"src_layout": source[0], "dst_layout": target[0]}, plain.reshape(target[1]).transpose(target[2]))


def size_attrs(r):
    shape, dtype = r.shape(), r.dtype(bools=True)
    return shape, dtype, {"shape": list(shape), "dtype": dtype}


@row("zeros", "ones")
def constants(r, name):
    shape, dtype, attrs = size_attrs(r)
    made = call([np.zeros(())], attrs, getattr(np, name)(shape, dtype), dtype)
    made.args = []
    return made


@row("full")
def full(r):
    shape, dtype, attrs = size_attrs(r)
    value = r.any((), dtype)
    return call([value], attrs, np.full(shape, value), dtype)


@row("full_like")
def full_like(r):
    x = data(r)
    value = r.any((), x.dtype.name)
    return call([x, value], {}, np.full(x.shape, value))


@row("arange", dynamic=True)
def arange(r):
    dtype = r.choice(["float32", "float64", "int32", "int64"])
    if dtype.startswith("int"):
        start, stop, step = r.int(-9, 9), r.int(-9, 9), r.choice([1, 1, 2, 3, -1, -2])
    else:
        start, stop, step = r.int(-18, 18) / 2, r.int(-18, 18) / 2, r.choice([0.25, 0.5, 1.0, -0.5, 1.5])
    args = [np.asarray(value, dtype) for value in (start, stop, step)]
    attrs = {"start": float(start), "stop": float(stop), "step": float(step), "dtype": dtype}
    return call(args, attrs, np.arange(start, stop, step), dtype)


@row("meshgrid")
def meshgrid(r):
    dtype = r.dtype()
    parts = [r.any((r.int(1, 4),) if r.chance(0.8) else (), dtype) for _ in range(r.int(1, 4))]
    indexing = r.choice(["ij", "xy"])
    results = np.meshgrid(*parts, indexing=indexing)
    return many([parts], {"indexing": indexing}, *[(value, dtype) for value in results])


@row("repeat")
def repeat(r):
    x = data(r, 1)
    axis, number = r.axis(x.ndim), r.int(1, 3)
    return call([x], {"repeats": number, "axis": axis}, np.repeat(x, number, axis))


@row("tile")
def tile(r):
    x = data(r, 0, 3)
    reps = r.ints(r.int(1, 4), 0 if r.chance(0.1) else 1, 3)
    return call([x], {"reps": reps}, np.tile(x, reps))


@row("reverse")
def reverse(r):
    x = data(r, 1)
    axis = r.axis(x.ndim)
    return call([x], {"axis": axis}, np.flip(x, axis))


def spread(r):
    (shape,), whole = r.broadcast(1)
    whole = tuple(r.ints(r.int(0, 2), 1, 3)) + tuple(r.int(1, 4) if size == 1 else size for size in whole)
    return r.any(shape, r.dtype(bools=True)), whole


@row("broadcast_to")
def broadcast_to(r):
    x, whole = spread(r)
    return call([x], {"shape": list(whole), "dtype": ""}, np.broadcast_to(x, whole))


@row("broadcast_to_like")
def broadcast_to_like(r):
    x, whole = spread(r)
    return call([x, np.zeros(whole, x.dtype)], {}, np.broadcast_to(x, whole))


@row("collapse_sum_like", "collapse_sum_to")
def collapse(r, name):
    small, whole = spread(r)
    x = r.any(whole, r.dtype())
    lead = len(whole) - small.ndim
    axes = tuple(range(lead)) + tuple(lead + i for i, size in enumerate(small.shape) if size == 1)
    value = wide(x).sum(axes, dtype=wide(x).dtype).reshape(small.shape)
    scale = np.abs(wide(x)).sum(axes).reshape(small.shape) if x.dtype.kind == "f" else None
    facts = {"scale": scale, "rounds": 2 * x.size + 4}
    if name == "collapse_sum_like":
        return call([x, np.zeros(small.shape, x.dtype)], {}, value, **facts)
    shape = np.array(small.shape, "int64")
    return call([x, shape], {"shape": list(small.shape), "dtype": ""}, value, plain=(1,), **facts)


@row("split")
def split(r):
    x = data(r, 1)
    axis = r.axis(x.ndim)
    size = x.shape[axis]
    fit = [n for n in range(1, size + 1) if size % n == 0] or [1]
    if size < 2 or r.chance(0.5):
        parts = r.choice(fit)
        return many([x], {"indices_or_sections": parts, "axis": axis}, *[(v, None) for v in np.split(x, parts, axis)])
    places = sorted(set(r.ints(r.int(1, 3), 1, size - 1)))
    return many([x], {"indices_or_sections": places, "axis": axis}, *[(v, None) for v in np.split(x, places, axis)])


@row("sliding_window")
def sliding_window(r):
    x = r.any(r.shape(1, 4, empty=0), r.dtype())
    axis = r.axis(x.ndim)
    start = axis % x.ndim
    window = [r.int(1, size) for size in x.shape[start:]]
    strides = [r.int(1, 3) for _ in window]
    view = np.lib.stride_tricks.sliding_window_view(x, window, tuple(range(start, x.ndim)))
    view = view[(slice(None),) * start + tuple(slice(None, None, step) for step in strides)]
    return call([x], {"axis": axis, "window_shape": window, "strides": strides}, view)


@row("trilu")
def trilu(r):
    x = data(r, 2, 4)
    k, upper = r.int(-4, 4), r.chance(0.5)
    rows, columns = np.indices(x.shape[-2:]) if 0 not in x.shape[-2:] else (np.zeros(x.shape[-2:]),) * 2
    kept = columns - rows >= k if upper else columns - rows <= k
    return call([x, np.asarray(k, "int32")], {"upper": upper}, np.where(kept, x, np.zeros((), x.dtype)), plain=(1,))


@row("matrix_set_diag")
def matrix_set_diag(r):
    """TensorFlow's operator: the diagonals k2 to k1 are the rows of the second argument."""
    x = r.any(r.shape(2, 4, empty=0), r.dtype())
    rows, columns = x.shape[-2:]
    k1 = r.int(1 - rows, columns - 1)
    k2 = r.int(k1, columns - 1) if r.chance(0.6) else k1
    above, below = r.chance(0.5), r.chance(0.5)
    lengths = [min(rows + min(k, 0), columns - max(k, 0)) for k in range(k1, k2 + 1)]
    longest = max(lengths)
    shape = x.shape[:-2] + ((k2 - k1 + 1,) if k1 != k2 else ()) + (longest,)
    diagonal = r.any(shape, x.dtype.name)
    stacked = diagonal if k1 != k2 else diagonal[..., None, :]
    value = x.copy()
    for k, length in zip(range(k1, k2 + 1), lengths):
        right = above if k >= 0 else below
        shift = longest - length if right else 0
        for i in range(length):
            value[..., i + max(-k, 0), i + max(k, 0)] = stacked[..., k2 - k, shift + i]
    attrs = {"k1": k1, "k2": k2, "super_diag_right_align": above, "sub_diag_right_align": below}
    return call([x, diagonal], attrs, value)


def image_layout(array, layout):
    """From NCHW."""
    return np.ascontiguousarray(array.transpose(["NCHW".index(letter) for letter in layout]))


@row("nn.depth_to_space", "nn.space_to_depth")
def blocks_of_depth(r, name):
    """ONNX's operators; the layout NHWC has the same meaning with the channels last."""
    block, layout = r.int(1, 3), r.choice(["NCHW", "NHWC"])
    n, c, h, w = r.int(1, 2), r.int(1, 3), r.int(1, 3), r.int(1, 3)
    attrs = {"block_size": block, "layout": layout}
    dtype = r.dtype()
    if name == "nn.depth_to_space":
        mode = attrs["mode"] = r.choice(["DCR", "CRD"])
        x = r.any((n, c * block * block, h, w), dtype)
        if mode == "DCR":
            value = x.reshape(n, block, block, c, h, w).transpose(0, 3, 4, 1, 5, 2)
        else:
            value = x.reshape(n, c, block, block, h, w).transpose(0, 1, 4, 2, 5, 3)
        value = value.reshape(n, c, h * block, w * block)
    else:
        x = r.any((n, c, h * block, w * block), dtype)
        value = x.reshape(n, c, h, block, w, block).transpose(0, 3, 5, 1, 2, 4).reshape(n, c * block * block, h, w)
    return call([image_layout(x, layout)], attrs, image_layout(value, layout))


@row("nn.space_to_batch_nd")
def space_to_batch(r):
    """TensorFlow's operator: pads, then moves the places within blocks to the batch."""
    rank = r.int(1, 3)
    block = r.ints(rank, 1, 3)
    rest = tuple(r.ints(r.int(0, 2), 1, 3))
    sizes, paddings = [], []
    for size in block:
        space, before = r.int(1, 6), r.int(0, 2)
        paddings.append([before, -(space + before) % size])
        sizes.append(space)
    x = r.any((r.int(1, 2), *sizes, *rest), r.dtype())
    pad = r.choice([0.0, 1.0, 2.0])
    margins = [(0, 0)] + [tuple(p) for p in paddings] + [(0, 0)] * len(rest)
    padded = np.pad(x, margins, constant_values=x.dtype.type(pad))
    split = [padded.shape[0]]
    for i, size in enumerate(block):
        split += [padded.shape[i + 1] // size, size]
    value = padded.reshape(split + list(rest))
    order = [2 * i + 2 for i in range(rank)] + [0] + [2 * i + 1 for i in range(rank)]
    value = value.transpose(order + list(range(2 * rank + 1, value.ndim)))
    shape = [padded.shape[0] * int(np.prod(block))] + [padded.shape[i + 1] // size for i, size in enumerate(block)]
    attrs = {"block_shape": block, "paddings": paddings, "pad_value": pad}
    return call([x], attrs, value.reshape(shape + list(rest)))


@row("nn.batch_to_space_nd")
def batch_to_space(r):
    rank = r.int(1, 3)
    block = r.ints(rank, 1, 3)
    rest = tuple(r.ints(r.int(0, 2), 1, 3))
    batch, space = r.int(1, 2), r.ints(rank, 1, 4)
    x = r.any((batch * int(np.prod(block)), *space, *rest), r.dtype())
    value = x.reshape(list(block) + [batch] + space + list(rest))
    order = [rank]
    for i in range(rank):
        order += [rank + 1 + i, i]
    value = value.transpose(order + list(range(2 * rank + 1, value.ndim)))
    whole = [size * part for size, part in zip(space, block)]
    value = value.reshape([batch] + whole + list(rest))
    crops = []
    for size in whole:
        before = r.int(0, min(2, size - 1))
        crops.append([before, r.int(0, min(2, size - 1 - before))])
    cut = tuple(slice(before, size - after) for (before, after), size in zip(crops, whole))
    return call([x], {"block_shape": block, "crops": crops}, value[(slice(None), *cut)])


@row("nn.batch_flatten")
def batch_flatten(r):
    x = data(r, 1, 4)
    return call([x], {}, x.reshape(x.shape[0], int(np.prod(x.shape[1:], dtype="int64"))))


@row("nn.pad")
def pad(r):
    x = r.any(r.shape(1, 4, empty=0), r.dtype())
    mode = r.choice(["constant", "edge", "reflect"])
    most = [2 if mode != "reflect" else min(2, size - 1) for size in x.shape]
    width = [[r.int(0, limit), r.int(0, limit)] for limit in most]
    fill = r.any((), x.dtype.name)
    facts = {"constant_values": fill} if mode == "constant" else {}
    return call([x, fill], {"pad_width": width, "pad_mode": mode}, np.pad(x, width, mode=mode, **facts))


@row("nn.mirror_pad")
def mirror_pad(r):
    x = r.any(r.shape(1, 4, empty=0), r.dtype())
    mode = r.choice(["SYMMETRIC", "REFLECT"])
    most = [min(3, size if mode == "SYMMETRIC" else size - 1) for size in x.shape]
    width = [[r.int(0, limit), r.int(0, limit)] for limit in most]
    return call([x], {"mode": mode, "pad_width": width}, np.pad(x, width, mode=mode.lower()))


@row("nn.dilate")
def dilate(r):
    x = r.any(r.shape(1, 4, empty=0), r.dtype())
    strides = [r.int(1, 3) for _ in x.shape]
    fill = r.choice([0.0, 1.0, 2.0])
    value = np.full([(size - 1) * step + 1 for size, step in zip(x.shape, strides)], fill).astype(x.dtype)
    value[tuple(slice(None, None, step) for step in strides)] = x
    return call([x], {"strides": strides, "dilation_value": fill}, value)


@row("nn.fifo_buffer")
def fifo_buffer(r):
    """The end of the buffer followed by the data."""
    axis = r.int(0, 2)
    shape = list(r.shape(3, 3, empty=0))
    shape[axis] = r.int(2, 5)
    dtype = r.dtype()
    buffer = r.any(tuple(shape), dtype)
    shape[axis] = r.int(1, shape[axis])
    x = r.any(tuple(shape), dtype)
    value = np.concatenate([buffer, x], axis).take(range(x.shape[axis], x.shape[axis] + buffer.shape[axis]), axis)
    return call([x, buffer], {"axis": axis}, value)
