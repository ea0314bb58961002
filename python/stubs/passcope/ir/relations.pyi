# Made by python/tools/describe.py.
"""Relations between types, by TVM's names, and solving them."""

from typing import Any

from passcope.error import TVMError as TVMError
from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import types_from as types_from

NAMES: Any

class TypeSolver:
    """Finds out what holes in types stand for: by types that are to be the same, and by relations."""
    def __init__(self) -> None: ...
    def __call__(self, name: Any) -> Any:
        """A function by TVM's name: "Unify", "Resolve", "AddConstraint" or "Solve"."""
    def unify(self, a: Any, b: Any) -> Any:
        """The type that both are. Raises TVMError where they cannot be the same."""
    def resolve(self, type_: Any) -> Any:
        """A type with what is known of its holes."""
    def add(self, relation: Any, span: Any = None) -> Any:
        """Adds a TypeRelation. Raises ValueError for one that is not known."""
    def solve(self) -> Any:
        """Whether all relations could be solved. Raises TVMError where one cannot hold."""
