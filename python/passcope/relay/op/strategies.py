"""Strategies of operators for code generation. They are stored, but not used, because Passcope generates no code."""

from ...ir._table import TABLE
from ...ir.op import Op
from ...target import Target
from .op import register_strategy


class OpImplementation:
    """A function that computes a call, and one that schedules its loops."""

    def __init__(self, fcompute, fschedule, name, plevel):
        self._compute, self._schedule = fcompute, fschedule
        self.name, self.plevel = name, plevel

    def compute(self, attrs, inputs, out_type):
        """The result of the compute function for a call."""
        return self._compute(attrs, inputs, out_type)

    def schedule(self, attrs, outs, target):
        """The result of the schedule function."""
        return self._schedule(attrs, outs, target)


class OpSpecialization:
    """Implementations under a condition on sizes; None means always."""

    def __init__(self, condition=None):
        self.condition, self.implementations = condition, []


class OpStrategy:
    """The implementations of an operator for a target."""

    def __init__(self):
        self.specializations = []

    def add_implementation(self, compute, schedule, name="default", plevel=10):
        """Adds an implementation: two functions, its name and its priority."""
        if not self.specializations:
            self.specializations.append(OpSpecialization())
        made = OpImplementation(compute, schedule, name, plevel)
        self.specializations[0].implementations.append(made)


def _strategy(op_name, compute, schedule):
    """The strategy with one implementation, as a function for code generation."""

    def strategy(attrs, inputs, out_type, target):
        found = OpStrategy()
        found.add_implementation(compute, schedule, name=op_name)
        return found

    return strategy


def register_schedule(op_name, schedule, level=10):
    """Registers the schedule of an operator for all targets. Raises ValueError if it has no compute function."""
    compute = Op.get(op_name).get_attr("FTVMCompute")
    if compute is None and TABLE[op_name].get("own"):
        raise ValueError(f"FTVMCompute is not registered for {op_name}")
    return register_strategy(op_name, _strategy(op_name, compute, schedule), level)


def _of_sort(sort):
    def register(op_name, level=10):
        def schedule(attrs, outs, target):
            raise NotImplementedError(f"{op_name} has no schedule for {Target(target)}: Passcope has no tensor IR")

        return register_schedule(op_name, schedule, level)

    register.__name__ = register.__qualname__ = f"register_{sort}_schedule"
    register.__doc__ = f"Says that an operator's loops are arranged as those of all {sort} ones."
    return register


register_injective_schedule = _of_sort("injective")
register_broadcast_schedule = _of_sort("broadcast")
register_reduce_schedule = _of_sort("reduce")
