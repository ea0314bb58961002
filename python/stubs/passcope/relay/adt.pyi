# Made by python/tools/describe.py.
"""Constructors of data types, and matches."""

from typing import Any

import passcope.relay.expr
from passcope.ir.adt import TypeData as TypeData
from passcope.runtime.container import Array as Array
from passcope.relay.expr import RelayExpr as RelayExpr
from passcope.relay.expr import expr_from as expr_from
from passcope.relay.expr import register_kind as register_kind

class Constructor(passcope.relay.expr.RelayExpr):
    """A constructor of a data type, which is a function. It becomes an expression when its TypeData is made."""
    def __init__(self, name_hint: Any, inputs: Any, belong_to: Any) -> None: ...
    @property
    def name_hint(self) -> Any:
        """Its name."""
    @property
    def inputs(self) -> Any:
        """The types of its fields."""
    @property
    def tag(self) -> Any:
        """A number that no other constructor has: the data type's, and behind it that among the constructors."""
    @property
    def belong_to(self) -> Any:
        """The name of its data type."""
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

class Pattern:
    """The base of what a clause of a match compares with."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def same_as(self, other: Any) -> bool:
        """Whether two patterns are the same."""

class PatternWildcard(Pattern):
    """Anything."""
    def __repr__(self) -> str: ...

class PatternVar(Pattern):
    """Anything, by a name."""
    def __init__(self, var: Any) -> None: ...
    def __repr__(self) -> str: ...

class PatternConstructor(Pattern):
    """What a constructor made, of what patterns fit."""
    def __init__(self, constructor: Any, patterns: Any = None) -> None: ...
    def __repr__(self) -> str: ...

class PatternTuple(Pattern):
    """A tuple of what patterns fit."""
    def __init__(self, patterns: Any = None) -> None: ...
    def __repr__(self) -> str: ...

class Clause:
    """A pattern, and what a match is when it fits."""
    def __init__(self, lhs: Any, rhs: Any) -> None: ...
    def same_as(self, other: Any) -> bool:
        """Whether two clauses are the same."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...

class Match(passcope.relay.expr.RelayExpr):
    """The first clause whose pattern fits."""
    def __init__(self, data: Any, clauses: Any, complete: bool = True) -> None: ...
    @property
    def data(self) -> Any:
        """What is compared."""
    @property
    def complete(self) -> Any:
        """Whether every case must be covered."""
    @property
    def clauses(self) -> Any:
        """The clauses, in their order."""
