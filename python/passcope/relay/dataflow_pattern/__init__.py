"""The pattern language: patterns of dataflow that expressions match or do not match."""

import json
from collections.abc import Mapping, Sequence
from typing import Callable, Dict, List, Optional

from ... import _raw
from ..._given import call_it, described
from ..._host import HOST
from ...runtime.container import Array, Map, attribute
from ...runtime.object import Object
from ...tir import dim_to_json
from .. import op as _op
from ...ir import IRModule, Node, make_node
from ..expr import Expr, Tuple, TupleWrapper, expr_from
from ..op import get


def register_df_node(type_key=None):
    """A decorator that does nothing: the classes of patterns are this package's own."""
    return type_key if isinstance(type_key, type) else lambda cls: cls


class DFPattern(Object):
    """A pattern. It is immutable. An object that occurs several times in another pattern must match the same expression at
    each place. Call the pattern of a callee to make the pattern of a call."""

    def _make(self, kind, children=(), **fields):
        self._children = list(children)
        handles = _raw.handles(self._children)
        self._take(_raw.makePattern(kind, handles, _raw.dumps(fields)))

    def _identity(self):
        if self._key is None:
            self._key = int(_raw.patternKey(self.handle))
        return self._key

    def __call__(self, *args):
        return CallPattern(self, None if args == (None,) else list(args))

    def __or__(self, other):
        return AltPattern(self, other)

    def __add__(self, other):
        return is_op("add")(self, other)

    def __sub__(self, other):
        return is_op("subtract")(self, other)

    def __mul__(self, other):
        return is_op("multiply")(self, other)

    def __truediv__(self, other):
        return is_op("divide")(self, other)

    def has_attr(self, attrs):
        """This pattern with attributes of a call, a function or an operator."""
        return AttrPattern(self, attrs)

    def has_type(self, ttype):
        """This pattern with a type."""
        return TypePattern(self, ttype)

    def has_dtype(self, dtype):
        """This pattern with a data type."""
        return DataTypePattern(self, dtype)

    def has_shape(self, shape):
        """This pattern with a shape."""
        return ShapePattern(self, shape)

    def match(self, expr):
        """Whether the whole expression matches."""
        return match(self, expr)

    def partition(self, expr, attrs=None, check=lambda x: True):
        """Calls `partition` with this pattern."""
        return partition(self, expr, attrs, check)

    def dominates(self, parent, path=None):
        """The pattern of a subgraph from `parent` to this pattern. Each expression between them matches `path`."""
        return DominatorPattern(parent, path if path is not None else wildcard(), self)

    def optional(self, option_constructor):
        """This pattern, or the result of a function for it."""
        return self | option_constructor(self)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self._children))})"


call_it(DFPattern, "a pattern", "patterns", "pattern")


class ExprPattern(DFPattern):
    """Matches expressions that are structurally equal to one expression."""

    def __init__(self, expr: Expr):
        self.expr = expr
        self._make("Expr", expr=expr.handle)


class VarPattern(DFPattern):
    """Matches a variable. With a name, only variables of this name match."""

    def __init__(self, name_hint=""):
        self.name = name_hint
        self._make("Var", name=name_hint)

    @property
    def name_hint(self):
        """The required name; empty for any name."""
        return self.name


class ConstantPattern(DFPattern):
    """A constant."""

    def __init__(self):
        self._make("Constant")


class CallPattern(DFPattern):
    """Matches a call. None as arguments allows any arguments."""

    def __init__(self, op: "DFPattern", args: "Sequence[DFPattern] | None"):
        self.op = op
        self.args = None if args is None else Array(args)
        if args is None:
            self._make("Call", [op], any=True)
        else:
            self._make("Call", [op, *args])


class FunctionPattern(DFPattern):
    """Matches a function. None as parameters allows any parameters."""

    def __init__(self, params: "Sequence[DFPattern] | None", body: "DFPattern"):
        self.params = None if params is None else Array(params)
        self.body = body
        if params is None:
            self._make("Function", [body], any=True)
        else:
            self._make("Function", [*params, body])


class IfPattern(DFPattern):
    """An if."""

    def __init__(self, cond: "DFPattern", true_branch: "DFPattern", false_branch: "DFPattern"):
        self.cond, self.true_branch, self.false_branch = cond, true_branch, false_branch
        self._make("If", [cond, true_branch, false_branch])


class LetPattern(DFPattern):
    """A let."""

    def __init__(self, var: "DFPattern", value: "DFPattern", body: "DFPattern"):
        self.var, self.value, self.body = var, value, body
        self._make("Let", [var, value, body])


class TuplePattern(DFPattern):
    """Matches a tuple. None as fields allows any fields."""

    def __init__(self, fields: "Sequence[DFPattern] | None"):
        self.fields = None if fields is None else Array(fields)
        if fields is None:
            self._make("Tuple", any=True)
        else:
            self._make("Tuple", fields)

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError("TuplePattern index out of range")
        return self.fields[index]

    def __len__(self):
        return len(self.fields)


class TupleGetItemPattern(DFPattern):
    """Matches an item of a tuple. Without an index, any item matches."""

    def __init__(self, tuple_value: "DFPattern", index: int | None = None):
        self.tuple = tuple_value
        self.index = -1 if index is None else index
        self._make("TupleGetItem", [tuple_value], index=self.index)


class AltPattern(DFPattern):
    """Matches either of two patterns."""

    def __init__(self, left: "DFPattern", right: "DFPattern"):
        self.left, self.right = left, right
        self._make("Alt", [left, right])


class WildcardPattern(DFPattern):
    """Matches any expression."""

    def __init__(self):
        self._make("Wildcard")


class TypePattern(DFPattern):
    """Matches a pattern with a type."""

    def __init__(self, pattern: "DFPattern", ttype):
        self.pattern, self.type = pattern, ttype
        self._make("Type", [pattern], type=ttype.handle)


class DataTypePattern(DFPattern):
    """Matches a pattern with a data type."""

    def __init__(self, pattern: "DFPattern", dtype):
        self.pattern, self.dtype = pattern, dtype
        self._make("DataType", [pattern], dtype=dtype)


class ShapePattern(DFPattern):
    """Matches a pattern with a shape."""

    def __init__(self, pattern: "DFPattern", shape: Sequence):
        self.pattern, self.shape = pattern, Array(shape)
        self._make("Shape", [pattern], shape=[dim_to_json(dim) for dim in shape])


class AttrPattern(DFPattern):
    """Matches a pattern with attributes."""

    def __init__(self, pattern: "DFPattern", attrs: Mapping):
        self.pattern, self.attrs = pattern, attrs
        values = {key: attribute(value) for key, value in dict(attrs or {}).items()}
        self._make("Attr", [pattern], attrs=values)


class DominatorPattern(DFPattern):
    """Matches a subgraph of any shape from a parent to a child. Each expression between them matches a path."""

    def __init__(self, parent: "DFPattern", path: "DFPattern", child: "DFPattern"):
        self.parent, self.path, self.child = parent, path, child
        self._make("Dominator", [parent, path, child])


def is_var(name=""):
    """A variable. With a name, only variables of this name match."""
    return VarPattern(name)


def is_constant():
    """A constant."""
    return ConstantPattern()


def is_expr(expr):
    """An expression that is structurally equal to `expr`."""
    return ExprPattern(expr)


def is_op(op_name):
    """An operator. Call it to get the pattern of its calls."""
    return ExprPattern(_op.get(op_name))


def is_tuple(fields: Sequence[DFPattern] | None):
    """A tuple with these fields; None allows any fields."""
    return TuplePattern(fields)


def is_tuple_get_item(tuple_value: DFPattern, index: int | None = None):
    """An item of a tuple. Without an index, any item matches."""
    return TupleGetItemPattern(tuple_value, index)


def is_if(cond: DFPattern, true_branch: DFPattern, false_branch: DFPattern):
    """An if."""
    return IfPattern(cond, true_branch, false_branch)


def is_let(var: DFPattern, value: DFPattern, body: DFPattern):
    """A let."""
    return LetPattern(var, value, body)


def wildcard():
    """Any expression."""
    return WildcardPattern()


def has_type(ttype, pattern: DFPattern | None = None):
    """A pattern with a type."""
    return TypePattern(wildcard() if pattern is None else pattern, ttype)


def has_dtype(dtype: str, pattern: DFPattern | None = None):
    """A pattern with a data type."""
    return DataTypePattern(wildcard() if pattern is None else pattern, dtype)


def has_shape(shape: Sequence, pattern: DFPattern | None = None):
    """A pattern with a shape."""
    return ShapePattern(wildcard() if pattern is None else pattern, shape)


def has_attr(attrs: Mapping, pattern: DFPattern | None = None):
    """A pattern with attributes."""
    return AttrPattern(wildcard() if pattern is None else pattern, attrs)


def dominates(parent: DFPattern, path: DFPattern, child: DFPattern):
    """A subgraph from a parent to a child. Each expression between them matches a path."""
    return DominatorPattern(parent, path, child)


def match(pattern: DFPattern, expr: Expr) -> bool:
    """Whether the whole expression matches the pattern."""
    return _raw.matchPattern(pattern.handle, expr.handle)


class DFPatternCallback:
    """A rewriting rule: set `self.pattern` and define `callback(pre, post, node_map)`."""

    def __init__(self, require_type=False, rewrite_once=False):
        self.pattern = None
        self.require_type = require_type
        self.rewrite_once = rewrite_once

    def rewrite(self, expr):
        """Calls `rewrite` with only this callback."""
        return rewrite(self, expr)

    def callback(self, pre, post, node_map):
        """The replacement of `pre`; `post` is the same expression over rewritten inputs."""
        raise NotImplementedError()


def _target(callback):
    keys = json.loads(_raw.patternNodes(callback.pattern.handle))
    pattern = callback.pattern

    def run(about, module, _):
        _raw.release(module)
        pre, post, *matched = expr_from(about).fields
        nodes = {
            int(key): Array(group.fields) for key, group in zip(keys, matched) if len(group.fields)
        }
        answer = callback.callback(pre, post, _NodeMap(nodes, pattern))
        if isinstance(answer, TupleWrapper):
            answer = answer.tuple_value
        if not isinstance(answer, Expr):
            hint = ". Does it end with a return?" if answer is None else ""
            where = f"{type(callback).__name__}.callback"
            raise TypeError(f"{where} must return an expression, not {described(answer)}{hint}")
        return _raw.clone(answer.handle)

    return HOST.add(run)


class _NodeMap:
    """The expressions that matched each part of a pattern."""

    def __init__(self, nodes, pattern):
        self._nodes = nodes
        self._pattern = pattern

    def __getitem__(self, part):
        return self._nodes[part._identity()]

    def __contains__(self, part):
        return part._identity() in self._nodes

    def get(self, part, default=None):
        """The expressions that matched a part, or a default."""
        return self._nodes.get(part._identity(), default)

    def __len__(self):
        return len(self._nodes)


def rewrite(
    callbacks: "DFPatternCallback | Sequence[DFPatternCallback]", expr: Expr, mod: IRModule | None = None
) -> Expr:
    """Rewrites matches of the callbacks' patterns until none of them changes anything."""
    listed = [callbacks] if isinstance(callbacks, DFPatternCallback) else list(callbacks)
    told, targets = [], []
    try:
        for callback in listed:
            if not isinstance(callback.pattern, DFPattern):
                given = described(callback.pattern)
                raise TypeError(f"{type(callback).__name__} needs a pattern in its attribute 'pattern', not {given}")
            targets.append(_target(callback))
            told.append(
                {
                    "pattern": callback.pattern.handle,
                    "target": targets[-1],
                    "requireType": bool(callback.require_type),
                    "rewriteOnce": bool(callback.rewrite_once),
                }
            )
        return expr_from(
            _raw.rewritePatterns(_raw.dumps(told), expr.handle, mod.handle if mod else 0)
        )
    except BaseException:
        for target in targets:
            HOST.release_object(target)
        raise


def partition(
    pattern: DFPattern, expr: Expr, attrs: Mapping | None = None, check: Callable = lambda x: True
) -> Expr:
    """Moves each match into a function of its own with the attribute PartitionedFromPattern."""

    def ask(about, module, _):
        _raw.release(module)
        found = expr_from(about)
        return _raw.clone(found.handle) if check(found) else 0

    values = {key: attribute(value) for key, value in dict(attrs or {}).items()}
    target = HOST.add(ask)
    try:
        handle = _raw.partitionPattern(pattern.handle, expr.handle, _raw.dumps(values), target)
        return expr_from(handle)
    except BaseException:
        HOST.release_object(target)
        raise
