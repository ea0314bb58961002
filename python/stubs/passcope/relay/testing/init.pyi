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

class Initializer:
    """Fills arrays by their names: `initializer(name, array)`. Of a network's parameters those that end in bias, beta and
    mean are zeros, gamma and var ones; subclasses say what weights are (`_init_weight`).
    """
    def __init__(self, **kwargs: Any) -> None: ...
    def __call__(self, desc: Any, arr: Any) -> Any: ...

class Xavier(Initializer):
    """Weights of a uniform distribution whose width depends on how many elements a sum has. `factor_type` is `avg`,
    `in` or `out`: which elements count, those of a sum, those that an element goes into, or their mean.
    """
    def __init__(self, rnd_type: Any = 'uniform', factor_type: Any = 'avg', magnitude: Any = 3) -> None: ...

class Constant(Initializer):
    """Weights whose elements are all the same, and 1 together."""

def create_workload(net: Any, initializer: Any = None, seed: Any = 0) -> Any:
    """A network with random weights for all of its parameters but `data`, as in TVM: `initializer` fills them by their
    names, by default after Xavier's rule, and `seed` is numpy's.
    """
