"""Expressions: immutable nodes in the engine, and their classes in Python.

An object asks the engine once for the fields of its node, when a caller first reads them.
"""

import json
import numbers

from .. import _raw
from .._given import call_it, described
from .._html import program
from ..error import ArgumentError
from ..runtime.object import Object
from ..tir.expr import PrimExpr, Range
from .span import Span
from .type import Type, types_from

# Functions that make calls of operators by name, and `Call`. Relay's modules add them.
MAKERS = {}

_CLASSES = [None] * 16


def register_kind(number, made):
    """Registers the class for the engine's kind `number`."""
    _CLASSES[number] = made


def expr_from(handle, key=None):
    """The expression for a handle, or None for 0. Takes ownership of the handle."""
    if not handle:
        return None
    if key is None:
        key = int(_raw.exprKey(handle))
    return _CLASSES[key % 16]._of(handle, key)


def exprs_from(pairs):
    """The expressions of a list of handles and keys."""
    return [expr_from(pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2)]


class RelayExpr(Object):
    """The base of all expressions."""

    def _identity(self):
        if self._key is None:
            self._key = int(_raw.exprKey(self.handle))
        return self._key

    # Visitors use expressions as keys of dictionaries, so these two are called very often.
    def __hash__(self):
        key = self._key
        return self._identity() if key is None else key

    def __eq__(self, other):
        return self is other or isinstance(other, Object) and self._identity() == other._identity()

    def _info(self):
        """The fields of the node, with its direct subexpressions."""
        info = self.__dict__.get("_facts")
        if info is None:
            info = _raw.loads(_raw.exprInfo(self.handle))
            below = info["children"]
            linked = self.__dict__.get("_linked")
            if linked is None:
                info["children"] = exprs_from(below)
            else:
                info["children"] = linked
                for handle in below[::2]:
                    _raw.release(handle)
            # Only when it is complete, because another thread can read it.
            info = self.__dict__.setdefault("_facts", info)
        return info

    def _children(self):
        """The direct subexpressions. A visitor may have fetched them already."""
        linked = self.__dict__.get("_linked")
        return self._info()["children"] if linked is None else linked

    def _child(self, index):
        return self._children()[index]

    def _types(self):
        types = self.__dict__.get("_type_facts")
        if types is None:
            pairs = _raw.loads(_raw.exprTypes(self.handle))
            types = self._type_facts = {name: types_from(list_) for name, list_ in pairs.items()}
        return types

    @property
    def checked_type(self) -> Type:
        """The inferred type. Raises ValueError before InferType."""
        checked = self._types()["checked"][0]
        if checked is None:
            raise ValueError("The type checker has not populated the checked_type for this node")
        return checked

    @property
    def _checked_type_(self):
        return self._types()["checked"][0]

    def become(self, other: "RelayExpr"):
        """Replaces the node of this object by that of another expression of the same kind."""
        if type(other) is not type(self):
            raise ArgumentError(f"become takes another {type(self).__name__} as 'other', not {described(other)}")
        _raw.release(self.handle)
        self._take(_raw.clone(other.handle))
        for name in ("_facts", "_type_facts", "_linked"):
            self.__dict__.pop(name, None)

    def _place(self, span):
        """For constructors: sets the source place."""
        if span is None:
            return
        source = "" if span.source_name is None else span.source_name.name
        facts = {"source": source, "line": span.line, "endLine": span.end_line}
        facts.update(column=span.column, endColumn=span.end_column)
        placed = _raw.withSpan(self.handle, _raw.dumps(facts))
        _raw.release(self.handle)
        self._take(placed)

    @property
    def span(self) -> Span | None:
        """The source place of the expression, or None."""
        place = json.loads(_raw.exprSpan(self.handle))
        if place is None:
            return None
        return Span(
            place["source"], place["line"], place["endLine"], place["column"], place["endColumn"]
        )

    def astype(self, dtype: str):
        """This expression cast to a data type."""
        return MAKERS["cast"](self, dtype)

    def __neg__(self):
        return MAKERS["negative"](self)

    def __lt__(self, other):
        return _binary("less", self, other)

    def __gt__(self, other):
        return _binary("greater", self, other)

    def __ge__(self, other):
        return _binary("greater_equal", self, other)

    def __le__(self, other):
        return _binary("less_equal", self, other)

    def __add__(self, other):
        return _binary("add", self, other)

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        return _binary("subtract", self, other)

    def __rsub__(self, other):
        return _refuse_number(other, "-")

    def __mul__(self, other):
        return _binary("multiply", self, other)

    def __rmul__(self, other):
        return self.__mul__(other)

    def __truediv__(self, other):
        return _binary("divide", self, other)

    def __rtruediv__(self, other):
        return _refuse_number(other, "/")

    def __call__(self, *args):
        return MAKERS["Call"](self, args)

    def _attribute(self):
        return {"$expr": self.handle}

    def astext(self, show_meta_data=True, annotate=None) -> str:
        """The expression in Relay's notation."""
        return _raw.text(self.handle, 1 if show_meta_data else 0)

    def __repr__(self):
        return _raw.text(self.handle, 4)

    __str__ = __repr__

    def _repr_html_(self):
        return program(str(self), type(self).__name__)


BaseExpr = RelayExpr

call_it(RelayExpr, "an expression", "expressions", "expr")


def _binary(name, a, b):
    if isinstance(b, RelayExpr):
        return MAKERS[name](a, b)
    if isinstance(b, numbers.Number):
        raise TypeError(f'convert "{b}" with `const` first')
    raise TypeError(f"type {type(b)} not supported")


def _refuse_number(other, sign):
    if isinstance(other, numbers.Number):
        raise TypeError(f'convert "{other}" with `const` first')
    raise TypeError(f"type {type(other)} not supported")


class GlobalVar(RelayExpr):
    """A reference to a function of a module, by name."""

    def __init__(self, name_hint, type_annot=None):
        self._take(_raw.makeGlobalVar(str(name_hint)))

    @property
    def name_hint(self) -> str:
        """The function's name."""
        return self._info()["name"]

    def __eq__(self, other):
        return isinstance(other, GlobalVar) and self.name_hint == other.name_hint

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name_hint)


class Id:
    """The identity of a variable."""

    def __init__(self, number, name_hint, var=None):  # pylint: disable=redefined-outer-name
        self._number = number
        self.name_hint = name_hint
        self.var = var

    def same_as(self, other):
        """Whether two variables are the same."""
        return self == other

    def __eq__(self, other):
        return isinstance(other, Id) and self._number == other._number

    def __hash__(self):
        return hash(self._number)

    def _attribute(self):
        return self.name_hint if self.var is None else {"$expr": self.var.handle}
