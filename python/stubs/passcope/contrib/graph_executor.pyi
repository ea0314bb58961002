# Made by python/scripts/describe.py.
"""Running a compiled program: set inputs, run, get outputs."""

from typing import Any

from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array

class GraphModule:
    """A program that is ready to run, with its inputs and outputs."""
    def __init__(self, module: Any) -> None: ...
    def set_input(self, key: Any = None, value: Any = None, **params: Any) -> Any:
        """Copies values for inputs, by index or by name."""
    def run(self, **input_dict: Any) -> Any:
        """Computes the outputs."""
    def get_num_outputs(self) -> Any:
        """How many outputs there are."""
    def get_num_inputs(self) -> Any:
        """How many inputs there are."""
    def get_input(self, index: Any, out: Any = None) -> Any:
        """A copy of an input."""
    def get_output(self, index: Any, out: Any = None) -> Any:
        """A copy of an output of the last run."""

def create(graph_json_str: Any, libmod: Any, device: Any) -> Any:
    """The program of what `relay.build` gave."""
