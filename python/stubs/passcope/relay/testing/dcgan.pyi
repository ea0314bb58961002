# Made by python/tools/describe.py.
"""A network of TVM's."""

from typing import Any

import passcope.ir.module
import passcope.runtime.ndarray

def get_workload(batch_size: Any = 1, oshape: Any = ..., ngf: Any = 128, random_len: Any = 100, layout: Any = 'NCHW', dtype: Any = 'float32', seed: Any = 0) -> tuple[passcope.ir.module.IRModule, dict[str, passcope.runtime.ndarray.NDArray]]:
    """Module and parameters by name of a network with random weights."""

def get_net(batch_size: Any = 1, random_len: Any = 100, oshape: Any = ..., ngf: Any = 128, layout: Any = 'NCHW', dtype: Any = 'float32') -> Any:
    """The network as a function, without types and weights."""
