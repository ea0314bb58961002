"""Numbers and symbols of shapes: what can be said of them. The rest of TVM's arithmetic belongs to the tensor IR."""

from ._absent import names_of
from .tir import expr as _tir

__getattr__ = names_of(__name__, "there is no tensor IR")

# What is below it in TVM can be imported, too.
__path__ = []


class Analyzer:
    """Simplifies sums, products and quotients of symbols, and compares them."""

    def simplify(self, expr, steps=2):
        """The expression with what is known computed, as the engine does for shapes."""
        if isinstance(expr, _tir._Comparison):
            made = type(expr)(self.simplify(expr.a), self.simplify(expr.b))
            known = self._decided(made)
            return made if known is None else _tir.const(known, "bool")
        if isinstance(expr, (_tir.Min, _tir.Max)):
            made = _tir.min if isinstance(expr, _tir.Min) else _tir.max
            return made(self.simplify(expr.a), self.simplify(expr.b))
        operators = {_tir.Add: "+", _tir.Sub: "-", _tir.Mul: "*", _tir.FloorDiv: "/"}
        if type(expr) in operators:
            return _tir._arithmetic(operators[type(expr)], self.simplify(expr.a), self.simplify(expr.b))
        return expr

    rewrite_simplify = canonical_simplify = simplify

    def _decided(self, comparison):
        """Whether a comparison holds, where that does not depend on symbols; else None."""
        difference = _tir._arithmetic("-", comparison.a, comparison.b)
        if isinstance(difference, (_tir.IntImm, _tir.FloatImm)):
            return bool(type(comparison)._holds(difference, 0))
        if comparison.a == comparison.b:
            return bool(type(comparison)._holds(0, 0))
        return None

    def can_prove(self, expr):
        """Whether a comparison holds whatever the symbols stand for."""
        found = self.simplify(expr)
        return isinstance(found, _tir.IntImm) and bool(found)

    def can_prove_equal(self, lhs, rhs):
        """Whether two expressions are equal whatever the symbols stand for."""
        return self.can_prove(_tir.EQ(lhs, rhs))
