"""Sparse matrices, signals and random numbers."""

import numpy as np
from calls import call, many, result, row, wide
from rows.conv import convolve


def sparse_matrix(r, rows_, columns, block=(1, 1), values=None, blocks=False):
    """A sparse matrix of blocks, and its parts: values, columns of the blocks, and where each row begins."""
    dense = r.reals((rows_, columns)) if values is None else values
    kept = r.bools((rows_ // block[0], columns // block[1]))
    if r.chance(0.2):
        kept[r.int(0, len(kept) - 1)] = False
    if not kept.any():
        kept[0, 0] = True
    dense = dense * np.kron(kept, np.ones(block)).astype(dense.dtype)
    data, indices, starts = [], [], [0]
    for i in range(kept.shape[0]):
        for j in np.flatnonzero(kept[i]):
            data.append(dense[i * block[0] : (i + 1) * block[0], j * block[1] : (j + 1) * block[1]])
            indices.append(j)
        starts.append(len(indices))
    data = np.array(data, dense.dtype)
    return dense, [data if blocks else data.reshape(-1), np.array(indices, "int32"), np.array(starts, "int32")]


@row("nn.sparse_dense", "nn.internal.sparse_dense_padded")
def sparse_dense(r, name):
    blocks = r.chance(0.4) and name == "nn.sparse_dense"
    block = (r.int(1, 2), r.int(1, 3)) if blocks else (1, 1)
    m, n, k = r.int(1, 4), block[0] * r.int(1, 3), block[1] * r.int(1, 3)
    left = r.chance(0.4) and name == "nn.sparse_dense"
    sparse, parts = sparse_matrix(r, n, k, block, blocks=blocks)
    x = r.reals((m, k))
    value, scale = wide(x) @ wide(sparse).T, np.abs(wide(x)) @ np.abs(wide(sparse)).T
    if left:
        value, scale = value.T, scale.T
    return call([x, *parts], {"sparse_lhs": left}, value, scale=scale, rounds=2 * k + 4, plain=(2, 3))


@row("nn.sparse_add")
def sparse_add(r):
    sparse, parts = sparse_matrix(r, r.int(1, 5), r.int(1, 5))
    x = r.reals(sparse.shape)
    return call([x, *parts], {}, wide(x) + wide(sparse), rounds=2, plain=(2, 3))


@row("nn.sparse_transpose")
def sparse_transpose(r):
    size = r.int(1, 5)
    dense = r.reals((size, size))
    dense[dense == 0] = 1
    dense, parts = sparse_matrix(r, size, size, values=dense)
    flipped = dense.T
    starts = np.concatenate([[0], np.cumsum((flipped != 0).sum(1))])
    results = (flipped[flipped != 0], None), (np.nonzero(flipped)[1], "int32"), (starts, "int32")
    return many(parts, {}, *results, plain=(1, 2))


@row("nn.sparse_conv2d")
def sparse_conv2d(r):
    """A convolution whose weight is a sparse matrix of the outputs and the elements of a window, the channels last."""
    layout, side = r.choice(["NHWC", "NCHW"]), r.choice([1, 1, 3])
    if side == 3:
        layout = "NHWC"
    block = (r.int(1, 2), r.int(1, 2))
    inside, outside = block[1] * r.int(1, 2), block[0] * r.int(1, 2)
    weight, parts = sparse_matrix(r, outside, inside * side * side, block, blocks=True)
    x = r.reals((1, inside, r.int(side, 4), r.int(side, 4)))
    kernel = weight.reshape(outside, side, side, inside).transpose(0, 3, 1, 2)
    margins = [(side // 2, side // 2)] * 2
    value = convolve(wide(x), wide(kernel), [1, 1], margins, [1, 1], 1)
    if layout == "NHWC":
        x, value = np.ascontiguousarray(x.transpose(0, 2, 3, 1)), value.transpose(0, 2, 3, 1)
    attrs = {"layout": layout, "kernel_size": [side, side]}
    return call([x, *parts], attrs, value, scale=16 * weight.shape[1], rounds=8, plain=(2, 3))


@row("sparse_reshape")
def sparse_reshape(r):
    """Places and shape of the same elements in another shape; one size may be -1."""
    from rows.dyn import coordinates

    shape = r.shape(1, 3, empty=0)
    sizes = list(shape) + [1]
    r.numpy.shuffle(sizes)
    places = coordinates(r, shape, "int64")
    flat = np.ravel_multi_index(tuple(places.T), shape)
    value = np.stack(np.unravel_index(flat, sizes), 1)
    given = list(sizes)
    if r.chance(0.5):
        given[r.int(0, len(given) - 1)] = -1
    args = [places, np.array(shape, "int64"), np.array(given, "int64")]
    return many(args, {}, (value, "int64"), (np.array(sizes), "int64"), plain=range(3))


@row("sparse_fill_empty_rows", dynamic=True)
def sparse_fill_empty_rows(r):
    """TensorFlow's operator; the results may have further rows, which are open."""
    from rows.dyn import coordinates

    shape = (r.int(1, 5), r.int(1, 4))
    places = coordinates(r, shape, "int64")
    if r.chance(0.5):
        places = places[: r.int(1, len(places))]
    # Integers become int64; reals keep their type.
    dtype = r.dtype()
    values, default = r.any((len(places),), dtype), r.any((1,), dtype)
    own = dtype if dtype.startswith("float") else "int64"
    new = sorted([*map(tuple, places)] + [(i, 0) for i in range(shape[0]) if i not in places[:, 0]])
    known = {tuple(place): value for place, value in zip(places, values)}
    numbers = [known.get(place, default[0]) for place in new]
    empty = [int(i not in places[:, 0]) for i in range(shape[0])]

    def check(got):
        count = len(new)
        if got[0][:count].tolist() != [list(map(int, place)) for place in new]:
            return f"the places are {got[0].tolist()} and not {new}"
        if got[1].dtype != own or (got[1][:count] != np.array(numbers, dtype).astype(own)).any():
            return f"the values are {got[1].tolist()} and not {numbers}"
        if got[2].astype(int).tolist() != empty:
            return f"the empty rows are {got[2].tolist()} and not {empty}"
        return None

    made = many([places, values, np.array(shape, "int64"), default], {}, *[(np.zeros(1), t) for t in ("int64", own, "int64")], plain=range(4))
    made.statistic = check
    return made


@row("stft")
def stft(r):
    """Fourier transforms of windows; a short window is in the middle of its frame, as in PyTorch."""
    size = r.choice([1, 2, 3, 4, 6, 8])
    hop, length = r.int(1, 4), size if r.chance(0.6) else r.int(1, size)
    batch = () if r.chance(0.4) else (r.int(1, 2),)
    x = r.reals(batch + (size + r.int(0, 9),), r.choice(["float32", "float64"]))
    window = r.reals((length,), x.dtype.name)
    normalized, onesided = r.chance(0.4), r.chance(0.6)
    padded = np.zeros(size)
    begin = (size - length) // 2
    padded[begin : begin + length] = wide(window)
    frames = np.lib.stride_tricks.sliding_window_view(wide(x), size, -1)[..., ::hop, :] * padded
    spectrum = np.fft.fft(frames, axis=-1)[..., : size // 2 + 1 if onesided else size]
    spectrum = np.swapaxes(spectrum, -1, -2) / (np.sqrt(size) if normalized else 1)
    value = np.stack([spectrum.real, spectrum.imag], -1)
    attrs = {"n_fft": size, "hop_length": hop, "win_length": length, "normalized": normalized, "onesided": onesided}
    return call([x, window], attrs, value, scale=16 * size, rounds=16, plain=(0, 1))


def key_of(r):
    return r.integers((10,), "uint64", 0, 2**62)


def open_values(args, attrs, shapes, check):
    """A call whose values only a check knows."""
    made = call(args, attrs, np.zeros(1), "uint64", plain=range(len(args)))
    made.results = [result(args, np.zeros(1), "uint64")] * shapes
    made.tuple_result, made.statistic = True, check
    return made


def moments(values, mean, deviation):
    """What is wrong with the mean and the deviation of many numbers."""
    values = values.astype("float64")
    bound = 6 * deviation / np.sqrt(values.size)
    if abs(values.mean() - mean) > bound or abs(values.std() - deviation) > 2 * bound:
        return f"mean {values.mean():.4f} and deviation {values.std():.4f}, not {mean:.4f} and {deviation:.4f}"
    return None


@row("random.threefry_generate")
def threefry_generate(r):
    shape = (r.choice([64, 128]), 8)
    key = key_of(r)

    def check(got):
        if got[0].shape != (10,) or got[0].tolist() == key.tolist():
            return "the key remains"
        if got[1].shape != shape or got[1].dtype != np.uint64 or len(np.unique(got[1])) != got[1].size:
            return "the numbers repeat"
        return moments(got[1] / 2.0**64, 0.5, 12**-0.5)

    return open_values([key], {"out_shape": list(shape)}, 2, check)


@row("random.threefry_split")
def threefry_split(r):
    key = key_of(r)

    def check(got):
        keys = [key.tolist(), got[0].tolist(), got[1].tolist()]
        return "two keys are equal" if keys[1] == keys[2] or keys[0] in keys[1:] else None

    return open_values([key], {}, 2, check)


@row("random.uniform", "random.normal")
def distribution(r, name):
    dtype, shape = r.choice(["float32", "float64"]), [r.choice([500, 1000]), 2]
    first, second = r.real(-3, 3), r.real(0.5, 4)
    even = name == "random.uniform"
    low, high = (first, first + second) if even else (first, second)
    args = [key_of(r), np.asarray(low, dtype), np.asarray(high, dtype)]

    def check(got):
        if got[1].dtype.name != dtype or list(got[1].shape) != shape:
            return f"{got[1].dtype} {got[1].shape}"
        if even:
            if got[1].min() < args[1] or got[1].max() > args[2]:
                return "a number is outside"
            return moments(got[1], (low + high) / 2, (high - low) * 12**-0.5)
        return moments(got[1], low, high)

    return open_values(args, {"out_shape": shape, "out_dtype": dtype}, 2, check)


@row("random.multinomial")
def multinomial(r):
    weights, count = r.reals((r.int(1, 5),), "float32", 0.125, 1), 1000
    chances = wide(weights) / wide(weights).sum()

    def check(got):
        if got[1].size != count or got[1].min() < 0 or got[1].max() >= len(weights):
            return f"{got[1].size} numbers from {got[1].min()} to {got[1].max()}"
        shares = np.bincount(got[1].reshape(-1).astype(int), minlength=len(weights)) / count
        wrong = np.abs(shares - chances) > 6 * np.sqrt(chances * (1 - chances) / count) + 1e-3
        return f"shares {shares} and not {chances}" if wrong.any() else None

    return open_values([key_of(r), weights], {"num_samples": count}, 2, check)
