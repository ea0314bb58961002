# Made by python/tools/describe.py.
"""The values of programs: how they go into the engine and come out of it."""

from typing import Any

from passcope.ir.type import RefType as RefType
from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType
from passcope.runtime.container import ADT as ADT
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.relay.expr import Constant as Constant
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import expr_from as expr_from

class ConstructorValue:
    """A value of an algebraic data type."""
    def __init__(self, tag: Any, fields: Any, constructor: Any) -> None: ...
    def __iter__(self) -> Any: ...
    def __repr__(self) -> str: ...

class RefValue:
    """A mutable cell."""
    def __init__(self, value: Any) -> None: ...
    def __repr__(self) -> str: ...

class Closure:
    """A function that a program made. It cannot be called from here."""

def to_steps(value: Any, type_: Any = None) -> Any:
    """The steps of a value as evaluateValues takes them, and what has to live while it runs.

    A number of Python takes the data type that the parameter's type says, else what an array of it has.
    """

def from_steps(steps: Any, constructors: bool = True) -> Any:
    """The value of steps: tuples are ADTs with tag 0, data ConstructorValues, or ADTs with their tags."""

def call(mod: Any, name: Any, args: Any, constructors: bool = True, types: Any = None) -> Any:
    """What a function of a module answers for values by position; `types` are those of its parameters."""
