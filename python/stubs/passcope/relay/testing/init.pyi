# Made by python/tools/describe.py.
"""Weights for networks."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.relay.function import Function as Function

def model(name: Any, options: Any) -> Any:
    """Module and parameters of a model of the engine's table."""

def workload_of(row: Any) -> Any:
    """The functions that make a model of the engine's table and its network, with the options of its row."""

def create_workload(net: Any, initializer: Any = None, seed: Any = 0) -> Any:
    """A network with random weights for all of its parameters but `data`, as in TVM.

    Names say how: gamma and the like are ones, beta and means are zeros, weights have a uniform
    distribution whose width depends on their shape (Xavier's rule).
    """
