# Made by python/tools/describe.py.
"""Numbers and symbols of shapes: what can be said of them. The rest of TVM's arithmetic belongs to the tensor IR."""

from typing import Any

class Analyzer:
    """Simplifies sums, products and quotients of symbols, and compares them."""
    def simplify(self, expr: Any, steps: Any = 2) -> Any:
        """The expression with what is known computed, as the engine does for shapes."""
    def rewrite_simplify(self, expr: Any, steps: Any = 2) -> Any:
        """The expression with what is known computed, as the engine does for shapes."""
    def canonical_simplify(self, expr: Any, steps: Any = 2) -> Any:
        """The expression with what is known computed, as the engine does for shapes."""
    def can_prove(self, expr: Any) -> Any:
        """Whether a comparison holds whatever the symbols stand for."""
    def can_prove_equal(self, lhs: Any, rhs: Any) -> Any:
        """Whether two expressions are equal whatever the symbols stand for."""
