"""Weights for networks."""

import inspect
import json

from ... import _raw
from ...ir.module import IRModule
from ...runtime.ndarray import NDArray, array
from ..function import Function
from ..transform import InferType


def model(name, options):
    """The module and the parameters of a model of the engine's table."""
    given = {key: value for key, value in options.items() if value is not None}
    made = json.loads(_raw.workload(name, _raw.dumps(given)))
    params = {key: NDArray._of(handle) for key, handle in made["params"]}
    return IRModule._of(made["mod"]), params


# Networks whose get_net has another order of parameters than get_workload in TVM.
_NET_ORDER = {
    "dcgan": ("batch_size", "random_len", "oshape", "ngf", "layout", "dtype"),
    "squeezenet": ("batch_size", "image_shape", "num_classes", "version", "dtype"),
    "vgg": ("batch_size", "image_shape", "num_classes", "dtype", "num_layers", "batch_norm"),
}


def workload_of(row):
    """The functions that make a model and its network, with the options of a row of the engine's table."""
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


class Initializer:
    """Fills arrays by their names: `initializer(name, array)`. Parameters whose names end with bias, beta or mean are zeros,
    gamma and var are ones. Subclasses fill weights (`_init_weight`)."""

    _FILLED = ("bias", "gamma", "beta", "mean", "var")

    def __init__(self, **kwargs):
        self._kwargs = kwargs

    def __call__(self, desc, arr):
        for end in ("weight", *self._FILLED):
            if desc.endswith(end):
                return getattr(self, "_init_" + end)(desc, arr)
        return self._init_default(desc, arr)

    def _init_bias(self, _, arr):
        arr[...] = 0.0

    _init_beta = _init_mean = _init_bias

    def _init_gamma(self, _, arr):
        arr[...] = 1.0

    _init_var = _init_gamma

    def _init_weight(self, name, arr):
        raise NotImplementedError(f"{type(self).__name__} does not say what the weight {name} is")

    def _init_default(self, name, arr):
        ends = ", ".join(("weight", *self._FILLED))
        raise ValueError(f"what is in {name} does not follow from its name, which ends in none of {ends}")


class Xavier(Initializer):
    """Uniformly distributed weights whose width depends on the number of elements in a sum. `factor_type` selects the number:
    `in` for the fan-in, `out` for the fan-out, `avg` for their mean."""

    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        if factor_type not in ("avg", "in", "out"):
            raise ValueError(f"factor_type is avg, in or out, not {factor_type}")
        if rnd_type != "uniform":
            raise ValueError(f"rnd_type is uniform, not {rnd_type}")
        self.rnd_type, self.factor_type, self.magnitude = rnd_type, factor_type, float(magnitude)

    def _init_weight(self, name, arr):
        if arr.ndim < 2:
            raise ValueError(f"the weight {name} is a vector, of which Xavier's rule says nothing")
        self._fill(name, arr)

    def _fill(self, name, arr):
        import numpy as np

        window = float(np.prod(arr.shape[2:]))
        fans = {
            "in": arr.shape[1] * window if arr.ndim > 1 else 1.0,
            "out": arr.shape[0] * window if arr.ndim else 1.0,
        }
        fans["avg"] = (fans["in"] + fans["out"]) / 2.0
        # A depthwise convolution sums over one window.
        factor = window if "depthwise" in name else fans[self.factor_type]
        width = (self.magnitude / factor) ** 0.5
        arr[...] = np.random.uniform(-width, width, size=arr.shape)


class Constant(Initializer):
    """Sets each weight to 1 / (number of elements of its parameter)."""

    def _init_weight(self, name, arr):
        arr[...] = 1.0 / arr.size


class _Any(Xavier):
    """Xavier's rule for parameters of any name and rank."""

    _init_weight = _init_default = Xavier._fill


def create_workload(net, initializer=None, seed=0):
    """A network with random weights for all parameters except `data`, as in TVM. `initializer` fills them by their names, by
    default with Xavier's rule; `seed` is for numpy."""
    import numpy as np

    mod = InferType()(IRModule.from_expr(net))
    np.random.seed(seed)
    initializer = initializer or _Any()
    params = {}
    for var in mod["main"].params:
        if var.name_hint == "data":
            continue
        type_ = var.checked_type
        value = np.zeros(type_.concrete_shape).astype(type_.dtype)
        initializer(var.name_hint, value)
        params[var.name_hint] = array(value)
    return mod, params
