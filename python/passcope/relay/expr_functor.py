"""Visitors of expressions. Each node is visited once, even if it is used several times."""

import sys

from .._given import described
from ..error import ArgumentError
from .adt import Clause, Constructor, Match
from .expr import (
    Call,
    Constant,
    GlobalVar,
    If,
    Let,
    Op,
    RefCreate,
    RefRead,
    RefWrite,
    Tuple,
    TupleGetItem,
    TupleWrapper,
    Var,
)
from .function import Function

# As in TVM, visitors recurse into a program. In a page, the stack is too small for that.
if sys.platform != "emscripten":
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10000))

_METHODS = {
    Function: "visit_function",
    Call: "visit_call",
    Let: "visit_let",
    Var: "visit_var",
    GlobalVar: "visit_global_var",
    If: "visit_if",
    Tuple: "visit_tuple",
    TupleGetItem: "visit_tuple_getitem",
    Constant: "visit_constant",
    Op: "visit_op",
    RefCreate: "visit_ref_create",
    RefRead: "visit_ref_read",
    RefWrite: "visit_ref_write",
    Constructor: "visit_constructor",
    Match: "visit_match",
}

_UNSEEN = object()


class ExprFunctor:
    """Calls the method for an expression's kind, and remembers the result of each expression."""

    # Whether None as the result for an expression is a mistake.
    _returns = False

    def __init__(self):
        self.memo_map = {}

    def visit(self, expr):
        """The result for an expression."""
        memo = self.memo_map
        method = _METHODS.get(type(expr))
        if method is None:
            if isinstance(expr, TupleWrapper):
                return self.visit(expr.tuple_value)
            raise ArgumentError(f"{type(self).__name__}.visit takes an expression as 'expr', not {described(expr)}")
        found = memo.get(expr, _UNSEEN)
        if found is not _UNSEEN:
            return found
        result = memo[expr] = getattr(self, method)(expr)
        if result is None and self._returns:
            raise TypeError(
                f"{type(self).__name__}.{method} must return an expression, not None. Does it end with a return?"
            )
        return result

    def visit_type(self, typ):
        """Returns the type unchanged."""
        return typ


def _not_implemented(name):
    def method(self, _):
        raise NotImplementedError(name)

    method.__name__ = name
    return method


for _name in _METHODS.values():
    setattr(ExprFunctor, _name, _not_implemented(_name))


class ExprVisitor(ExprFunctor):
    """Visits all subexpressions of an expression."""

    def _visit_all(self, *exprs):
        for expr in exprs:
            self.visit(expr)

    def visit_tuple(self, tup):
        self._visit_all(*tup.fields)

    def visit_call(self, call):
        # The callee, then the arguments.
        self._visit_all(*call._info()["children"])

    def visit_var(self, var):
        pass

    def visit_let(self, let):
        self._visit_all(let.var, let.value, let.body)

    def visit_function(self, fn):
        # As in TVM, only the body.
        self.visit(fn.body)

    def visit_if(self, i):
        self._visit_all(i.cond, i.true_branch, i.false_branch)

    def visit_global_var(self, gv):
        pass

    def visit_constructor(self, c):
        pass

    def visit_op(self, op):
        pass

    def visit_constant(self, const):
        pass

    def visit_ref_create(self, r):
        self.visit(r.value)

    def visit_ref_read(self, r):
        self.visit(r.ref)

    def visit_ref_write(self, r):
        self._visit_all(r.ref, r.value)

    def visit_tuple_getitem(self, t):
        self.visit(t.tuple_value)

    def visit_match(self, m):
        self.visit(m.data)
        for clause in m.clauses:
            self.visit(clause.rhs)


class ExprMutator(ExprFunctor):
    """Rebuilds an expression from the results for its subexpressions."""

    _returns = True

    def visit_function(self, fn):
        params = [self.visit(param) for param in fn.params]
        return Function(params, self.visit(fn.body), fn.ret_type, fn.type_params, fn.attrs)

    def visit_let(self, let):
        return Let(self.visit(let.var), self.visit(let.value), self.visit(let.body))

    def visit_call(self, call):
        op, *args = [self.visit(child) for child in call._info()["children"]]
        # Those of an operator are its arguments' types. The new call gets them from type inference.
        type_args = None if isinstance(op, Op) else call.type_args
        return Call(op, args, call.attrs, type_args)

    def visit_var(self, var):
        return var

    def visit_global_id(self, global_var):
        """Returns the function's name unchanged."""
        return global_var

    def visit_if(self, ite):
        return If(self.visit(ite.cond), self.visit(ite.true_branch), self.visit(ite.false_branch))

    def visit_tuple(self, tup):
        return Tuple([self.visit(field) for field in tup.fields])

    def visit_tuple_getitem(self, op):
        value = self.visit(op.tuple_value)
        return op if op.tuple_value.same_as(value) else TupleGetItem(value, op.index)

    def visit_global_var(self, gvar):
        return gvar

    def visit_op(self, op):
        return op

    def visit_constant(self, const):
        return const

    def visit_constructor(self, con):
        return con

    def visit_match(self, m):
        clauses = [Clause(clause.lhs, self.visit(clause.rhs)) for clause in m.clauses]
        return Match(self.visit(m.data), clauses, complete=m.complete)

    def visit_ref_create(self, r):
        return RefCreate(self.visit(r.value))

    def visit_ref_write(self, r):
        return RefWrite(self.visit(r.ref), self.visit(r.value))

    def visit_ref_read(self, r):
        return RefRead(self.visit(r.ref))
