# Made by python/tools/describe.py.
"""What code generation would choose among for an operator: kept, and asked by nobody, since no code is generated."""

from typing import Any

TABLE: Any

class OpImplementation:
    """A way to compute a call and one to arrange the loops."""
    def __init__(self, fcompute: Any, fschedule: Any, name: Any, plevel: Any) -> None: ...
    def compute(self, attrs: Any, inputs: Any, out_type: Any) -> Any:
        """What the function of it gives for a call."""
    def schedule(self, attrs: Any, outs: Any, target: Any) -> Any:
        """What the function of it gives for results."""

class OpSpecialization:
    """Implementations under a condition on sizes; None is always."""
    def __init__(self, condition: Any = None) -> None: ...

class OpStrategy:
    """The implementations of an operator for a target."""
    def __init__(self) -> None: ...
    def add_implementation(self, compute: Any, schedule: Any, name: Any = 'default', plevel: Any = 10) -> Any:
        """Adds an implementation: two functions, its name, and how good it is."""

def register_schedule(op_name: Any, schedule: Any, level: Any = 10) -> Any:
    """The arrangement of loops that an operator has whatever the target is. Raises ValueError where it has no compute."""

def register_injective_schedule(op_name: Any, level: Any = 10) -> Any:
    """Says that an operator's loops are arranged as those of all injective ones."""

def register_broadcast_schedule(op_name: Any, level: Any = 10) -> Any:
    """Says that an operator's loops are arranged as those of all broadcast ones."""

def register_reduce_schedule(op_name: Any, level: Any = 10) -> Any:
    """Says that an operator's loops are arranged as those of all reduce ones."""
