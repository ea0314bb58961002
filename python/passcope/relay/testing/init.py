"""Weights for networks."""

import inspect
import json

from ... import _raw
from ...ir.module import IRModule
from ...runtime.ndarray import NDArray
from ..function import Function


def model(name, options):
    """Module and parameters of a model of the engine's table."""
    given = {key: value for key, value in options.items() if value is not None}
    made = json.loads(_raw.workload(name, _raw.dumps(given)))
    params = {key: NDArray._of(handle) for key, handle in made["params"]}
    return IRModule._of(made["mod"]), params


# Where TVM's get_net has its parameters in another order than get_workload.
_NET_ORDER = {
    "dcgan": ("batch_size", "random_len", "oshape", "ngf", "layout", "dtype"),
    "squeezenet": ("batch_size", "image_shape", "num_classes", "version", "dtype"),
    "vgg": ("batch_size", "image_shape", "num_classes", "dtype", "num_layers", "batch_norm"),
}


def workload_of(row):
    """The functions that make a model of the engine's table and its network, with the options of its row."""
    signature = inspect.Signature(
        [
            inspect.Parameter(
                option["name"],
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=option["default"],
            )
            for option in row["options"]
        ]
    )

    order = _NET_ORDER.get(row["name"], signature.parameters)
    net_signature = inspect.Signature([signature.parameters[name] for name in order])

    def plain(signature, args, kwargs):
        given = signature.bind(*args, **kwargs).arguments
        return {
            key: list(value) if isinstance(value, tuple) else value for key, value in given.items()
        }

    def get_workload(*args, **kwargs):
        return model(row["name"], plain(signature, args, kwargs))

    def get_net(*args, **kwargs):
        named = plain(net_signature, args, kwargs)
        given = {key: value for key, value in named.items() if value is not None}
        return Function._of(_raw.network(row["name"], _raw.dumps(given)))

    get_workload.__signature__, get_net.__signature__ = signature, net_signature
    get_workload.__doc__ = "Module and parameters by name of a network with random weights."
    get_net.__doc__ = "The network as a function, without types and weights."
    return get_workload, get_net


def create_workload(net, initializer=None, seed=0):
    """A network with random weights for all of its parameters but `data`, as in TVM.

    Names say how: gamma and the like are ones, beta and means are zeros, weights have a uniform
    distribution whose width depends on their shape (Xavier's rule).
    """
    import numpy as np

    from ...runtime.ndarray import array
    from .. import transform

    mod = transform.InferType()(IRModule.from_expr(net))
    random = np.random.RandomState(seed)
    params = {}
    for var in mod["main"].params:
        if var.name_hint == "data":
            continue
        type_ = var.checked_type
        value = np.zeros(type_.concrete_shape).astype(type_.dtype)
        if initializer is not None:
            initializer(var.name_hint, value)
        else:
            _fill(var.name_hint, value, random)
        params[var.name_hint] = array(value)
    return mod, params


def _fill(name, value, random):
    if name.endswith(("gamma", "var")):
        value[:] = 1.0
    elif name.endswith(("beta", "mean", "bias")):
        value[:] = 0.0
    else:
        spatial = 1
        for dim in value.shape[2:]:
            spatial *= dim
        fan_in = value.shape[1] * spatial if value.ndim > 1 else 1
        fan_out = value.shape[0] * spatial if value.ndim else 1
        width = (3.0 / ((fan_in + fan_out) / 2.0)) ** 0.5
        value[...] = random.uniform(-width, width, size=value.shape)
