"""Padding for tensor cores, which multiply matrices of a few sizes. Products are enlarged, and their results are cut.

A product of M × K and N × K is padded to the nearest size, unless the work would then be more than three times as much.
"""

from ...topi.nn.legalize import batch_matmul_legalize, conv2d_legalize, dense_legalize
from ...topi.utils import is_target
from . import nn
from .transform import strided_slice

# Multiples of (M, K, N) for tensor cores, for numbers of 16 or 8 bits, and of 4 bits.
_SIZES, _SMALL_SIZES = [(16, 16, 16), (32, 16, 8), (8, 16, 32)], [(8, 32, 8)]
_MOST_EXTRA_WORK = 2


def _pad_to(sizes, multiples):
    return tuple(-size % multiple for size, multiple in zip(sizes, multiples))


def _extra_work(sizes, pads):
    """The additional work of a padded product, relative to the original work."""
    before = after = 1
    for size, pad in zip(sizes, pads):
        before, after = before * size, after * (size + pad)
    return (after - before) / before


def _least_padding(M, K, N, candidates):
    """The smallest padding of a product among candidates, and its additional work."""
    sizes = (M, K, N)
    best = min((_pad_to(sizes, each) for each in candidates), key=lambda pads: _extra_work(sizes, pads))
    return best, _extra_work(sizes, best)


def _padding(sizes, dtype, small_dtypes=("int4", "uint4"), small=None):
    """The padding that a product needs; None if it needs none, or too much."""
    candidates = _SIZES if dtype in ("float16", "int8", "uint8") else None
    if dtype in small_dtypes:
        candidates = small or _SMALL_SIZES
    if candidates is None or not all(isinstance(size, int) for size in sizes):
        return None
    if not all(sizes) or any(not any(_pad_to(sizes, each)) for each in candidates):
        return None
    pads, extra = _least_padding(*sizes, candidates)
    return pads if extra <= _MOST_EXTRA_WORK else None


def _padded(data, pads):
    widths = [(0, pad) for pad in pads]
    return nn.pad(data, pad_width=widths) if any(pads) else data


def _cut(result, type_, by):
    """The original part of a padded result."""
    if not any(by):
        return result
    return strided_slice(result, begin=[0] * len(type_.shape), end=[int(dim) for dim in type_.shape])


@batch_matmul_legalize.register("cuda")
def _batch_matmul(attrs, inputs, types):
    (_, m, k), (_, n, _) = types[0].shape, types[1].shape
    pads = _padding((m, k, n), types[0].dtype)
    if pads is None:
        return None
    more_m, more_k, more_n = pads
    x, y = _padded(inputs[0], (0, more_m, more_k)), _padded(inputs[1], (0, more_n, more_k))
    return _cut(nn.batch_matmul(x, y, attrs.out_dtype), types[2], (more_m, more_n))


@dense_legalize.register("cuda")
def _dense(attrs, inputs, types):
    (m, k), (n, _) = types[0].shape, types[1].shape
    sizes, dtype = (m, k, n), types[0].dtype
    pads = _padding(sizes, dtype)
    if pads is None and dtype in ("int8", "uint8") and _wants(sizes):
        # Too small for tensor cores. Instructions that multiply four bytes at once need multiples of 4.
        pads = _pad_to(sizes, (4, 4, 4))
        if not any(pads) or _extra_work(sizes, pads) > _MOST_EXTRA_WORK:
            return None
    if pads is None:
        return None
    more_m, more_k, more_n = pads
    given = {name: attrs[name] for name in attrs.keys()}
    if given.get("units") is not None:
        given["units"] = n + more_n
    x, y = _padded(inputs[0], (more_m, more_k)), _padded(inputs[1], (more_n, more_k))
    return _cut(nn.dense(x, y, **given), types[2], (more_m, more_n))


def _wants(sizes):
    """Whether sizes are known and do not fit tensor cores."""
    known = all(isinstance(size, int) for size in sizes)
    return known and all(any(_pad_to(sizes, each)) for each in _SIZES)


# {(layout of the data, of the weight): the axes of batch and channels in the data, of inputs and outputs in the weight}
_CHANNELS_LAST = {("NHWC", "HWIO"): (0, 3, 2, 3), ("HWNC", "HWOI"): (2, 3, 3, 2)}


@conv2d_legalize.register(["cuda", "gpu"])
def _conv2d(attrs, inputs, types):
    if not is_target(["vulkan", "rocm", "cuda"]):
        return None
    if attrs.get_int_tuple("dilation") != (1, 1) or attrs.get_int("groups") != 1:
        return None
    dtype, layouts = types[0].dtype, (attrs["data_layout"], attrs["kernel_layout"])
    data_pads, weight_pads = [0] * 4, [0] * 4
    if layouts == ("NCHW", "OIHW") and dtype in ("int8", "uint8"):
        out_channels, in_channels = types[1].shape[0], types[0].shape[1]
        more_in, more_out = _pad_to((in_channels, out_channels), (4, 4))
        data_pads[1] = weight_pads[1] = more_in
        weight_pads[0], more_batch = more_out, 0
    elif layouts in _CHANNELS_LAST:
        batch, channels, inputs_at, outputs_at = _CHANNELS_LAST[layouts]
        sizes = (types[0].shape[batch], types[0].shape[channels], types[1].shape[outputs_at])
        out_channels = sizes[2]
        if layouts[0] == "HWNC":
            if dtype not in ("int8", "uint8", "int4", "uint4"):
                return None
            sizes_of_eight_bits = {"int8", "uint8"}
            pads = _padding(sizes, "int4", small=[(8, 16, 32)] if dtype in sizes_of_eight_bits else None)
        else:
            pads = _padding(sizes, dtype, small=_SIZES)
        if pads is None:
            return None
        more_batch, more_in, more_out = pads
        data_pads[batch], data_pads[channels] = more_batch, more_in
        weight_pads[inputs_at], weight_pads[outputs_at] = more_in, more_out
    else:
        return None
    given = {name: attrs[name] for name in attrs.keys()}
    if more_out:
        given["channels"] = out_channels + more_out
    made = nn.conv2d(_padded_apart(inputs[0], data_pads), _padded_apart(inputs[1], weight_pads), **given)
    return _cut(made, types[2], (more_batch, more_out))


def _padded_apart(data, pads):
    """Pads one axis after the other, in the order of TVM's calls."""
    for axis, pad in enumerate(pads):
        data = _padded(data, [pad if at == axis else 0 for at in range(len(pads))])
    return data
