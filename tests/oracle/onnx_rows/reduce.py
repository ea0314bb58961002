"""Reductions, normalizations and losses."""

import numpy as np
from calls import REALS, result, wide
from onnx_calls import onnx, onnx_row, several
from rows.pool import along


def bounds(x):
    """The extremes of nothing."""
    return (-np.inf, np.inf) if x.dtype.kind == "f" else (np.iinfo(x.dtype).min, np.iinfo(x.dtype).max)


# Function of the data and the axes, and the size of the terms that its error is measured by.
REDUCTIONS = {
    "ReduceSum": lambda x, axes, keep: x.sum(axes, keepdims=keep),
    "ReduceMean": lambda x, axes, keep: x.mean(axes, keepdims=keep),
    "ReduceProd": lambda x, axes, keep: x.prod(axes, keepdims=keep),
    "ReduceMax": lambda x, axes, keep: x.max(axes, keepdims=keep, initial=bounds(x)[0]),
    "ReduceMin": lambda x, axes, keep: x.min(axes, keepdims=keep, initial=bounds(x)[1]),
    "ReduceL1": lambda x, axes, keep: np.abs(x).sum(axes, keepdims=keep),
    "ReduceL2": lambda x, axes, keep: np.sqrt((x * x).sum(axes, keepdims=keep)),
    "ReduceSumSquare": lambda x, axes, keep: (x * x).sum(axes, keepdims=keep),
    "ReduceLogSum": lambda x, axes, keep: np.log(x.sum(axes, keepdims=keep)),
    "ReduceLogSumExp": lambda x, axes, keep: np.log(np.exp(x).sum(axes, keepdims=keep)),
}


@onnx_row(*REDUCTIONS, opsets=(1, 11, 12, 13, 18))
def reduction(r, name):
    """The axes are an input from version 18 on, for ReduceSum from version 13 on. Without axes all are reduced."""
    extreme = name in ("ReduceMax", "ReduceMin")
    # The mean of nothing is not defined.
    x = r.any(r.shape(0, 4, empty=0 if name == "ReduceMean" else 0.05), r.choice(REALS))
    if r.chance(0.3):
        # For integers, quotients and logarithms are not defined.
        exact_ones = ("ReduceSum", "ReduceProd", "ReduceMax", "ReduceMin", "ReduceL1", "ReduceSumSquare")
        types = ("int32", "int64", "uint32", "uint64") + (("int8", "uint8") if extreme and r.opset >= 12 else ())
        if name in exact_ones:
            x = r.integers(x.shape, r.choice(types), -9, 9)
    if extreme and x.dtype.kind == "f" and r.chance(0.2):
        x = np.where(r.bools(x.shape), r.choice([np.inf, -np.inf]), x).astype(x.dtype)
    if name == "ReduceLogSum":
        x = (np.abs(x) + 0.25).astype(x.dtype)
    if name == "ReduceLogSumExp" and r.chance(0.3):
        x = (x * r.choice([30, 200])).astype(x.dtype)
    as_input = r.opset >= (13 if name == "ReduceSum" else 18)
    axes = r.axes(x.ndim) if r.chance(0.7) and x.ndim else None
    if axes is not None and r.opset < 11:
        axes = [axis % x.ndim for axis in axes]
    keep = r.int(0, 1) if r.chance(0.7) else None
    attrs = {} if keep is None else {"keepdims": keep}
    chosen = tuple(range(x.ndim)) if axes is None else tuple(axis % x.ndim for axis in axes)
    nothing = False
    if as_input and r.chance(0.3):
        nothing = r.chance(0.6)
        attrs["noop_with_empty_axes"] = int(nothing)
        nothing = nothing and axes is None
    exact = wide(x) if x.dtype.kind == "f" else x
    function = REDUCTIONS[name]
    if name == "ReduceLogSumExp":
        top = exact.max(chosen if not nothing else (), keepdims=True, initial=-1e9)

        def function(a, axes_, keep_):  # noqa: F811
            total = np.log(np.exp(a - top).sum(axes_, keepdims=True)) + top
            return total if keep_ else total.reshape([n for i, n in enumerate(a.shape) if i not in axes_])

    with np.errstate(all="ignore"):
        value = function(exact, () if nothing else chosen, bool(1 if keep is None else keep) or nothing)
        value = value.astype(x.dtype) if x.dtype.kind != "f" else value
        scale = None
        if x.dtype.kind == "f":
            size = {"ReduceLogSum": "ReduceSum", "ReduceProd": "ReduceProd"}.get(name, "ReduceMean")
            sizes = REDUCTIONS[size](
                np.abs(exact), () if nothing else chosen, bool(1 if keep is None else keep) or nothing
            )
            scale = np.maximum(np.abs(value), sizes * (x.size if name in ("ReduceSum", "ReduceMean") else 1)) + (
                name.startswith("ReduceLog")
            )
    rounds = 0 if extreme else 2 * x.size + 32
    if name == "ReduceProd" and r.opset:
        rounds = 4 * x.size + 8
    inputs = [x]
    if as_input:
        given = None if axes is None else np.array(axes, "int64")
        if axes is None and r.chance(0.4):
            given = np.zeros((0,), "int64")
        inputs.append(given)
    elif axes is not None:
        attrs["axes"] = axes
    made = onnx(
        inputs,
        attrs,
        value,
        scale=scale,
        rounds=rounds,
        constant=(1,) if len(inputs) > 1 and inputs[1] is not None else (),
    )
    made.sized = True
    return made


@onnx_row("Softmax", "LogSoftmax", "Hardmax", opsets=(1, 11, 13))
def softmax(r, name):
    """Up to version 12 the axes from `axis` on are one row, later it is one axis."""
    x = r.reals(r.shape(1, 4, empty=0.03 if name != "Hardmax" else 0), r.choice(REALS), -9, 9)
    if name == "Hardmax" and r.chance(0.5):
        x = r.integers(x.shape, "int32", 0, 2).astype(x.dtype)
    if name != "Hardmax" and r.chance(0.2):
        x = (x * 20).astype(x.dtype)
    attrs = {"axis": r.axis(x.ndim) if r.opset >= 11 else r.int(0, x.ndim - 1)}
    if r.chance(0.3) and (r.opset >= 13 or x.ndim > 1):
        attrs = {}
    axis = attrs.get("axis", 1 if r.opset < 13 else -1) % x.ndim
    exact = wide(x)
    if x.size == 0:
        made = onnx([x], attrs, exact)
        made.sized = True
        return made
    if r.opset < 13:
        exact, axis = exact.reshape(int(np.prod(x.shape[:axis], dtype="int64")), -1), 1
    if name == "Hardmax":
        first = np.expand_dims(exact.argmax(axis), axis)
        value = np.indices(exact.shape)[axis] == first
        return onnx([x], attrs, value.reshape(x.shape), rounds=0)
    shifted = exact - exact.max(axis, keepdims=True)
    total = np.exp(shifted).sum(axis, keepdims=True)
    if name == "Softmax":
        return onnx([x], attrs, (np.exp(shifted) / total).reshape(x.shape), rounds=64 + 4 * x.size, slack=1e-7)
    value = (shifted - np.log(total)).reshape(x.shape)
    return onnx([x], attrs, value, scale=np.abs(wide(x)) + np.abs(value) + 9, rounds=16 + x.size)


def per_channel(r, x, low=-2.0, high=2.0):
    return r.reals((x.shape[1],), x.dtype.name, low, high)


@onnx_row("BatchNormalization", "SpatialBN", opsets=(7, 9, 14, 15))
def batch_norm(r, name):
    """In training, the running statistics are old·momentum + new·(1 - momentum)."""
    x = r.reals(r.shape(2, 5, empty=0), r.choice(REALS))
    scale, bias, mean = (per_channel(r, x) for _ in range(3))
    var = per_channel(r, x, 0.125, 4)
    attrs = {"epsilon": r.choice([2.0**-10, 0.5])} if r.chance(0.6) else {}
    eps = attrs.get("epsilon", 1e-5)
    used_mean, used_var = wide(mean), wide(var)
    training = name == "BatchNormalization" and r.opset >= 14 and r.chance(0.4)
    axes = tuple(i for i in range(x.ndim) if i != 1)
    if training:
        attrs["training_mode"] = 1
        used_mean, used_var = wide(x).mean(axes), wide(x).var(axes)
    factor = along(scale, 1, x.ndim) / np.sqrt(along(used_var, 1, x.ndim) + eps)
    value = (wide(x) - along(used_mean, 1, x.ndim)) * factor + along(bias, 1, x.ndim)
    size = (np.abs(wide(x)) + np.abs(along(used_mean, 1, x.ndim))) * np.abs(factor) + np.abs(along(bias, 1, x.ndim))
    spread = 1 + along((np.abs(wide(x)).mean(axes) ** 2) / (used_var + eps), 1, x.ndim) if training else 1
    main = result([x], value, scale=size * spread, rounds=32 + 2 * x.size)
    if not training:
        return several([x, scale, bias, mean, var], attrs, main)
    momentum = 0.9
    if r.chance(0.6):
        momentum = attrs["momentum"] = r.choice([0.5, 0.25])
    running = [wide(old) * momentum + new * (1 - momentum) for old, new in ((mean, used_mean), (var, used_var))]
    sizes = 1 + np.abs(wide(x)).max() ** 2
    rest = [result([x], item, scale=sizes, rounds=32 + 2 * x.size) for item in running]
    return several([x, scale, bias, mean, var], attrs, main, *rest)


def normalized(grouped, axes, eps):
    """(x - mean) / sqrt(variance + eps), the size of its errors, mean, and 1 / the divisor."""
    mean, var = grouped.mean(axes, keepdims=True), grouped.var(axes, keepdims=True)
    factor = 1 / np.sqrt(var + eps)
    size = np.abs(grouped) + np.abs(grouped).mean(axes, keepdims=True)
    spread = 1 + np.abs(grouped).mean(axes, keepdims=True) ** 2 / (var + eps)
    return (grouped - mean) * factor, size * factor * spread, mean, factor, spread


@onnx_row("InstanceNormalization", opsets=(1, 6))
def instance_norm(r):
    x = r.reals(r.shape(3, 5, empty=0), r.choice(REALS))
    scale, bias = per_channel(r, x), per_channel(r, x)
    attrs = {"epsilon": r.choice([2.0**-10, 0.5])} if r.chance(0.7) else {}
    value, size, *_ = normalized(wide(x), tuple(range(2, x.ndim)), attrs.get("epsilon", 1e-5))
    factor, offset = along(scale, 1, x.ndim), along(bias, 1, x.ndim)
    return onnx(
        [x, scale, bias],
        attrs,
        value * factor + offset,
        scale=size * np.abs(factor) + np.abs(offset),
        rounds=32 + 2 * x.size,
    )


@onnx_row("LayerNormalization", opsets=(17,))
def layer_norm(r):
    """Over the axes from `axis` on; the further results are the mean and 1 / the deviation."""
    x = r.reals(r.shape(1, 4, empty=0), r.choice(("float32", "float32", "float64")))
    axis = r.axis(x.ndim)
    attrs = {"axis": axis} if axis != -1 or r.chance(0.5) else {}
    attrs |= {"epsilon": r.choice([2.0**-10, 0.5])} if r.chance(0.6) else {}
    axes = tuple(range(axis % x.ndim, x.ndim))
    shape = x.shape[axes[0] :]
    scale = r.reals(shape, x.dtype.name)
    bias = r.reals(shape, x.dtype.name) if r.chance(0.6) else None
    value, size, mean, inverse, spread = normalized(wide(x), axes, attrs.get("epsilon", 1e-5))
    value, size = value * wide(scale), size * np.abs(wide(scale))
    if bias is not None:
        value, size = value + wide(bias), size + np.abs(wide(bias))
    results = [result([x], value, scale=size, rounds=32 + 2 * x.size)]
    if r.chance(0.5) and x.dtype == "float32":
        results.append(result([x], mean, scale=np.abs(wide(x)).max(), rounds=8 + 2 * x.size))
        results.append(result([x], inverse, scale=inverse * spread, rounds=32 + 2 * x.size))
    return several([x, scale, bias], attrs, *results)


@onnx_row("MeanVarianceNormalization", opsets=(9, 13))
def mean_variance(r):
    x = r.reals(r.shape(4, 4, empty=0), r.choice(("float32", "float64")))
    attrs = {"axes": r.axes(x.ndim)} if r.chance(0.7) else {}
    axes = tuple(axis % 4 for axis in attrs.get("axes", (0, 2, 3)))
    exact = wide(x)
    deviation = exact.std(axes, keepdims=True)
    value = (exact - exact.mean(axes, keepdims=True)) / (deviation + 1e-9)
    # Of equal elements, rounding errors are all that remains.
    slack = np.where(deviation < 1e-6, np.inf, 0) * np.ones(x.shape)
    spread = 1 + (np.abs(exact).mean(axes, keepdims=True) / (deviation + 1e-9)) ** 2
    return onnx([x], attrs, value, scale=(1 + np.abs(value)) * spread, rounds=32 + 2 * x.size, slack=slack)


@onnx_row("LRN", opsets=(1, 13))
def lrn(r):
    """x / (bias + alpha/size · sum of squares of the neighbouring channels)^beta"""
    x = r.reals(r.shape(3, 5, empty=0), r.choice(("float32", "float32", "float64")))
    size = r.int(1, 6)
    attrs = {"size": size} | {key: r.real(0.25, 2) for key in r.subset(["alpha", "beta", "bias"])}
    squares = wide(x) ** 2
    total = np.zeros(x.shape)
    for c in range(x.shape[1]):
        low, high = max(0, c - (size - 1) // 2), min(x.shape[1] - 1, c + size // 2)
        total[:, c] = squares[:, low : high + 1].sum(1)
    base = attrs.get("bias", 1.0) + attrs.get("alpha", 0.0001) / size * total
    return onnx([x], attrs, wide(x) / base ** attrs.get("beta", 0.75), rounds=64)


@onnx_row("LpNormalization", opsets=(1,))
def lp_norm(r):
    x = r.reals(r.shape(1, 4, empty=0), r.choice(REALS))
    if x.dtype == "float16":
        # The squares of small numbers do not fit.
        x = np.where(np.abs(x) < 0.25, 0, x).astype(x.dtype)
    if r.chance(0.2):
        x = np.where(r.bools(x.shape[:1] + (1,) * (x.ndim - 1)), 0, x).astype(x.dtype)
    axis, p = r.axis(x.ndim), r.int(1, 2)
    attrs = {"axis": axis, "p": p} if axis != -1 or p != 2 or r.chance(0.5) else {}
    exact = wide(x)
    norm = np.abs(exact).sum(axis, keepdims=True) if p == 1 else np.sqrt((exact**2).sum(axis, keepdims=True))
    return onnx([x], attrs, exact / np.where(norm == 0, 1, norm), rounds=32 + 2 * x.size)


@onnx_row("NegativeLogLikelihoodLoss", "SoftmaxCrossEntropyLoss", opsets=(12, 13))
def losses(r, name):
    """-weight[class] · score[class]; the mean divides by the sum of the weights."""
    shape = (r.int(1, 4), r.int(1, 5), *r.ints(r.int(0, 2), 1, 3))
    x = r.reals(shape, r.choice(("float32", "float64")))
    target = r.integers(shape[:1] + shape[2:], r.choice(("int32", "int64")), 0, shape[1] - 1)
    weight = r.reals(shape[1:2], x.dtype.name, 0.125, 2) if r.chance(0.5) else None
    attrs = {"reduction": r.choice(["mean", "sum", "none"])} if r.chance(0.8) else {}
    scores = wide(x)
    if name == "SoftmaxCrossEntropyLoss":
        scores = scores - scores.max(1, keepdims=True)
        scores = scores - np.log(np.exp(scores).sum(1, keepdims=True))
    kept = np.ones(target.shape, bool)
    if r.chance(0.5):
        ignored = attrs["ignore_index"] = r.choice([-1, 0, shape[1] - 1, 99])
        target = np.where(r.bools(target.shape), ignored, target).astype(target.dtype)
        kept = target != ignored
        # At least one element counts.
        if not kept.any():
            return losses(r, name)
    chosen = np.take_along_axis(scores, np.expand_dims(np.where(kept, target, 0), 1).astype("int64"), 1)[:, 0]
    own = np.where(kept, 1.0 if weight is None else wide(weight)[np.where(kept, target, 0)], 0.0)
    value, size = -own * chosen, own * (np.abs(chosen) + 9)
    mode = attrs.get("reduction", "mean")
    if mode != "none":
        value, size = np.array(value.sum()), np.array(size.sum())
    if mode == "mean":
        value, size = value / own.sum(), size / own.sum()
    results = [result([x], value, scale=size, rounds=32 + 2 * x.size)]
    if name == "SoftmaxCrossEntropyLoss" and r.chance(0.5):
        results.append(result([x], scores, scale=np.abs(scores) + 9, rounds=32))
    return several([x, target, weight], attrs, *results)
