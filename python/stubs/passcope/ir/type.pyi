# Made by python/tools/describe.py.
"""Relay's types."""

from typing import Any

import passcope.runtime.object
from passcope.runtime.container import Array as Array
from passcope.runtime.object import Object as Object
from passcope.tir.expr import dim_from_json as dim_from_json
from passcope.tir.expr import dim_to_json as dim_to_json

class TypeKind:
    """What a type variable stands for."""
    Type: int
    ShapeVar: int
    BaseType: int
    Constraint: int
    AdtHandle: int
    TypeData: int

class Type(passcope.runtime.object.Object):
    """The base of all types. Two types are equal when they are structurally equal."""
    def __eq__(self, other: Any) -> bool: ...
    def __ne__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...
    @property
    def span(self) -> Any:
        """Types have no place."""

class TensorType(Type):
    """A tensor of a shape, whose dimensions are integers, `?` (tir.Any) or symbols, and a data type."""
    def __init__(self, shape: Any, dtype: Any = 'float32') -> None: ...
    @property
    def shape(self) -> Any:
        """The dimensions."""
    @property
    def dtype(self) -> Any:
        """The type of the elements, such as "float32"."""
    @property
    def concrete_shape(self) -> Any:
        """The dimensions, which must all be integers."""

class TupleType(Type):
    """A tuple of types."""
    def __init__(self, fields: Any, span: Any = None) -> None: ...
    @property
    def fields(self) -> Any:
        """The types in it."""

class FuncType(Type):
    """A function of types, over type parameters."""
    def __init__(self, arg_types: Any, ret_type: Any, type_params: Any = None, type_constraints: Any = None) -> None: ...
    @property
    def arg_types(self) -> Any:
        """The types of the arguments."""
    @property
    def ret_type(self) -> Any:
        """The type of the result."""
    @property
    def type_params(self) -> Any:
        """The type variables that the function binds."""
    @property
    def type_constraints(self) -> Any:
        """Relations between the types; operators alone have them, and the engine keeps those to itself."""

class RefType(Type):
    """A reference to a value."""
    def __init__(self, value: Any) -> None: ...
    @property
    def value(self) -> Any:
        """The type of the value."""

RelayRefType = RefType

class IncompleteType(Type):
    """A type that is still to be inferred."""
    def __init__(self, kind: Any = 0) -> None: ...
    @property
    def kind(self) -> Any:
        """What it stands for, a TypeKind."""

class TypeVar(Type):
    """A type parameter."""
    @property
    def kind(self) -> Any:
        """What it stands for, a TypeKind."""
    @property
    def name_hint(self) -> Any:
        """Its name."""
    @property
    def name(self) -> Any:
        """Its name."""
    def __call__(self, *args: Any) -> Any: ...
    def __init__(self, name_hint: Any, kind: Any = 0) -> None: ...

class GlobalTypeVar(Type):
    """The name of an algebraic data type."""
    @property
    def kind(self) -> Any:
        """What it stands for, a TypeKind."""
    @property
    def name_hint(self) -> Any:
        """Its name."""
    @property
    def name(self) -> Any:
        """Its name."""
    def __call__(self, *args: Any) -> Any: ...
    def __init__(self, name_hint: Any, kind: Any = 5) -> None: ...

class TypeCall(Type):
    """A data type applied to types."""
    def __init__(self, func: Any, args: Any) -> None: ...
    @property
    def func(self) -> Any:
        """What is applied."""
    @property
    def args(self) -> Any:
        """To what it is applied."""

def type_from(handle: Any, key: Any = None) -> Any:
    """The type of a handle; None for 0."""

def types_from(pairs: Any) -> Any:
    """The types of a list of handles and keys."""

def folded(dim: Any) -> Any:
    """A dimension as the engine computes it."""

class TypeConstraint:
    """The base of relations between types."""

class TypeRelation(TypeConstraint):
    """A relation between types, which Relay's operators have. It can be made and looked at."""
    def __init__(self, func: Any, args: Any, num_inputs: Any, attrs: Any) -> None: ...
    def __call__(self, *args: Any) -> Any:
        """The relation of another function between other types."""
    def same_as(self, other: Any) -> bool:
        """Whether two relations are the same object."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
