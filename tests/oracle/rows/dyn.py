"""Operators whose attributes are tensors. Most have the calls of the operator with fixed attributes."""

import numpy as np
from calls import ROWS, call, row, without_row


def sizes(r, values):
    return np.array(values, r.choice(["int32", "int64"]))


def static(r, name, accept=lambda made: True):
    """A call of the operator with fixed attributes."""
    while True:
        made = ROWS[name](r)
        if accept(made):
            return made


def moved(made, name, args, drop, **attrs):
    """The call with attributes replaced by arguments."""
    made.op, made.args = name, list(made.args) + args
    made.plain = set(made.plain) | set(range(len(made.args) - len(args), len(made.args)))
    made.attrs = {key: value for key, value in made.attrs.items() if key not in drop} | attrs
    return made


@row("dyn.reshape", dynamic=True)
def dyn_reshape(r):
    # Only 0 and -1 have a meaning here.
    made = static(r, "reshape", lambda made: all(size >= -1 for size in made.attrs["newshape"]))
    return moved(made, "dyn.reshape", [sizes(r, made.attrs["newshape"])], ["newshape"], newshape=[])


@row("dyn.tile", dynamic=True)
def dyn_tile(r):
    made = static(r, "tile")
    reps = made.attrs["reps"]
    # TVM needs as many numbers as axes, or more.
    reps = [1] * (made.args[0].ndim - len(reps)) + reps
    return moved(made, "dyn.tile", [sizes(r, reps)], ["reps"], reps=[])


@row("dyn.broadcast_to", dynamic=True)
def dyn_broadcast_to(r):
    made = static(r, "broadcast_to")
    return moved(made, "dyn.broadcast_to", [sizes(r, made.attrs["shape"])], ["shape", "dtype"], shape=None)


@row("dyn.zeros", "dyn.ones", dynamic=True)
def dyn_constants(r, name):
    made = static(r, name[4:])
    return moved(made, name, [sizes(r, made.attrs["shape"])], ["shape"], shape=None)


@row("dyn.full", dynamic=True)
def dyn_full(r):
    made = static(r, "full")
    return moved(made, "dyn.full", [sizes(r, made.attrs["shape"])], ["shape"], shape=None)


@row("dyn.one_hot", dynamic=True)
def dyn_one_hot(r):
    made = static(r, "one_hot")
    return moved(made, "dyn.one_hot", [np.asarray(made.attrs["depth"], "int32")], ["depth"])


@row("dyn.topk", dynamic=True)
def dyn_topk(r):
    made = static(r, "topk", lambda made: made.attrs["k"] > 0)
    return moved(made, "dyn.topk", [np.asarray(made.attrs["k"], r.choice(["int32", "int64"]))], ["k"], k=None)


@row("dyn.strided_slice", dynamic=True)
def dyn_strided_slice(r):
    made = static(r, "strided_slice", lambda made: made.attrs["axes"] is None)
    dtype = r.choice(["int32", "int64"])
    args = [np.array(made.attrs[key], dtype) for key in ("begin", "end", "strides")]
    return moved(made, "dyn.strided_slice", args, ["begin", "end", "strides"], begin=None, end=None, strides=None)


@row("dyn.nn.pad", dynamic=True)
def dyn_pad(r):
    made = static(r, "nn.pad", lambda made: made.attrs["pad_mode"] == "constant")
    made.args.insert(1, sizes(r, made.attrs["pad_width"]))
    made.op, made.plain, made.attrs = "dyn.nn.pad", {1}, {"pad_width": None}
    return made


@row("dyn.squeeze", dynamic=True)
def dyn_squeeze(r):
    made = static(r, "squeeze", lambda made: "axis" in made.attrs)
    return moved(made, "dyn.squeeze", [sizes(r, made.attrs["axis"])], ["axis"])


@row("dyn.expand_dims", dynamic=True)
def dyn_expand_dims(r):
    made = static(r, "expand_dims", lambda made: made.attrs["num_newaxis"] == 1)
    return moved(made, "dyn.expand_dims", [np.asarray(made.attrs["axis"], "int64")], ["axis"])


@row("dyn.image.resize2d", dynamic=True)
def dyn_resize(r):
    made = static(r, "image.resize2d")
    args = [sizes(r, made.attrs["size"]), np.array(made.attrs["roi"], "float32")]
    return moved(made, "dyn.image.resize2d", args, ["size", "roi"])


@row("dyn.nn.upsampling", "dyn.nn.upsampling3d", dynamic=True)
def dyn_upsampling(r, name):
    made = static(r, name[4:])
    keys = [key for key in ("scale_d", "scale_h", "scale_w") if key in made.attrs]
    args = [np.asarray(made.attrs[key], "float32") for key in keys]
    return moved(made, name, args, keys, **{key: 0.0 for key in keys})


def coordinates(r, shape, kind):
    """The places of sparse values, without repetition."""
    total = int(np.prod(shape))
    count = r.int(1, total)
    flat = np.sort(np.array(r.permutation(total)[:count]))
    return np.stack(np.unravel_index(flat, shape), 1).astype(kind)


@row("sparse_to_dense")
def sparse_to_dense(r):
    shape = r.shape(1, 3, empty=0)
    dtype, kind = r.dtype(), r.choice(["int32", "int64"])
    places = coordinates(r, shape, kind)
    values = r.any((len(places),), dtype)
    default = r.any((), dtype)
    if len(shape) == 1 and r.chance(0.4):
        places, values = places[:1], values[:1]
    value = np.full(shape, default)
    value[tuple(places.T)] = values
    if len(shape) == 1:
        places = places[:, 0]
        if len(places) == 1 and r.chance(0.5):
            places, values = places[0], values[0]
    values = np.asarray(values, dtype)
    return call([np.asarray(places, kind), values, default], {"output_shape": list(shape)}, value, dtype, plain=(0,))


@row("dyn.sparse_to_dense", dynamic=True)
def dyn_sparse_to_dense(r):
    made = static(r, "sparse_to_dense")
    return moved(made, "dyn.sparse_to_dense", [sizes(r, made.attrs["output_shape"])], ["output_shape"])


without_row("memory, which has no value", "memory.alloc_storage", "memory.alloc_tensor", "memory.kill")
without_row("compiled functions, which Passcope does not have", "vm.invoke_tvm_op", "call_lowered")
without_row("it marks or moves data to another device", "device_copy", "on_device")
without_row("it calls a function of the host", "debug")
