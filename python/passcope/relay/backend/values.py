"""Conversion of values to and from the engine."""

import json

from ... import _raw
from ...ir.type import RefType, TensorType, TupleType
from ...runtime.container import ADT
from ...runtime.ndarray import NDArray, array
from ..expr import Constant, Tuple, expr_from


class ConstructorValue:
    """A value of an algebraic data type."""

    def __init__(self, tag, fields, constructor):
        self.tag = tag
        self.fields = list(fields)
        self.constructor = constructor

    def __iter__(self):
        return iter((self.tag, self.fields, self.constructor))

    def __repr__(self):
        return f"{self.constructor.name_hint}({', '.join(map(repr, self.fields))})"


class RefValue:
    """A mutable cell."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"RefValue({self.value!r})"


class Closure:
    """A function value of a program. Python cannot call it."""


def to_steps(value, type_=None):
    """The steps of a value for evaluateValues, and objects that must live during the call.

    A Python number gets the data type of the parameter's type, or else of a numpy array of it.
    """
    steps, kept, open_ = [], [], [(value, type_)]
    while open_:
        item, expected = open_.pop()
        if isinstance(item, ConstructorValue):
            steps.append(["data", len(item.fields), item.constructor.handle])
            open_.extend((field, None) for field in reversed(item.fields))
        elif isinstance(item, RefValue):
            steps.append(["cell"])
            open_.append((item.value, expected.value if isinstance(expected, RefType) else None))
        elif isinstance(item, Tuple):
            open_.append((tuple(item.fields), expected))
        elif isinstance(item, (tuple, list, ADT)) and not isinstance(expected, TensorType):
            steps.append(["tuple", len(item)])
            of_fields = expected.fields if isinstance(expected, TupleType) else [None] * len(item)
            open_.extend(reversed(list(zip(item, of_fields))))
        else:
            if isinstance(item, Constant):
                item = item.data
            dtype = expected.dtype if isinstance(expected, TensorType) else None
            made = item if isinstance(item, NDArray) else _array(item, dtype)
            kept.append(made)
            steps.append(made.handle)
    return steps, kept


def _array(item, dtype):
    import numpy as np

    if dtype and not isinstance(item, (np.ndarray, np.generic)):
        item = np.array(item, dtype=dtype)
    return array(item)


def from_steps(steps, constructors=True):
    """The value from its steps. Tuples become ADTs with tag 0. Data become ConstructorValues, or ADTs with their tags."""
    stack, cells = [], {}
    for step in reversed(steps):
        if isinstance(step, int):
            stack.append(NDArray._of(step))
            continue
        sort = step[0]
        if sort == "tuple":
            stack.append(ADT(0, [stack.pop() for _ in range(step[1])]))
        elif sort == "data":
            fields = [stack.pop() for _ in range(step[1])]
            constructor = expr_from(step[2], step[3])
            if constructors:
                stack.append(ConstructorValue(constructor.tag, fields, constructor))
            else:
                stack.append(ADT(constructor.tag, fields))
        elif sort == "cell":
            cell = cells.setdefault(step[1], RefValue(None))
            cell.value = stack.pop()
            stack.append(cell)
        elif sort == "again":
            stack.append(cells.setdefault(step[1], RefValue(None)))
        else:
            stack.append(Closure())
    return stack[0]


def call(mod, name, args, constructors=True, types=None):
    """Calls a function of a module with positional values; `types` are the types of its parameters."""
    given = [to_steps(*pair) for pair in zip(args, types or [None] * len(args))]
    steps = json.loads(_raw.evaluateValues(mod.handle, name, _raw.dumps([item for item, _ in given])))
    return from_steps(steps, constructors)
