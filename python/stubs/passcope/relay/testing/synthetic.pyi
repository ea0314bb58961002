# Made by python/tools/describe.py.
"""A network of TVM's."""

from typing import Any

import passcope.ir.module
import passcope.runtime.ndarray

def get_workload(input_shape: Any = ..., dtype: Any = 'float32', wtype: Any = '') -> tuple[passcope.ir.module.IRModule, dict[str, passcope.runtime.ndarray.NDArray]]:
    """Module and parameters by name of a network with random weights."""

def get_net(input_shape: Any = ..., dtype: Any = 'float32', wtype: Any = '') -> Any:
    """The network as a function, without types and weights."""
