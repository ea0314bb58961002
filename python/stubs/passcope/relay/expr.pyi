# Made by python/tools/describe.py.
"""Relay's expressions: immutable nodes in the engine, seen through these classes.

Which nodes an expression is made of is asked of the engine once, when it is first looked at.
"""

from typing import Any

import passcope.runtime.object
from passcope.ir.attrs import Attrs as Attrs
from passcope.ir.attrs import DictAttrs as DictAttrs
from passcope.ir.span import Span as Span
from passcope.ir.type import FuncType as FuncType
from passcope.ir.type import Type as Type
from passcope.ir.type import type_from as type_from
from passcope.ir.type import types_from as types_from
from passcope.runtime.container import Array as Array
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.runtime.object import Object as Object

class RelayExpr(passcope.runtime.object.Object):
    """The base of all expressions."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: Any) -> bool: ...
    @property
    def checked_type(self) -> Any:
        """The type that InferType found. Raises ValueError where it has not run."""
    def become(self, other: Any) -> Any:
        """Makes this object stand for another expression of the same kind."""
    @property
    def span(self) -> Any:
        """Where the expression came from, or None."""
    def astype(self, dtype: Any) -> Any:
        """This expression cast to a data type."""
    def __neg__(self) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __add__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> Any: ...
    def __sub__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> Any: ...
    def __truediv__(self, other: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
    def astext(self, show_meta_data: bool = True, annotate: Any = None) -> str:
        """The expression in Relay's notation."""
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

Expr = RelayExpr

ExprWithOp = RelayExpr

class Constant(RelayExpr):
    """A tensor with a value."""
    def __init__(self, data: Any, span: Any = None) -> None: ...
    @property
    def data(self) -> Any:
        """The array."""

class Tuple(RelayExpr):
    """A tuple of expressions."""
    def __init__(self, fields: Any, span: Any = None) -> None: ...
    @property
    def fields(self) -> Any:
        """What is in it."""
    def __getitem__(self, index: Any) -> Any: ...
    def __len__(self) -> int: ...

class Var(RelayExpr):
    """A local variable."""
    def __init__(self, name_hint: Any, type_annotation: Any = None, span: Any = None) -> None: ...
    @property
    def name_hint(self) -> Any:
        """Its name, which need not be its own alone."""
    @property
    def vid(self) -> Any:
        """What it is known by: typing a variable keeps it."""
    @property
    def type_annotation(self) -> Any:
        """The type that was written, or None."""

class Id:
    """The identity of a variable."""
    def __init__(self, number: Any, name_hint: Any, var: Any = None) -> None: ...
    def same_as(self, other: Any) -> bool:
        """Whether two variables are the same."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...

class GlobalVar(RelayExpr):
    """A function of a module, by name."""
    def __init__(self, name_hint: Any, type_annot: Any = None) -> None: ...
    @property
    def name_hint(self) -> Any:
        """The function's name."""
    def __eq__(self, other: Any) -> bool: ...
    def __ne__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...

class Op(RelayExpr):
    """An operator."""
    def __init__(self) -> None: ...
    @staticmethod
    def get(op_name: Any) -> Any:
        """The operator of a name."""
    @staticmethod
    def list_op_names() -> Any:
        """The names of all operators."""
    @property
    def name(self) -> Any:
        """Its name."""
    @property
    def num_inputs(self) -> Any:
        """How many inputs it takes; -1 where that may vary."""
    @property
    def support_level(self) -> Any:
        """TVM's level: how basic it is, from 1."""
    @property
    def description(self) -> Any:
        """What it computes."""
    @property
    def attrs_type_key(self) -> Any:
        """TVM's name for the class of its attributes."""
    @property
    def arguments(self) -> Any:
        """Its inputs: objects with `name`, `type_info` and `description`."""
    def add_argument(self, name: Any, type: Any, description: Any) -> Any:
        """Adds an input to an operator that was registered."""
    def set_num_inputs(self, n: Any) -> Any:
        """How many inputs an operator takes that was registered; -1 where that may vary."""
    def set_support_level(self, level: Any) -> Any:
        """TVM's level of an operator that was registered."""
    def set_attrs_type_key(self, key: Any) -> Any:
        """TVM's name for the class of the attributes; such operators have none here."""
    def add_type_rel(self, rel_name: Any, type_rel_func: Any = None) -> Any:
        """How the type of a call follows for an operator that was registered: by one of the engine's relations
        ("Identity", "Broadcast", "BroadcastComp", "Concatenate"), or by a function of the arguments' types and the
        attributes that gives the result's type.
        """
    def get_attr(self, attr_name: Any) -> Any:
        """What is registered for the operator under a name, None where there is nothing."""
    def has_attr(self, attr_name: Any) -> Any:
        """Whether any operator has such an attribute."""
    def set_attr(self, attr_name: Any, value: Any, plevel: Any = 10) -> Any:
        """Registers something for the operator; of two the one of the higher level counts."""
    def reset_attr(self, attr_name: Any) -> Any:
        """Forgets what is registered."""
    def astext(self, show_meta_data: bool = True, annotate: Any = None) -> str: ...

class Call(RelayExpr):
    """A call of an operator or a function."""
    def __init__(self, op: Any, args: Any, attrs: Any = None, type_args: Any = None, span: Any = None) -> None: ...
    @property
    def op(self) -> Any:
        """What is called."""
    @property
    def args(self) -> Any:
        """The arguments."""
    @property
    def attrs(self) -> Any:
        """The attributes, or None where there are none."""
    @property
    def type_args(self) -> Any:
        """The types that the callee's type parameters stand for; of an operator, those of the arguments."""

class TupleGetItem(RelayExpr):
    """An item of a tuple."""
    def __init__(self, tuple_value: Any, index: Any, span: Any = None) -> None: ...
    @property
    def tuple_value(self) -> Any:
        """The tuple."""
    @property
    def index(self) -> Any:
        """Which item, from 0."""

class Let(RelayExpr):
    """Gives a value a name within an expression."""
    def __init__(self, variable: Any, value: Any, body: Any, span: Any = None) -> None: ...
    @property
    def var(self) -> Any:
        """The variable."""
    @property
    def value(self) -> Any:
        """The value."""
    @property
    def body(self) -> Any:
        """The expression."""

class If(RelayExpr):
    """One of two expressions."""
    def __init__(self, cond: Any, true_branch: Any, false_branch: Any, span: Any = None) -> None: ...
    @property
    def cond(self) -> Any:
        """Which."""
    @property
    def true_branch(self) -> Any:
        """The one."""
    @property
    def false_branch(self) -> Any:
        """The other."""

class RefCreate(RelayExpr):
    """Makes a reference."""
    def __init__(self, value: Any) -> None: ...
    @property
    def value(self) -> Any:
        """Its first value."""

class RefRead(RelayExpr):
    """The value of a reference."""
    def __init__(self, ref: Any) -> None: ...
    @property
    def ref(self) -> Any:
        """The reference."""

class RefWrite(RelayExpr):
    """Gives a reference another value."""
    def __init__(self, ref: Any, value: Any) -> None: ...
    @property
    def ref(self) -> Any:
        """The reference."""
    @property
    def value(self) -> Any:
        """The value."""

class TupleWrapper(tuple[Any, ...]):
    """The items of a call that gives a tuple: a tuple of Python that is an expression, too."""
    @property
    def handle(self) -> Any:
        """That of the call."""
    def __getitem__(self, key: Any) -> Any: ...
    def __iter__(self) -> Any: ...
    def astuple(self) -> Any:
        """The call."""
    def astext(self, show_meta_data: bool = True, annotate: Any = None) -> str:
        """The call in Relay's notation."""
    def __repr__(self) -> str: ...
    def astype(self, _: Any) -> Any:
        """Tuples have no data type."""

def expr_from(handle: Any, key: Any = None) -> Any:
    """The expression of a handle, which it takes over; None for 0."""

def var(name_hint: Any, type_annotation: Any = None, shape: Any = None, dtype: Any = 'float32', span: Any = None) -> Var:
    """A variable, with a type or with a shape and a data type."""

def const(value: Any, dtype: Any = None, span: Any = None) -> Constant:
    """A constant of a number, a list or an array.

    Without a data type a number of Python is an int32, float32 or bool, as are numpy's of 64 bits; others keep their own.
    """

def bind(expr: Any, binds: Any) -> RelayExpr:
    """An expression with others in place of variables, by variable or by name.

    A function loses the parameters that are replaced, and gets the free variables of what replaces them.
    """

def register_kind(number: Any, made: Any) -> Any:
    """Tells which class the engine's kind `number` has."""
