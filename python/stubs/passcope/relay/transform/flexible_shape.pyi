# Made by python/tools/describe.py.
"""Programs for several sizes of a dimension, of which one is chosen when they run."""

from typing import Any

from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType

def override_shape(tensor_type: Any, axis: Any, dim: Any) -> Any:
    """The type of a tensor, or of several, with another size of an axis."""

def specialize_body(mod: Any, function: Any, axis: Any, dim: Any, input_indices: Any, affects_output: bool = True) -> Any:
    """Adds a function for one size of an axis of certain parameters to a module, under the name main_SIZE.

    Answers its variable and the types of these parameters. Whether the result has that size too, `affects_output` says.
    """

def flexible_dispatch(mod: Any, buckets: Any, axis: Any = 0, auto_pad: bool = False, pad_value: Any = 0, input_indices: Any = None, affects_output: bool = True) -> Any:
    """The module whose main function chooses among one for each of these sizes, the smallest that fits."""
