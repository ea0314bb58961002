"""Converts programs of reals to programs of integers."""

from ... import _raw
from ..._entered import Entered
from ..._given import must_be
from ...error import DiagnosticError
from ...ir.module import IRModule
from ...ir.transform import ModulePass, make_pass
from ...runtime.params import handles_of

_DEFAULTS = {
    "nbit_input": 8,
    "nbit_weight": 8,
    "nbit_activation": 32,
    "dtype_input": "int8",
    "dtype_weight": "int8",
    "dtype_activation": "int32",
    "calibrate_mode": "global_scale",
    "global_scale": 8.0,
    "weight_scale": "power2",
    "skip_dense_layer": True,
    "skip_conv_layers": [0],
    "do_simulation": False,
    "round_for_shift": True,
    "debug_enabled_ops": None,
    "rounding": "UPWARD",
    "calibrate_chunk_by": -1,
    "partition_conversions": "disabled",
}
_entered = Entered()


class QuantizeContext:
    """The state of a quantization: the number of counted convolutions, and whether it has stopped."""

    Current = None

    def __init__(self):
        self.qnode_map, self._conv2d_counter, self._stop_quantize = {}, 0, False

    def check_to_skip(self, ref_call):
        """Whether the configuration skips a call, by its operator or its number."""
        config = current_qconfig()
        if self._stop_quantize or not config.guard(ref_call):
            return True
        if config.skip_conv_layers is not None and ref_call.op.name == "nn.conv2d":
            number, self._conv2d_counter = self._conv2d_counter, self._conv2d_counter + 1
            return number in [int(each) for each in config.skip_conv_layers]
        return False

    def stop_quantize(self):
        """Stops quantization for all later calls."""
        self._stop_quantize = True

    def reset(self):
        """Resets the state."""
        self._conv2d_counter, self._stop_quantize = 0, False

    def __enter__(self):
        self.reset()
        QuantizeContext.Current = self
        return self

    def __exit__(self, kind, value, trace):
        QuantizeContext.Current = None


def quantize_context():
    """The context of `with`, or a new one."""
    return QuantizeContext.Current or QuantizeContext()


class QAnnotateKind:
    """The kinds of quantised values."""

    IDENTITY = 0
    INPUT = 1
    WEIGHT = 2
    ACTIVATION = 3


def kind2str(kind):
    """The name of a kind in the configuration."""
    names = {1: "input", 2: "weight", 3: "activation", 0: "identity"}
    return names[must_be("kind2str", "kind", kind, int)]


class QConfig:
    """The settings of quantization, within `with`."""

    def __init__(self, **settings):
        self.__dict__.update(_DEFAULTS)
        self.__dict__.update(settings)

    def __setattr__(self, name, value):
        raise AttributeError(f"a QConfig cannot set attribute '{name}'")

    def __enter__(self):
        return _entered.add(self)

    def __exit__(self, kind, value, trace):
        _entered.remove(self)

    def get_nbit_by_kind(self, kind):
        """The number of bits of a kind's values."""
        return getattr(self, "nbit_" + kind2str(kind))

    def get_dtype_by_kind(self, kind):
        """The data type of a kind's values."""
        return getattr(self, "dtype_" + kind2str(kind))

    def guard(self, ref_call):
        """Whether calls of this operator are quantised."""
        return self.debug_enabled_ops is None or ref_call.op.name in self.debug_enabled_ops

    def _options(self, *names):
        chosen = names or [name for name in _DEFAULTS if name in self.__dict__]
        return {name: self.__dict__[name] for name in chosen}


def current_qconfig():
    """The innermost entered configuration, or the default one."""
    return _entered.innermost() or QConfig()


def qconfig(**kwargs):
    """Makes a configuration. As in TVM, unknown names are ignored."""
    return QConfig(**{name: value for name, value in kwargs.items() if name in _DEFAULTS})


def partition():
    """Marks the borders of the parts that compute with integers."""
    return make_pass("QuantizePartition", current_qconfig()._options("dtype_input"))


def annotate():
    """Inserts an operator that simulates the rounding of quantization at each tensor to quantize."""
    names = ("skip_dense_layer", "skip_conv_layers", "debug_enabled_ops")
    return make_pass("QuantizeAnnotate", current_qconfig()._options(*names))


def _samples(dataset):
    rows, kept = [], []
    for sample in dataset or ():
        text, arrays = handles_of(sample)
        rows.append(text)
        kept.append(arrays)
    return "[" + ",".join(rows) + "]", kept


def calibrate(dataset=None):
    """A pass that chooses scales, from the configuration and the values of samples."""
    text, _kept = _samples(dataset() if callable(dataset) else dataset)
    return ModulePass._of(_raw.quantizeCalibrate(text, _raw.dumps(current_qconfig()._options())))


def realize():
    """Replaces annotated computations by computations with integers."""
    names = ("nbit_activation", "dtype_input", "dtype_weight", "dtype_activation")
    names += ("global_scale", "round_for_shift", "rounding")
    return make_pass("QuantizeRealize", current_qconfig()._options(*names))


def prerequisite_optimize(mod, params=None):
    """The first step: parameters become constants, and normalisations are folded into weights."""
    text, _kept = handles_of(params)
    return IRModule._of(_raw.prerequisiteOptimize(mod.handle, text))


def quantize(mod, params=None, dataset=None):
    """Converts the program to integers: all steps above, at opt level 3.

    `dataset` is a list of samples, {input: array}, or a function that returns them.
    """
    params_text, _params = handles_of(params)
    samples, _kept = _samples(dataset() if callable(dataset) else dataset)
    config = _raw.dumps(current_qconfig()._options())
    try:
        return IRModule._of(_raw.quantize(mod.handle, params_text, samples, config))
    except DiagnosticError as error:
        # As in TVM, a program that still computes with reals violates the assertion.
        if current_qconfig().partition_conversions == "fully_integral":
            raise AssertionError(str(error)) from error
        raise
