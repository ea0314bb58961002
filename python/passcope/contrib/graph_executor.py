"""Runs a compiled program: set inputs, run, get outputs."""

import json

from .. import _raw
from ..runtime.benchmark import times_of
from ..runtime.container import Map, ShapeTuple, String
from ..runtime.ndarray import Device, NDArray, array, empty
from ..runtime.params import load_param_dict


class GraphModule:
    """A program that is ready to run, with its inputs and outputs."""

    def __init__(self, module):
        self.module = module
        self._given = set()
        self._handle = module.executor()

    def __del__(self):
        if getattr(self, "_handle", 0):
            _raw.release(self._handle)

    def _info(self):
        return json.loads(_raw.graphExecutorInfo(self._handle))

    def set_input(self, key=None, value=None, **params):
        """Copies values for inputs, by index or by name."""
        if key is not None:
            self._set(key, value)
        known = self._names() if params else ()
        for name, item in params.items():
            # A parameter that became a constant is not an input any more. TVM ignores it, too.
            if name in known:
                self._set(name, item)

    def _set(self, key, value):
        self._given.add(self._names()[key] if isinstance(key, int) else str(key))
        # As in TVM, a value that is not an NDArray is converted to the input's data type.
        data = value if isinstance(value, NDArray) else array(self._converted(key, value))
        if isinstance(key, int):
            _raw.setGraphInputAt(self._handle, key, data.handle)
        else:
            _raw.setGraphInput(self._handle, str(key), data.handle)

    def _converted(self, key, value):
        import numpy as np

        inputs = self._info()["inputs"]
        at = key if isinstance(key, int) else self.get_input_index(str(key))
        known = 0 <= at < len(inputs)
        return np.asarray(value, inputs[at]["dtype"]) if known else value

    def _names(self):
        return [item["name"] for item in self._info()["inputs"]]

    set_input_zero_copy = set_input

    def load_params(self, params_bytes):
        """Sets the inputs that `save_param_dict` wrote."""
        self.set_input(**load_param_dict(params_bytes))

    def share_params(self, other, params_bytes):
        """The same as `load_params`, because programs do not share arrays."""
        self.load_params(params_bytes)

    def get_input_index(self, name):
        """The index of an input; -1 if no input has this name."""
        names = self._names()
        return names.index(name) if name in names else -1

    def get_input_info(self):
        """The shapes and the data types of the inputs by their names."""
        inputs = self._info()["inputs"]
        shapes = Map({item["name"]: ShapeTuple(item["shape"]) for item in inputs})
        return shapes, Map({item["name"]: String(item["dtype"]) for item in inputs})

    def benchmark(self, device, func_name="run", repeat=5, number=5, min_repeat_ms=None, **options):
        """The times of several runs, in seconds."""
        self._fill()
        return times_of(lambda: _raw.runGraph(self._handle), repeat, number)

    def run(self, **input_dict):
        """Computes the outputs."""
        self.set_input(**input_dict)
        self._fill()
        _raw.runGraph(self._handle)

    def _fill(self):
        """Sets zeros for inputs without a value."""
        for item in self._info()["inputs"] if len(self._given) < self.get_num_inputs() else ():
            if item["name"] not in self._given:
                self._set(item["name"], empty(item["shape"], item["dtype"]))

    def get_num_outputs(self):
        """The number of outputs."""
        return len(self._info()["outputs"])

    def get_num_inputs(self):
        """The number of inputs."""
        return len(self._info()["inputs"])

    def get_input(self, index, out=None):
        """A copy of an input, by index or by name."""
        if isinstance(index, str):
            index = self._names().index(index)
        found = NDArray._of(_raw.graphInput(self._handle, index))
        return found if out is None else out.copyfrom(found)

    def get_output(self, index, out=None):
        """A copy of an output of the last run."""
        found = NDArray._of(_raw.graphOutput(self._handle, index))
        return found if out is None else out.copyfrom(found)


def get_device(libmod, device):
    """Checked devices: a list of devices, the number of remote ones, and their types and numbers in turn."""
    devices = [device] if isinstance(device, Device) else device
    if not isinstance(devices, (list, tuple)) or not all(isinstance(each, Device) for each in devices):
        raise ValueError("dev has to be the type of Device or a list of Device")
    numbers = [number for each in devices for number in (each.device_type, each.device_id)]
    return devices, 0, numbers


def create(graph_json_str, libmod, device):
    """The executor of the result of `relay.build`, also if it was loaded from a file."""
    return GraphModule(libmod["default"](device))
