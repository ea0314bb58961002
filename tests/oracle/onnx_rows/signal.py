"""Signals, random numbers, n-grams, and operators of other domains."""

import numpy as np
import onnx_model
from calls import REALS, result, wide
from onnx_calls import Node, OnnxCall, onnx, onnx_row, several


@onnx_row("HannWindow", "HammingWindow", "BlackmanWindow", opsets=(17,))
def windows(r, name):
    """A periodic window makes one turn over its size, a symmetric one over the size less one."""
    size = r.int(2, 12)
    attrs = {"periodic": r.int(0, 1)} if r.chance(0.7) else {}
    dtype = r.choice(("float32", "float64", "float16"))
    attrs |= {"output_datatype": onnx_model.TYPES[dtype]} if dtype != "float32" or r.chance(0.5) else {}
    turns = 2 * np.pi * np.arange(size) / (size - 1 + attrs.get("periodic", 1))
    a = {"HannWindow": (0.5, 0.5, 0), "HammingWindow": (25 / 46, 21 / 46, 0), "BlackmanWindow": (0.42, 0.5, 0.08)}[name]
    value = a[0] - a[1] * np.cos(turns) + a[2] * np.cos(2 * turns)
    given = np.asarray(size, r.choice(("int32", "int64")))
    return onnx([given], attrs, value, dtype, scale=1, dynamic=True)


def parts(spectrum):
    return np.stack([spectrum.real, spectrum.imag], -1)


def complex_of(x):
    return wide(x)[..., 0] + (1j * wide(x)[..., 1] if x.shape[-1] == 2 else 0)


@onnx_row("DFT", opsets=(17,))
def dft(r):
    """The length cuts off or fills with zeros; one side of the spectrum is that of a real signal."""
    rank = r.int(3, 4)
    axis = r.int(0 if rank > 3 else 1, rank - 2)
    x = r.reals((*r.ints(rank - 1, 1, 5), r.choice([1, 2])), r.choice(("float32", "float32", "float64")))
    attrs = {"axis": axis - rank if r.chance(0.3) else axis} if axis != 1 or r.chance(0.5) else {}
    inverse, onesided = r.chance(0.3), x.shape[-1] == 1 and r.chance(0.4)
    onesided = onesided and not inverse
    attrs |= ({"inverse": 1} if inverse else {}) | ({"onesided": 1} if onesided else {})
    length = r.int(1, 7) if r.chance(0.5) else None
    data = complex_of(x)
    value = (np.fft.ifft if inverse else np.fft.fft)(data, length, axis)
    if onesided:
        value = np.take(value, range(value.shape[axis] // 2 + 1), axis)
    given = None if length is None else np.asarray(length, r.choice(("int64", "int32")))
    return onnx(
        [x, given],
        attrs,
        parts(value),
        scale=np.abs(data).sum(axis).max() + 1,
        rounds=64,
        constant=() if given is None else (1,),
    )


@onnx_row("STFT", opsets=(17,))
def stft(r):
    """Transforms frames of the signal, each multiplied with the window."""
    length, size, step = r.int(6, 14), r.int(2, 6), r.int(1, 4)
    x = r.reals((r.int(1, 2), length, r.choice([1, 1, 2])), r.choice(("float32", "float32", "float64")))
    window = r.reals((size,), x.dtype.name, 0, 1) if r.chance(0.7) else None
    frame = np.asarray(size, "int64") if window is None or r.chance(0.5) else None
    onesided = x.shape[-1] == 1 and r.chance(0.7)
    attrs = {} if onesided and r.chance(0.5) else {"onesided": int(onesided)}
    data = complex_of(x)
    frames = np.stack([data[:, at : at + size] for at in range(0, length - size + 1, step)], 1)
    value = np.fft.fft(frames * (1 if window is None else wide(window)))
    value = value[..., : size // 2 + 1] if onesided else value
    made = onnx([x, np.asarray(step, "int64"), window, frame], attrs, parts(value), scale=40, rounds=64)
    made.constant = {i for i in (1, 3) if made.inputs[i] is not None}
    return made


@onnx_row("MelWeightMatrix", opsets=(17,))
def mel_weights(r):
    """Triangles whose corners have equal distances on the mel scale, as in ONNX's reference implementation."""
    bins, length, rate = r.int(1, 6), r.choice([8, 16, 17, 32]), r.choice([8000, 16000, 4000])
    low, high = float(r.int(0, 400)), float(r.int(1200, rate // 2))
    mel = lambda f: 2595 * np.log10(1 + f / 700)  # noqa: E731
    step = (mel(high) - mel(low)) / (bins + 2)
    corners = 700 * (10 ** ((np.arange(bins + 2) * step + mel(low)) / 2595) - 1)
    exact = (length + 1) * corners / rate
    if np.any(np.abs(exact - np.round(exact)) < 1e-6):
        return mel_weights(r)
    at = np.floor(exact).astype("int64")
    value = np.zeros((length // 2 + 1, bins))
    for i in range(bins):
        left, center, right = at[i : i + 3]
        if center == left:
            value[center, i] = 1
        else:
            for j in range(left, center + 1):
                value[j, i] = (j - left) / (center - left)
        for j in range(center, right):
            value[j, i] = (right - j) / (right - center)
    inputs = [np.asarray(n, "int64") for n in (bins, length, rate)] + [np.asarray(f, "float32") for f in (low, high)]
    return onnx(inputs, {}, value, "float32", scale=1, rounds=16, dynamic=True)


def spread_of(values, mean, deviation, low=None, high=None):
    """What is wrong with random numbers, by their bounds and moments."""
    x = values.astype("float64")
    if not np.isfinite(x).all() or low is not None and (x.min() < low or x.max() > high):
        return f"the numbers are from {x.min()} to {x.max()}"
    room = 6 * deviation / np.sqrt(x.size) + 1e-9
    if abs(x.mean() - mean) > room or abs(x.std() - deviation) > 3 * room:
        return f"mean and deviation are {x.mean()} and {x.std()}, not {mean} and {deviation}"
    return None


def checked(right, check):
    def look(got):
        if got[0].shape != right.value.shape or got[0].dtype.name != right.dtype:
            return f"the result is {got[0].dtype.name}{got[0].shape} and not {right.dtype}{right.value.shape}"
        return check(got[0])

    return look


@onnx_row("RandomUniform", "RandomUniformLike", "RandomNormal", "RandomNormalLike", opsets=(1,))
def random_numbers(r, name):
    shape = (r.int(20, 40), r.int(20, 40))
    dtype = r.choice(REALS)
    attrs = {"seed": float(r.int(0, 99))}
    uniform = "Uniform" in name
    a, b = (0.0, 1.0) if r.chance(0.3) else (r.real(-2, 0), r.real(1, 3))
    if (a, b) != (0.0, 1.0):
        attrs |= {"low": a, "high": b} if uniform else {"mean": a, "scale": b}
    inputs = []
    if name.endswith("Like"):
        inputs = [r.reals(shape, dtype)]
        if r.chance(0.5):
            dtype = r.choice(REALS)
            attrs["dtype"] = onnx_model.TYPES[dtype]
    else:
        attrs |= {"shape": list(shape)} | (
            {"dtype": onnx_model.TYPES[dtype]} if dtype != "float32" or r.chance(0.5) else {}
        )
    right = result(inputs, np.zeros(shape), dtype)
    check = (lambda x: spread_of(x, (a + b) / 2, (b - a) / np.sqrt(12), a - 0.01, b + 0.01)) if uniform else (
        lambda x: spread_of(x, a, b)
    )
    return several(inputs, attrs, right, statistic=checked(right, check))


@onnx_row("Bernoulli", opsets=(15,))
def bernoulli(r):
    odds = r.choice([0.0, 0.25, 0.5, 1.0])
    x = np.full((40, 40), odds, r.choice(REALS))
    attrs, dtype = {"seed": float(r.int(0, 99))}, x.dtype.name
    if r.chance(0.5):
        dtype = r.choice(("float32", "int32", "bool", "float64", "uint8"))
        attrs["dtype"] = onnx_model.TYPES[dtype]
    right = result([x], np.zeros(x.shape), dtype)
    return several(
        [x], attrs, right, statistic=checked(right, lambda y: spread_of(y, odds, np.sqrt(odds * (1 - odds)), 0, 1))
    )


@onnx_row("Multinomial", opsets=(7,))
def multinomial(r):
    """Classes by unnormalized logarithms of their probabilities."""
    classes = r.int(2, 4)
    odds = np.array([r.int(1, 4) for _ in range(classes)], "float64")
    odds /= odds.sum()
    x = np.log(odds)[None].astype("float32") + np.float32(r.choice([0, 0, 1.5]))
    attrs = {"sample_size": 2000, "seed": float(r.int(0, 99))}
    dtype = "int32"
    if r.chance(0.5):
        dtype = r.choice(("int32", "int64"))
        attrs["dtype"] = onnx_model.TYPES[dtype]
    right = result([], np.zeros((1, 2000)), dtype)
    mean = (odds * np.arange(classes)).sum()
    deviation = np.sqrt((odds * (np.arange(classes) - mean) ** 2).sum())
    return several([x], attrs, right, statistic=checked(right, lambda y: spread_of(y, mean, deviation, 0, classes - 1)))


@onnx_row("Dropout", opsets=(7, 10, 12, 13))
def dropout(r):
    """Only in training some elements become 0, and the others are divided by the share that remains."""
    x = r.reals(r.shape(0, 3), r.choice(REALS))
    mask = "bool" if r.opset >= 10 else x.dtype.name
    if r.opset < 12:
        attrs = {"ratio": r.real(0, 0.9)} if r.chance(0.7) else {}
        return several(
            [x], attrs, (x, x.dtype.name), (np.ones(x.shape), mask) if r.chance(0.5) and r.opset >= 10 else None
        )
    ratio = np.asarray(r.choice([0.0, 0.25, 0.5]), "float32") if r.chance(0.7) else None
    training = np.asarray(r.chance(0.4)) if r.chance(0.6) else None
    attrs = {"seed": r.int(0, 99)} if r.chance(0.5) else {}
    share = 0.5 if ratio is None else float(ratio)
    constant = {i for i, item in ((1, ratio), (2, training)) if item is not None}
    if training is None or not training or share == 0:
        results = [(x, x.dtype.name), (np.ones(x.shape), "bool") if r.chance(0.5) else None]
        return several([x, ratio, training], attrs, *results, constant=constant)
    x = r.reals((40, 40), x.dtype.name, 1, 2)

    def check(got):
        kept = got[1]
        right = np.where(kept, wide(x) / (1 - share), 0)
        if not np.allclose(got[0], right, rtol=2e-3):
            return "the kept elements are wrong"
        return spread_of(kept, 1 - share, np.sqrt(share * (1 - share)), 0, 1)

    return several([x, ratio, training], attrs, (x, x.dtype.name), (x, "bool"), constant=constant, statistic=check)


@onnx_row("TfIdfVectorizer", opsets=(9,))
def tf_idf(r):
    """Counts n-grams; the numbers of a gram may have up to `max_skip_count` others between neighbours."""
    pool, places, counts, weights = [], [], [], []
    for length in range(1, r.int(1, 3) + 1):
        counts.append(len(pool))
        grams = {tuple(r.ints(length, 0, 3)) for _ in range(r.int(0 if counts[1:] else 1, 3))}
        for gram in sorted(grams):
            pool += gram
            places.append(len(places))
            weights.append(r.real(0.5, 2))
    r.numpy.shuffle(places)
    longest = r.int(1, len(counts))
    shortest = r.int(1, longest)
    skips, mode = r.int(0, 2), r.choice(["TF", "IDF", "TFIDF"])
    attrs = {"max_gram_length": longest, "min_gram_length": shortest, "max_skip_count": skips, "mode": mode}
    attrs |= {"ngram_counts": counts, "ngram_indexes": [int(p) for p in places], "pool_int64s": pool}
    weighted = r.chance(0.5)
    attrs |= {"weights": weights} if weighted else {}
    x = r.integers((r.int(1, 3), r.int(1, 7)) if r.chance(0.7) else (r.int(1, 7),), r.choice(("int32", "int64")), 0, 3)
    rows = np.atleast_2d(x)
    value = np.zeros((len(rows), len(places)))
    at = 0
    for length in range(1, len(counts) + 1):
        end = counts[length] if length < len(counts) else len(pool)
        for begin in range(counts[length - 1], end, length):
            gram = pool[begin : begin + length]
            if shortest <= length <= longest:
                for n, line in enumerate(rows):
                    for skip in range(skips + 1 if length > 1 else 1):
                        reach = (length - 1) * (skip + 1)
                        value[n, places[at]] += sum(
                            [int(v) for v in line[i : i + reach + 1 : skip + 1]] == gram for i in range(
                                len(line) - reach
                            )
                        )
            at += 1
    factor = np.ones(len(places))
    if weighted:
        factor[np.array(places)] = weights
    value = {"TF": value, "IDF": (value > 0) * factor, "TFIDF": value * factor}[mode]
    return onnx([x], attrs, value.reshape(x.shape[:-1] + (len(places),)), "float32")


def layer_normalized(x, gamma, beta, eps):
    mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) / np.sqrt(var + eps) * gamma + beta


@onnx_row("SkipLayerNormalization", opsets=(17,))
def skip_layer_norm(r):
    shape = (*r.ints(2, 1, 3), r.int(2, 5))
    x, skip = r.reals(shape), r.reals(shape)
    gamma, beta, bias = (r.reals(shape[-1:]) if keep else None for keep in (True, r.chance(0.6), r.chance(0.5)))
    attrs = {"epsilon": 0.5} if r.chance(0.7) else {"epsilon": 0.125}
    total = wide(x) + wide(skip) + (0 if bias is None else wide(bias))
    value = layer_normalized(total, wide(gamma), 0 if beta is None else wide(beta), attrs["epsilon"])
    return onnx([x, skip, gamma, beta, bias], attrs, value, scale=64, rounds=64, domain="com.microsoft")


@onnx_row("EmbedLayerNormalization", opsets=(17,))
def embed_layer_norm(r):
    """The sum of the embeddings of words, positions and segments, normalized; the mask counts the words."""
    batch, length, hidden = r.int(1, 3), r.int(1, 4), r.int(2, 5)
    words, positions, kinds = r.reals((6, hidden)), r.reals((length + 1, hidden)), r.reals((2, hidden))
    ids = r.integers((batch, length), "int32", 0, 5)
    segment = r.integers((batch, length), "int32", 0, 1) if r.chance(0.6) else None
    gamma, beta = r.reals((hidden,)), r.reals((hidden,))
    mask = r.integers((batch, length), "int32", 0, 1) if r.chance(0.6) else None
    places = r.integers((batch, length), "int32", 0, length) if r.chance(0.3) else None
    total = wide(words)[ids] + (wide(positions)[:length] if places is None else wide(positions)[places])
    total = total + (0 if segment is None else wide(kinds)[segment])
    value = layer_normalized(total, wide(gamma), wide(beta), 0.5)
    counts = np.zeros(batch) if mask is None else mask.sum(1)
    inputs = [ids, segment, words, positions, kinds if segment is not None else None, gamma, beta, mask, places]
    results = result([words], value, scale=64, rounds=64), (counts, "int32")
    return several(inputs, {"epsilon": 0.5}, *results, domain="com.microsoft")


@onnx_row("Attention", opsets=(17,))
def attention(r):
    """softmax(Q·K^T / sqrt(head) + mask)·V for each head; the second result is K and V."""
    batch, length, heads, head, width = r.int(1, 2), r.int(1, 4), r.int(1, 3), r.int(1, 3), r.int(1, 4)
    hidden = heads * head
    x, weight = r.reals((batch, length, width), "float32", -1, 1), r.reals((width, 3 * hidden), "float32", -1, 1)
    bias = r.reals((3 * hidden,), "float32", -1, 1)
    mask = r.integers((batch, length), "int32", 0, 1)
    mask[:, 0] = 1
    q, k, v = (
        item.reshape(batch, length, heads, head).transpose(0, 2, 1, 3)
        for item in np.split(wide(x) @ wide(weight) + wide(bias), 3, -1)
    )
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(head) + (1.0 - mask)[:, None, None, :] * -10000
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    value = scores / scores.sum(-1, keepdims=True) @ v
    value = value.transpose(0, 2, 1, 3).reshape(batch, length, hidden)
    results = [result([x], item, scale=8, rounds=64) for item in (value, np.stack([k, v]))]
    return several([x, weight, bias, mask], {"num_heads": heads}, *results, domain="com.microsoft")


@onnx_row("ATen", opsets=(17,))
def aten(r):
    """PyTorch's embedding_bag, index_put, size and reshape."""
    kind = r.choice(["embedding_bag", "index_put", "size", "reshape"])
    x = r.reals((r.int(2, 5), r.int(1, 4)))
    if kind == "size":
        return OnnxCall(
            [x],
            [Node("", ["x0"], ["y0"], {"operator": kind}, "org.pytorch.aten")],
            [result([], np.array(x.shape[-1]), "int64")],
        )
    if kind == "reshape":
        shape = np.array([x.shape[1], x.shape[0]], "int64")
        return onnx([x, shape], {"operator": kind}, x.reshape(shape), constant=(1,), domain="org.pytorch.aten")
    if kind == "embedding_bag":
        bags, each, mode = r.int(1, 3), r.int(1, 3), r.int(0, 2)
        indices = r.integers((bags * each,), "int64", 0, x.shape[0] - 1)
        offsets = np.arange(0, bags * each, each).astype("int64")
        function = [np.sum, np.mean, np.max][mode]
        value = function(wide(x)[indices].reshape(bags, each, -1), axis=1)
        attrs = {"operator": kind, "mode": mode}
        return onnx([x, indices, offsets], attrs, value, scale=16, domain="org.pytorch.aten")
    places = r.permutation(x.shape[0])[: r.int(1, x.shape[0])]
    columns = r.ints(len(places), 0, x.shape[1] - 1)
    update = r.reals((len(places),))
    accumulate = r.chance(0.5)
    value = wide(x).copy()
    value[places, columns] = (value[places, columns] if accumulate else 0) + update
    inputs = [x, np.array(places, "int64"), np.array(columns, "int64"), update, np.asarray(accumulate)]
    return onnx(inputs, {"operator": kind}, value, scale=8, constant=(4,), domain="org.pytorch.aten")
