"""Convolutions and products of matrices."""

import itertools

import numpy as np
from calls import call, row, wide, without_row

SPATIAL = {1: "W", 2: "HW", 3: "DHW"}


def laid(array, source, target):
    """The array with its axes, which have the letters of `source`, in the order of `target`."""
    return np.ascontiguousarray(array.transpose([source.index(letter) for letter in target]))


def blocked(array, source, target):
    """As `laid`; a number before a small letter is the size of the inner part of its axis."""
    order, sizes = [], {}
    at = 0
    while at < len(target):
        digits = ""
        while target[at].isdigit():
            digits += target[at]
            at += 1
        order.append(target[at])
        if digits:
            sizes[target[at].upper()] = int(digits)
        at += 1
    shape, letters = [], []
    for letter, size in zip(source, array.shape):
        if letter in sizes:
            shape += [size // sizes[letter], sizes[letter]]
            letters += [letter, letter.lower()]
        else:
            shape.append(size)
            letters.append(letter)
    return np.ascontiguousarray(array.reshape(shape).transpose([letters.index(letter) for letter in order]))


def pads(r, rank, most=2):
    """The attribute and [(before, after)]: one number, one per axis, or first all beginnings and then all ends."""
    kind = r.int(0, 2)
    if kind == 0:
        pad = r.int(0, most) if r.chance(0.3) else 0
        return [pad] if r.chance(0.3) else [pad] * rank, [(pad, pad)] * rank
    if kind == 1:
        given = r.ints(rank, 0, most)
        return given, [(pad, pad) for pad in given]
    given = r.ints(2 * rank, 0, most)
    return given, list(zip(given[:rank], given[rank:]))


def stepped(start, count, step):
    """`count` places from `start` on."""
    return slice(start, start + (count - 1) * step + 1, step)


def convolve(x, weight, strides, padding, dilation, groups):
    """The sum of products; `x` has the axes N, C, and the spatial ones, `weight` O, I and these."""
    rank = x.ndim - 2
    padded = np.pad(x, [(0, 0), (0, 0)] + list(padding))
    kernel = weight.shape[2:]
    sizes = [(padded.shape[2 + i] - (kernel[i] - 1) * dilation[i] - 1) // strides[i] + 1 for i in range(rank)]
    batch, out = x.shape[0], weight.shape[0]
    inside = x.shape[1] // groups
    value = np.zeros((batch, groups, out // groups, *sizes), dtype=np.result_type(x, weight))
    grouped = padded.reshape((batch, groups, inside) + padded.shape[2:])
    parts = weight.reshape((groups, out // groups, inside) + kernel)
    letters = "xyz"[:rank]
    for place in itertools.product(*map(range, kernel)):
        cut = tuple(stepped(k * dilation[i], sizes[i], strides[i]) for i, k in enumerate(place))
        part = grouped[(slice(None),) * 3 + cut]
        value = value + np.einsum(f"ngi{letters},goi->ngo{letters}", part, parts[(slice(None),) * 3 + place])
    return value.reshape((batch, out, *sizes))


def transposed(x, weight, strides, padding, dilation, groups, output_padding):
    """The gradient of a convolution for its data; `weight` has the axes I, O and the spatial ones."""
    rank = x.ndim - 2
    kernel = weight.shape[2:]
    batch, inside, out = x.shape[0], x.shape[1], weight.shape[1] * groups
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    whole = [(x.shape[2 + i] - 1) * strides[i] + spans[i] + output_padding[i] for i in range(rank)]
    value = np.zeros((batch, groups, out // groups, *whole), dtype=np.result_type(x, weight))
    grouped = x.reshape((batch, groups, inside // groups) + x.shape[2:])
    parts = weight.reshape((groups, inside // groups, out // groups) + kernel)
    letters = "xyz"[:rank]
    for place in itertools.product(*map(range, kernel)):
        cut = tuple(stepped(k * dilation[i], x.shape[2 + i], strides[i]) for i, k in enumerate(place))
        part = parts[(slice(None),) * 3 + place]
        value[(slice(None),) * 3 + cut] += np.einsum(f"ngi{letters},gio->ngo{letters}", grouped, part)
    value = value.reshape((batch, out, *whole))
    return value[(slice(None), slice(None)) + tuple(slice(a, size - b) for (a, b), size in zip(padding, whole))]


def types(r):
    """The types of data, of the weight and of the result."""
    kind = r.int(0, 9)
    if kind < 6:
        return "float32", "float32", r.choice(["", "float32"])
    if kind == 6:
        return "float64", "float64", ""
    if kind == 7:
        return "float16", "float16", r.choice(["", "float32"])
    return r.choice(["int8", "uint8"]), "int8", "int32"


def numbers(r, shape, dtype):
    if dtype.endswith("int8"):
        return r.integers(shape, dtype, -128, 255)
    return r.reals(shape, dtype)


def exact(array):
    return wide(array) if array.dtype.kind == "f" else array.astype("int64")


def finished(args, attrs, compute, products, out, convert=lambda value: value, winograd=False, plain=()):
    """A call whose result is a sum of products, computed for the data and, to bound the error, for absolute values.

    `winograd`: the sum may be computed by Winograd's algorithm, whose error is up to twenty times as large.
    """
    data, weight = args[:2]
    out = out or data.dtype.name
    value = convert(compute(exact(data), exact(weight)))
    if not out.startswith("f"):
        return call(args, attrs, value, out, plain=plain)
    scale = convert(compute(np.abs(exact(data)), np.abs(exact(weight))))
    if winograd:
        # Elements of a tile that do not meet in a sum leave errors in it, too.
        largest = np.abs(exact(data)).max(initial=0) * np.abs(exact(weight)).max(initial=0)
        scale = np.maximum(scale, max(largest, scale.max(initial=0)))
    return call(args, attrs, value, out, scale=scale, rounds=(40 if winograd else 2) * products + 8, plain=plain)


@row("nn.conv1d", "nn.conv2d", "nn.conv3d")
def convolution(r, name):
    rank = int(name[-2])
    space = SPATIAL[rank]
    dtype, weight_dtype, out = types(r)
    kernel, strides, dilation = r.ints(rank, 1, 3), r.ints(rank, 1, 3), r.ints(rank, 1, 2)
    if rank == 2 and r.chance(0.3):
        kernel, strides, dilation = [3, 3], [1, 1], [1, 1]
    padding, margins = pads(r, rank)
    groups = r.choice([1, 1, 2, 3])
    inside, outside = r.choice([1, 2, 3, 5]), r.choice([1, 2, 3, 4])
    if r.chance(0.25):
        # Depthwise.
        groups, inside, outside = r.choice([2, 3, 4, 8]), 1, r.choice([1, 1, 2])
    elif r.chance(0.1):
        groups, inside, outside = 1, 16, 16
    if r.chance(0.03):
        # The sums have no terms.
        if r.chance(0.5):
            inside = 0
        else:
            kernel[r.int(0, rank - 1)], dilation = 0, [1] * rank
    least = [max(1, (k - 1) * d + 1 - a - b) for k, d, (a, b) in zip(kernel, dilation, margins)]
    sizes = [r.int(low, low + (7 if rank < 3 else 4)) for low in least]
    if rank < 3 and r.chance(0.1):
        sizes[-1] += r.int(8, 40)
    x = numbers(r, (r.choice([1, 1, 1, 2, 2, 3, 0] if r.chance(0.2) else [1, 2]), groups * inside, *sizes), dtype)
    weight = numbers(r, (groups * outside, inside, *kernel), weight_dtype)
    layout = r.choice(["NC" + space, "NC" + space, "N" + space + "C"])
    kernel_layout = r.choice(["OI" + space, "OI" + space, space + "IO"])
    if rank == 2 and r.chance(0.2):
        kernel_layout = r.choice(["HWOI", "OHWI"])
    attrs = {"padding": padding, "strides": strides, "dilation": dilation, "groups": groups}
    attrs |= {"kernel_size": kernel, "data_layout": layout, "kernel_layout": kernel_layout}
    if 0 in kernel:
        del attrs["kernel_size"]  # It is positive if it is given.
    elif r.chance(0.7):
        attrs["channels"] = groups * outside
    if out:
        attrs["out_dtype"] = out
    source, weights = "NC" + space, "OI" + space

    def compute(a, b):
        return convolve(laid(a, layout, source), laid(b, kernel_layout, weights), strides, margins, dilation, groups)

    args = [laid(x, source, layout), laid(weight, weights, kernel_layout)]
    products = inside * int(np.prod(kernel))
    winograd = kernel == [3, 3] and strides == [1, 1] and dilation == [1, 1] and groups == 1
    return finished(args, attrs, compute, products, out, lambda value: laid(value, source, layout), winograd)


@row("nn.conv1d_transpose", "nn.conv2d_transpose", "nn.conv3d_transpose")
def transposed_convolution(r, name):
    rank = int(name[7])
    space = SPATIAL[rank]
    dtype, weight_dtype, out = types(r)
    kernel, strides = r.ints(rank, 1, 3), r.ints(rank, 1, 3)
    padding, margins = pads(r, rank, 1)
    groups = r.choice([1, 1, 2])
    dilation = r.ints(rank, 1, 2) if r.chance(0.3) else [1] * rank
    inside, outside = r.choice([1, 2, 3]), r.choice([1, 2, 3])
    extra = [r.int(0, stride - 1) for stride in strides]
    sizes = [r.int(2, 5) for _ in kernel]
    # At least one element remains.
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    if any((s - 1) * t + k + e - a - b < 1 for s, t, k, e, (a, b) in zip(sizes, strides, spans, extra, margins)):
        return transposed_convolution(r, name)
    x = numbers(r, (r.choice([1, 2]), groups * inside, *sizes), dtype)
    weight = numbers(r, (groups * inside, outside, *kernel), weight_dtype)
    layout = r.choice(["NC" + space, "NC" + space, "N" + space + "C"])
    attrs = {"channels": groups * outside, "kernel_size": kernel, "strides": strides, "output_padding": extra}
    attrs |= {"padding": padding, "groups": groups, "dilation": dilation, "data_layout": layout}
    # TVM's letter O is the channels of the data for one and three axes.
    attrs["kernel_layout"] = ("IO" if rank == 2 else "OI") + space
    if out:
        attrs["out_dtype"] = out
    source = "NC" + space

    def compute(a, b):
        return transposed(laid(a, layout, source), b, strides, margins, dilation, groups, extra)

    args = [laid(x, source, layout), weight]
    products = inside * int(np.prod(kernel))
    return finished(args, attrs, compute, products, out, lambda value: laid(value, source, layout))


@row("nn.contrib_conv2d_NCHWc", "nn.contrib_depthwise_conv2d_NCHWc")
def blocked_convolution(r, name):
    depthwise = "depthwise" in name
    kernel, strides, dilation = r.ints(2, 1, 3), r.ints(2, 1, 2), r.ints(2, 1, 2)
    padding, margins = pads(r, 2)
    inner, outer = r.choice([1, 2, 4]), r.choice([1, 2, 4])
    inside, outside = inner * r.int(1, 2), outer * r.int(1, 2)
    groups = 1
    if depthwise:
        outer, outside = inner, inside
        groups = inside
    sizes = [max(1, (k - 1) * d + 1 - a - b) + r.int(0, 4) for k, d, (a, b) in zip(kernel, dilation, margins)]
    x = r.reals((r.int(1, 2), inside, *sizes))
    weight = r.reals((outside, 1 if depthwise else inside, *kernel))
    layout, out = f"NCHW{inner}c", f"NCHW{outer}c"
    kernel_layout = f"OIHW1i{outer}o" if depthwise else f"OIHW{inner}i{outer}o"
    attrs = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups, "channels": outside}
    attrs |= {"kernel_size": kernel, "data_layout": layout, "kernel_layout": kernel_layout, "out_layout": out}
    value = blocked(convolve(wide(x), wide(weight), strides, margins, dilation, groups), "NCHW", out)
    scale = blocked(convolve(np.abs(wide(x)), np.abs(wide(weight)), strides, margins, dilation, groups), "NCHW", out)
    args = [blocked(x, "NCHW", layout), blocked(weight, "OIHW", kernel_layout)]
    return call(args, attrs, value, scale=scale, rounds=2 * weight.size + 8)


@row(
    "nn.contrib_conv2d_winograd_without_weight_transform",
    "nn.contrib_conv2d_winograd_weight_transform",
    "nn.contrib_conv3d_winograd_without_weight_transform",
    "nn.contrib_conv3d_winograd_weight_transform",
)
def winograd_convolution(r, name):
    """The operator over the transformed weight is a convolution."""
    rank = 3 if "3d" in name else 2
    space = SPATIAL[rank]
    tile, inside, outside = r.choice([2, 4]), r.int(1, 3), r.int(1, 3)
    padding, margins = pads(r, rank, 1)
    x, weight = r.reals((1, inside, *r.ints(rank, 3, 6))), r.reals((outside, inside, *[3] * rank))
    ones = [1] * rank

    def compute(a, b):
        return convolve(a, b, ones, margins, ones, 1)

    attrs = {"tile_size": tile, "strides": ones, "padding": padding, "channels": outside, "kernel_size": [3] * rank}
    attrs |= {"data_layout": "NC" + space, "kernel_layout": "OI" + space}
    made = finished([x, weight], attrs, compute, weight[0].size, "", winograd=True)
    made.op = f"nn.contrib_conv{rank}d_winograd_without_weight_transform"
    made.inner = {1: (f"nn.contrib_conv{rank}d_winograd_weight_transform", {"tile_size": tile})}
    return made


@row("nn.contrib_conv2d_gemm_without_weight_transform", "nn.contrib_conv2d_gemm_weight_transform")
def gemm_convolution(r, _name):
    """The operator over the rearranged weight is a convolution."""
    inside, outside, kernel = r.int(1, 3), r.int(1, 3), r.ints(2, 1, 3)
    padding, margins = pads(r, 2, 1)
    x = r.integers((1, *[k + r.int(0, 3) for k in kernel], inside), "int8")
    weight = r.integers((*kernel, inside, outside), "int8")

    def compute(a, b):
        value = convolve(laid(a, "NHWC", "NCHW"), laid(b, "HWIO", "OIHW"), [1, 1], margins, [1, 1], 1)
        return laid(value, "NCHW", "NHWC")

    attrs = {"padding": padding, "channels": outside, "kernel_size": kernel, "data_layout": "NHWC"}
    attrs |= {"kernel_layout": "HWIO", "out_dtype": "int32"}
    made = finished([x, weight], attrs, compute, 1, "int32")
    made.op = "nn.contrib_conv2d_gemm_without_weight_transform"
    made.inner = {1: ("nn.contrib_conv2d_gemm_weight_transform", {"tile_rows": 4, "tile_cols": 16})}
    return made


@row("nn.conv2d_backward_weight")
def backward_weight(r):
    """The gradient of a convolution for its weight, from the gradient of its result."""
    kernel, strides, dilation = r.ints(2, 1, 3), r.ints(2, 1, 2), r.ints(2, 1, 2)
    padding, margins = pads(r, 2)
    groups = r.choice([1, 1, 2])
    inside, outside = groups * r.int(1, 2), groups * r.int(1, 2)
    sizes = [max(1, (k - 1) * d + 1 - a - b) + r.int(0, 4) for k, d, (a, b) in zip(kernel, dilation, margins)]
    x = r.reals((r.int(1, 2), inside, *sizes))
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilation)]
    shape = [(size + a + b - span) // s + 1 for size, (a, b), span, s in zip(sizes, margins, spans, strides)]
    grad = r.reals((x.shape[0], outside, *shape))

    def compute(g, data):
        padded = np.pad(data, [(0, 0), (0, 0)] + margins)
        value = np.zeros((outside, inside // groups, *kernel))
        parts = padded.reshape((x.shape[0], groups, inside // groups) + padded.shape[2:])
        grads = g.reshape((x.shape[0], groups, outside // groups) + g.shape[2:])
        for a, b in itertools.product(*map(range, kernel)):
            cut = [stepped(k * d, n, s) for k, d, n, s in zip((a, b), dilation, shape, strides)]
            part = parts[(slice(None),) * 3 + tuple(cut)]
            value[:, :, a, b] = np.einsum("ngoxy,ngixy->goi", grads, part).reshape(outside, inside // groups)
        return value

    attrs = {"strides": strides, "padding": padding, "dilation": dilation, "groups": groups, "channels": outside}
    # The layouts of the gradient and of the result have other names here.
    attrs |= {"kernel_size": kernel, "data_layout": "NCHW", "kernel_layout": "NCHW", "out_layout": "OIHW"}
    return finished([grad, x], attrs, compute, grad.size, "")


@row("nn.matmul", "nn.dense", "nn.batch_matmul")
def products(r, name):
    rows_, inner, columns = r.int(1, 9), r.choice([1, 2, 3, 5, 8, 17]), r.choice([1, 2, 3, 7, 8, 9])
    if r.chance(0.1):
        rows_, inner, columns = r.int(1, 40), r.int(1, 70), r.int(1, 40)
    elif r.chance(0.05):
        rows_, inner, columns = r.choice([(0, 3, 2), (2, 0, 3), (2, 3, 0)])
    dtype, other, out = types(r)
    attrs, batch, second = {}, (), ()
    first, flip = False, name == "nn.dense"
    if name == "nn.batch_matmul":
        size = r.int(1, 3)
        batch, second = (size,), (r.choice([size, size, 1]),)
        if r.chance(0.2):
            batch, second = second, batch
    elif r.chance(0.4):
        batch = tuple(r.ints(r.int(1, 2), 1, 3))
    if name != "nn.dense":
        first, flip = r.chance(0.4) and (name == "nn.batch_matmul" or not batch), r.chance(0.5)
        attrs |= {"transpose_a": first, "transpose_b": flip}
    if name != "nn.batch_matmul":
        attrs["units"] = columns if r.chance(0.6) else None
    if out:
        attrs["out_dtype"] = out
    a = numbers(r, batch + ((inner, rows_) if first else (rows_, inner)), dtype)
    b = numbers(r, second + ((columns, inner) if flip else (inner, columns)), other)

    def compute(x, y):
        return (np.swapaxes(x, -1, -2) if first else x) @ (np.swapaxes(y, -1, -2) if flip else y)

    return finished([a, b], attrs, compute, inner, out)


@row("nn.contrib_dense_pack")
def dense_pack(r):
    """The weight has blocks of units, `NC8n`."""
    block = r.choice([1, 2, 4, 8])
    units, inner, rows_ = block * r.int(1, 3), r.int(1, 9), r.int(1, 5)
    x, weight = r.reals((rows_, inner)), r.reals((units, inner))
    packed = weight.reshape(units // block, block, inner).transpose(0, 2, 1)
    value, scale = wide(x) @ wide(weight).T, np.abs(wide(x)) @ np.abs(wide(weight)).T
    args = [x, np.ascontiguousarray(packed)]
    return call(args, {"weight_layout": f"NC{block}n", "units": units}, value, scale=scale, rounds=2 * inner + 4)


without_row("NNPACK defines what the result is", "nn.contrib_conv2d_winograd_nnpack_weight_transform")
