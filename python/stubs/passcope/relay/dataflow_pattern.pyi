# Made by python/tools/describe.py.
"""The pattern language: descriptions of dataflow that expressions match or do not."""

from typing import Any

import passcope.runtime.object
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.object import Object as Object
from passcope.tir.expr import dim_to_json as dim_to_json
from passcope.runtime.object import Object as Node
from passcope.ir.env import make_node as make_node
from passcope.relay.expr import RelayExpr as Expr
from passcope.relay.expr import Tuple as Tuple
from passcope.relay.expr import TupleWrapper as TupleWrapper
from passcope.relay.expr import expr_from as expr_from
from passcope.relay.op.op import get as get

HOST: Any

def register_df_node(type_key: Any = None) -> Any:
    """A decorator that leaves a class as it is: the classes of patterns are this package's own."""

class DFPattern(passcope.runtime.object.Object):
    """A pattern. It never changes; one object that occurs several times in another one stands for one
    expression. A pattern of a call is made by calling the pattern of what is called.
    """
    def __call__(self, *args: Any) -> Any: ...
    def __or__(self, other: Any) -> Any: ...
    def __add__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def has_attr(self, attrs: Any) -> Any:
        """With attributes: of a call, of a function or of an operator."""
    def has_type(self, ttype: Any) -> Any:
        """With a type."""
    def has_dtype(self, dtype: Any) -> Any:
        """With a data type."""
    def has_shape(self, shape: Any) -> Any:
        """With a shape."""
    def match(self, expr: Any) -> Any:
        """Whether an expression as a whole matches."""
    def partition(self, expr: Any, attrs: Any = None, check: Any = ...) -> Any:
        """`partition` with this pattern."""
    def dominates(self, parent: Any, path: Any = None) -> Any:
        """The pattern of a subgraph from `parent` to this one, by way of `path`."""
    def optional(self, option_constructor: Any) -> Any:
        """This pattern, or what a function makes of it."""
    def __repr__(self) -> str: ...

class ExprPattern(DFPattern):
    """An expression that is structurally equal to one."""
    def __init__(self, expr: Any) -> None: ...

class VarPattern(DFPattern):
    """A variable, of a name if one is given."""
    def __init__(self, name_hint: Any = '') -> None: ...
    @property
    def name_hint(self) -> Any:
        """The name; empty for any."""

class ConstantPattern(DFPattern):
    """A constant."""
    def __init__(self) -> None: ...

class CallPattern(DFPattern):
    """A call; without arguments (None) one of any arguments."""
    def __init__(self, op: Any, args: Any) -> None: ...

class FunctionPattern(DFPattern):
    """A function; without parameters (None) one of any parameters."""
    def __init__(self, params: Any, body: Any) -> None: ...

class IfPattern(DFPattern):
    """An if."""
    def __init__(self, cond: Any, true_branch: Any, false_branch: Any) -> None: ...

class LetPattern(DFPattern):
    """A let."""
    def __init__(self, var: Any, value: Any, body: Any) -> None: ...

class TuplePattern(DFPattern):
    """A tuple; without fields (None) one of any fields."""
    def __init__(self, fields: Any) -> None: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __len__(self) -> int: ...

class TupleGetItemPattern(DFPattern):
    """An item of a tuple, whichever it is unless an index is given."""
    def __init__(self, tuple_value: Any, index: Any = None) -> None: ...

class AltPattern(DFPattern):
    """Either of two patterns."""
    def __init__(self, left: Any, right: Any) -> None: ...

class WildcardPattern(DFPattern):
    """Anything."""
    def __init__(self) -> None: ...

class TypePattern(DFPattern):
    """With a type."""
    def __init__(self, pattern: Any, ttype: Any) -> None: ...

class DataTypePattern(DFPattern):
    """With a data type."""
    def __init__(self, pattern: Any, dtype: Any) -> None: ...

class ShapePattern(DFPattern):
    """With a shape."""
    def __init__(self, pattern: Any, shape: Any) -> None: ...

class AttrPattern(DFPattern):
    """With attributes."""
    def __init__(self, pattern: Any, attrs: Any) -> None: ...

class DominatorPattern(DFPattern):
    """A subgraph of any shape from a parent to a child, on whose way each expression matches a path."""
    def __init__(self, parent: Any, path: Any, child: Any) -> None: ...

def is_var(name: Any = '') -> Any:
    """A variable, of this name if one is given."""

def is_constant() -> Any:
    """A constant."""

def is_expr(expr: Any) -> Any:
    """An expression that is structurally equal to this one."""

def is_op(op_name: Any) -> Any:
    """An operator; call it for the pattern of its calls."""

def is_tuple(fields: Any) -> Any:
    """A tuple of these fields; with None one of any fields."""

def is_tuple_get_item(tuple_value: Any, index: Any = None) -> Any:
    """An item of a tuple."""

def is_if(cond: Any, true_branch: Any, false_branch: Any) -> Any:
    """An if."""

def is_let(var: Any, value: Any, body: Any) -> Any:
    """A let."""

def wildcard() -> Any:
    """Anything."""

def has_type(ttype: Any, pattern: Any = None) -> Any:
    """With a type."""

def has_dtype(dtype: Any, pattern: Any = None) -> Any:
    """With a data type."""

def has_shape(shape: Any, pattern: Any = None) -> Any:
    """With a shape."""

def has_attr(attrs: Any, pattern: Any = None) -> Any:
    """With attributes."""

def dominates(parent: Any, path: Any, child: Any) -> Any:
    """A subgraph from a parent to a child by way of a path."""

def match(pattern: Any, expr: Any) -> Any:
    """Whether an expression as a whole matches."""

class DFPatternCallback:
    """What takes the place of matches: set `self.pattern` and define `callback(pre, post, node_map)`."""
    def __init__(self, require_type: bool = False, rewrite_once: bool = False) -> None: ...
    def rewrite(self, expr: Any) -> Any:
        """`rewrite` with this callback alone."""
    def callback(self, pre: Any, post: Any, node_map: Any) -> Any:
        """What takes the place of `pre`; `post` is the same over inputs that have been rewritten."""

def rewrite(callbacks: Any, expr: Any, mod: Any = None) -> Any:
    """Rewrites what matches the patterns of callbacks until none of them changes anything."""

def partition(pattern: Any, expr: Any, attrs: Any = None, check: Any = ...) -> Any:
    """Puts each match into a function of its own, with the attribute PartitionedFromPattern."""
