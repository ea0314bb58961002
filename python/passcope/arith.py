"""Arithmetic of numbers and symbols in shapes. The rest of TVM's arithmetic belongs to the tensor IR."""

from ._absent import names_of
from .tir import expr as _tir

__getattr__ = names_of(__name__, "Passcope has no tensor IR")


def _polynomial(expr):
    """An integer expression as {product of symbols: factor}, where a product is a sorted tuple. An expression other than a
    sum, difference or product counts as a symbol."""
    if isinstance(expr, int):
        return {(): int(expr)} if expr else {}
    if type(expr) not in (_tir.Add, _tir.Sub, _tir.Mul):
        return {(_Symbol(expr),): 1}
    a, b = _polynomial(expr.a), _polynomial(expr.b)
    made = {} if isinstance(expr, _tir.Mul) else dict(a)
    if isinstance(expr, _tir.Mul):
        for left, x in a.items():
            for right, y in b.items():
                product = tuple(sorted((*left, *right)))
                made[product] = made.get(product, 0) + x * y
    else:
        sign = 1 if isinstance(expr, _tir.Add) else -1
        for product, factor in b.items():
            made[product] = made.get(product, 0) + sign * factor
    return {product: factor for product, factor in made.items() if factor}


class _Symbol:
    """A symbol of a polynomial. Symbols are ordered by their texts."""

    def __init__(self, expr):
        self._expr, self._text = expr, str(expr)

    def __eq__(self, other):
        return self._expr == other._expr

    def __lt__(self, other):
        return self._text < other._text

    def __hash__(self):
        return hash(self._text)


class Analyzer:
    """Simplifies sums, products and quotients of symbols, and compares them."""

    def simplify(self, expr, steps=2):
        """The simplified expression. The engine computes its constant parts, as for shapes."""
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
        """Whether a comparison holds; None if that depends on symbols."""
        a, b = comparison.a, comparison.b
        if isinstance(a, float) or isinstance(b, float):
            known = isinstance(a, (int, float)) and isinstance(b, (int, float))
            return bool(type(comparison)._holds(a, b)) if known else None
        difference = _polynomial(_tir.Sub(a, b))
        if not set(difference) <= {()}:
            return None
        return bool(type(comparison)._holds(difference.get((), 0), 0))

    def can_prove(self, expr):
        """Whether a comparison holds for all values of the symbols."""
        found = self.simplify(expr)
        return isinstance(found, _tir.IntImm) and bool(found)

    def can_prove_equal(self, lhs, rhs):
        """Whether two expressions are equal for all values of the symbols."""
        return self.can_prove(_tir.EQ(lhs, rhs))
