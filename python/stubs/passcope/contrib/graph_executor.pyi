# Made by python/tools/describe.py.
"""Running a compiled program: set inputs, run, get outputs."""

from typing import Any

from passcope.runtime.benchmark import times_of as times_of
from passcope.runtime.container import Map as Map
from passcope.runtime.container import ShapeTuple as ShapeTuple
from passcope.runtime.container import String as String
from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.runtime.ndarray import empty as empty
from passcope.runtime.params import load_param_dict as load_param_dict

class GraphModule:
    """A program that is ready to run, with its inputs and outputs."""
    def __init__(self, module: Any) -> None: ...
    def set_input(self, key: Any = None, value: Any = None, **params: Any) -> Any:
        """Copies values for inputs, by index or by name."""
    def set_input_zero_copy(self, key: Any = None, value: Any = None, **params: Any) -> Any:
        """Copies values for inputs, by index or by name."""
    def load_params(self, params_bytes: Any) -> Any:
        """Sets the inputs that `save_param_dict` wrote."""
    def share_params(self, other: Any, params_bytes: Any) -> Any:
        """The same: nothing is shared between programs."""
    def get_input_index(self, name: Any) -> Any:
        """The number of an input; -1 where there is none of that name."""
    def get_input_info(self) -> Any:
        """The shapes and the data types of the inputs by their names."""
    def benchmark(self, device: Any, func_name: Any = 'run', repeat: Any = 5, number: Any = 5, min_repeat_ms: Any = None, **options: Any) -> Any:
        """The times of several runs, in seconds."""
    def run(self, **input_dict: Any) -> Any:
        """Computes the outputs."""
    def get_num_outputs(self) -> Any:
        """How many outputs there are."""
    def get_num_inputs(self) -> Any:
        """How many inputs there are."""
    def get_input(self, index: Any, out: Any = None) -> Any:
        """A copy of an input, by number or by name."""
    def get_output(self, index: Any, out: Any = None) -> Any:
        """A copy of an output of the last run."""

def get_device(libmod: Any, device: Any) -> Any:
    """A list of devices, how many of them are on other machines, and their types and numbers one after the other."""

def create(graph_json_str: Any, libmod: Any, device: Any) -> Any:
    """The program of what `relay.build` gave, or of a file of it."""
