"""Patterns, and matches of data types."""

from collections.abc import Sequence

from .. import _raw
from ..ir.adt import Constructor, TypeData
from ..ir.expr import RelayExpr, expr_from, register_kind
from ..runtime.container import Array


class Pattern:
    """The base of the patterns of clauses."""

    def _steps(self):
        raise NotImplementedError

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash(type(self))

    def same_as(self, other):
        """Whether two patterns are the same."""
        return self == other


class PatternWildcard(Pattern):
    """Matches any value."""

    def _steps(self):
        return [[0]]

    def __repr__(self):
        return "_"


class PatternVar(Pattern):
    """Matches any value, and binds it to a variable."""

    def __init__(self, var: RelayExpr):
        self.var = var

    def _steps(self):
        return [[1, self.var.handle]]

    def __repr__(self):
        return f"%{self.var.name_hint}"


class PatternConstructor(Pattern):
    """Matches a constructor's value whose fields match patterns."""

    def __init__(self, constructor: Constructor, patterns: Sequence[Pattern] | None = None):
        self.constructor = constructor
        self.patterns = Array(patterns or ())

    def _steps(self):
        steps = [[2, len(self.patterns), self.constructor.handle]]
        for pattern in self.patterns:
            steps += pattern._steps()
        return steps

    def __repr__(self):
        return f"{self.constructor.name_hint}({', '.join(map(repr, self.patterns))})"


class PatternTuple(Pattern):
    """Matches a tuple whose fields match patterns."""

    def __init__(self, patterns: Sequence[Pattern] | None = None):
        self.patterns = Array(patterns or ())

    def _steps(self):
        steps = [[3, len(self.patterns)]]
        for pattern in self.patterns:
            steps += pattern._steps()
        return steps

    def __repr__(self):
        return f"({', '.join(map(repr, self.patterns))})"


class Clause:
    """A pattern, and the result if it matches."""

    def __init__(self, lhs: Pattern, rhs: RelayExpr):
        self.lhs = lhs
        self.rhs = rhs

    def same_as(self, other):
        """Whether two clauses are the same."""
        return self == other

    def __eq__(self, other):
        return isinstance(other, Clause) and (self.lhs, self.rhs) == (other.lhs, other.rhs)

    def __hash__(self):
        return hash(self.rhs)


class Match(RelayExpr):
    """The result of the first clause whose pattern matches."""

    def __init__(self, data: RelayExpr, clauses: Sequence[Clause], complete: bool = True):
        items = [{"pattern": clause.lhs._steps(), "body": clause.rhs.handle} for clause in clauses]
        self._take(_raw.makeMatch(data.handle, _raw.dumps(items), bool(complete)))

    @property
    def data(self):
        """The value to match."""
        return self._child(0)

    @property
    def complete(self):
        """Whether the clauses must cover every case."""
        return self._info()["complete"]

    @property
    def clauses(self):
        """The clauses, in order."""
        children = self._info()["children"]
        made = []
        for clause in self._info()["clauses"]:
            variables = iter(children[clause["vars"] : clause["body"]])
            steps = iter(clause["steps"])
            made.append(Clause(_pattern(steps, variables), children[clause["body"]]))
        return Array(made)


def _pattern(steps, variables):
    step = next(steps)
    if step[0] == 0:
        return PatternWildcard()
    if step[0] == 1:
        return PatternVar(next(variables))
    parts = [_pattern(steps, variables) for _ in range(step[1])]
    if step[0] == 3:
        return PatternTuple(parts)
    return PatternConstructor(expr_from(_raw.clone(step[2]), step[3]), parts)


register_kind(14, Match)
