"""Running a compiled program: set inputs, run, get outputs."""

import json

from .. import _raw
from ..runtime.ndarray import NDArray, array


class GraphModule:
    """A program that is ready to run, with its inputs and outputs."""

    def __init__(self, module):
        self.module = module
        self._handle = module.executor()

    def __del__(self):
        if getattr(self, "_handle", 0):
            _raw.release(self._handle)

    def _info(self):
        return json.loads(_raw.graphExecutorInfo(self._handle))

    def set_input(self, key=None, value=None, **params):
        """Copies values for inputs, by index or by name."""
        given = dict(params)
        if key is not None:
            given[key] = value
        for name, item in given.items():
            data = item if isinstance(item, NDArray) else array(item)
            if isinstance(name, int):
                _raw.setGraphInputAt(self._handle, name, data.handle)
            else:
                _raw.setGraphInput(self._handle, str(name), data.handle)

    def run(self, **input_dict):
        """Computes the outputs."""
        self.set_input(**input_dict)
        _raw.runGraph(self._handle)

    def get_num_outputs(self):
        """How many outputs there are."""
        return len(self._info()["outputs"])

    def get_num_inputs(self):
        """How many inputs there are."""
        return len(self._info()["inputs"])

    def get_input(self, index, out=None):
        """A copy of an input."""
        return NDArray._of(_raw.graphInput(self._handle, index))

    def get_output(self, index, out=None):
        """A copy of an output of the last run."""
        found = NDArray._of(_raw.graphOutput(self._handle, index))
        return found if out is None else out.copyfrom(found)


def create(graph_json_str, libmod, device):
    """The program of what `relay.build` gave."""
    return GraphModule(libmod["default"](device))
