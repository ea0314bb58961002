"""Relay's expressions, besides the functions (function.py) and matches (adt.py)."""

import numbers
from collections.abc import Sequence

from .. import _raw
from .._given import call_it, must_be
from ..ir.attrs import Attrs, DictAttrs, class_of
from ..ir.expr import MAKERS, GlobalVar, Id, RelayExpr, expr_from, register_kind
from ..ir.op import Op
from ..ir.type import FuncType, TensorType, Type
from ..runtime.container import Array, attribute
from ..runtime.ndarray import NDArray, array
from .type_functor import type_args as _type_args

call_it(NDArray, "an NDArray", "NDArrays")

# TVM distinguishes expressions with Python's operators from others.
Expr = ExprWithOp = RelayExpr


class Constant(RelayExpr):
    """A tensor with a value."""

    def __init__(self, data: NDArray, span=None):
        self._take(_raw.makeConstant(must_be("Constant", "data", data, NDArray).handle))
        self._place(span)
        self._data = data

    @property
    def data(self) -> NDArray:
        """The array."""
        found = self.__dict__.get("_data")
        if found is None:
            found = self._data = NDArray._of(_raw.constantData(self.handle))
        return found


class Tuple(RelayExpr):
    """A tuple of expressions."""

    def __init__(self, fields: Sequence[RelayExpr], span=None):
        self._take(_raw.makeTuple(_raw.handles(fields)))
        self._place(span)

    @property
    def fields(self) -> Array:
        """The expressions in the tuple."""
        return Array(self._children())

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError("Tuple index out of range")
        return self.fields[index]

    def __len__(self):
        return len(self._children())


class Var(RelayExpr):
    """A local variable."""

    def __init__(self, name_hint: str, type_annotation: Type | None = None, span=None):
        type_json = "null" if type_annotation is None else str(_type_handle(type_annotation))
        self._take(_raw.makeVar(str(name_hint), type_json))
        self._place(span)

    @property
    def name_hint(self) -> str:
        """The name, which may not be unique."""
        return self._info()["name"]

    @property
    def vid(self):
        """The identity of the variable. Type inference keeps it."""
        return Id(self._info()["id"], self.name_hint, self)

    @property
    def type_annotation(self) -> Type | None:
        """The annotated type, or None."""
        return self._types()["annotation"][0]


call_it(Var, "a variable", "variables")


class Call(RelayExpr):
    """A call of an operator or a function."""

    def __init__(
        self,
        op: RelayExpr,
        args: Sequence[RelayExpr],
        attrs: Attrs | dict | None = None,
        type_args: Sequence[Type] | None = None,
        span=None,
    ):
        if isinstance(op, Op) and (not isinstance(attrs, Attrs) or attrs._call is None):
            given = attrs._values if isinstance(attrs, Attrs) else attrs
            made = _raw.makeCall(op.name, _raw.handles(args), _raw.dumps(given or {}))
        elif isinstance(attrs, Attrs) and attrs._call is not None:
            made = _raw.makeCallLike(attrs._call.handle, _raw.handles([op, *args]))
        elif attrs is not None:
            sort = getattr(attrs, "type_key", "DictAttrs")
            given = dict(attrs.items() if isinstance(attrs, (dict, DictAttrs)) else attrs._values)
            values = {name: attribute(value) for name, value in given.items()}
            made = _raw.makeTypedCall(op.handle, _raw.handles(args), sort, _raw.dumps(values))
        else:
            made = _raw.makeCallExpr(op.handle, _raw.handles(args))
        if type_args:
            untyped, made = made, _raw.withTypeArgs(made, _raw.handles(type_args))
            _raw.release(untyped)
        self._take(made)
        self._place(span)

    @property
    def op(self) -> RelayExpr:
        """The callee."""
        return self._child(0)

    @property
    def args(self) -> Array:
        """The arguments."""
        return Array(self._children()[1:])

    @property
    def attrs(self) -> Attrs | None:
        """The attributes, or None if there are none."""
        info = self._info()
        sort = info.get("attrsType")
        if sort == "DictAttrs":
            return DictAttrs(self, info["attrs"])
        if not info["attrs"] and not sort:
            return None
        return class_of(sort, self.op)(self, info["attrs"])

    @property
    def type_args(self):
        """The type arguments of the callee; for an operator, the types of its arguments."""
        given = self._types()["typeArgs"]
        if given or self._checked_type_ is None:
            return given
        arg_types = [arg.checked_type for arg in self.args]
        if isinstance(self.op, Op):
            return Array(arg_types)
        callee = self.op._checked_type_
        if not isinstance(callee, FuncType) or not callee.type_params:
            return given
        return Array(_type_args(callee, arg_types, self._checked_type_))


class TupleGetItem(RelayExpr):
    """An item of a tuple."""

    def __init__(self, tuple_value: RelayExpr, index: int, span=None):
        self._take(_raw.makeTupleGetItem(tuple_value.handle, int(index)))
        self._place(span)

    @property
    def tuple_value(self) -> RelayExpr:
        """The tuple."""
        return self._child(0)

    @property
    def index(self) -> int:
        """Which item, from 0."""
        return self._info()["index"]


class _OfChildren(RelayExpr):
    """An expression without other fields than its subexpressions."""

    def _make(self, *children):
        self._take(_raw.makeExpr(type(self).__name__, _raw.handles(children)))


class Let(_OfChildren):
    """Binds a value to a variable within an expression."""

    def __init__(self, variable: Var, value: RelayExpr, body: RelayExpr, span=None):
        self._make(variable, value, body)
        self._place(span)

    @property
    def var(self) -> RelayExpr:
        """The variable."""
        return self._child(0)

    @property
    def value(self) -> RelayExpr:
        """The value."""
        return self._child(1)

    @property
    def body(self) -> RelayExpr:
        """The expression."""
        return self._child(2)


class If(_OfChildren):
    """A conditional expression."""

    def __init__(self, cond: RelayExpr, true_branch: RelayExpr, false_branch: RelayExpr, span=None):
        self._make(cond, true_branch, false_branch)
        self._place(span)

    @property
    def cond(self) -> RelayExpr:
        """The condition."""
        return self._child(0)

    @property
    def true_branch(self) -> RelayExpr:
        """The result if the condition is true."""
        return self._child(1)

    @property
    def false_branch(self) -> RelayExpr:
        """The result if the condition is false."""
        return self._child(2)


class RefCreate(_OfChildren):
    """Makes a reference."""

    def __init__(self, value: RelayExpr):
        self._make(value)

    @property
    def value(self):
        """The initial value."""
        return self._child(0)


class RefRead(_OfChildren):
    """The value of a reference."""

    def __init__(self, ref: RelayExpr):
        self._make(ref)

    @property
    def ref(self):
        """The reference."""
        return self._child(0)


class RefWrite(_OfChildren):
    """Writes a value to a reference."""

    def __init__(self, ref: RelayExpr, value: RelayExpr):
        self._make(ref, value)

    @property
    def ref(self):
        """The reference."""
        return self._child(0)

    @property
    def value(self):
        """The value."""
        return self._child(1)


class TupleWrapper(tuple):
    """The items of a call whose result is a tuple. It is both a Python tuple and an expression."""

    _acts_as = RelayExpr

    def __new__(cls, tuple_value, size):
        # As in TVM, each access makes a new node. The Python tuple only has the length.
        made = super().__new__(cls, (None,) * must_be("TupleWrapper", "size", size, int))
        made.tuple_value = tuple_value
        made.size = size
        return made

    @property
    def handle(self):
        """The handle of the call."""
        return self.tuple_value.handle

    def _attribute(self):
        return {"$expr": self.handle}

    def __getitem__(self, key):
        if isinstance(key, slice):
            return tuple(self)[key]
        key = key + self.size if key < 0 else key
        if not 0 <= key < self.size:
            raise IndexError("Tuple index out of range")
        return TupleGetItem(self.tuple_value, key)

    def __iter__(self):
        return (TupleGetItem(self.tuple_value, i) for i in range(self.size))

    def astuple(self):
        """The call."""
        return self.tuple_value

    def astext(self, show_meta_data=True, annotate=None):
        """The call in Relay's notation."""
        return self.tuple_value.astext(show_meta_data)

    def __repr__(self):
        return f"TupleWrapper({self.tuple_value!r}, {self.size})"

    def astype(self, _):
        """Raises TypeError, because tuples have no data type."""
        raise TypeError("astype cannot be used on tuple")


def _type_handle(type_):
    if not isinstance(type_, Type):
        raise TypeError(f"{type_!r} is no type")
    return type_.handle


def var(
    name_hint: str,
    type_annotation: Type | str | None = None,
    shape: Sequence | None = None,
    dtype: str = "float32",
    span=None,
) -> Var:
    """A variable, with a type or with a shape and a data type."""
    if type_annotation is not None and shape is not None:
        raise ValueError("Can only specify either type_annotation or shape.")
    if shape is not None:
        type_annotation = TensorType(shape, dtype)
    elif isinstance(type_annotation, str):
        type_annotation = TensorType((), type_annotation)
    return Var(name_hint, type_annotation, span)


def const(value, dtype=None, span=None) -> Constant:
    """A constant from a number, a list or an array.

    Without a data type, Python's numbers and numpy's 64-bit numbers become int32, float32 or bool. Others keep their type.
    """
    import numpy as np

    if isinstance(value, (numbers.Number, bool, list, tuple)) and not isinstance(value, np.generic):
        value = np.array(value, dtype=dtype)
    if not dtype and isinstance(value, (np.ndarray, np.generic)):
        narrow = {"float64": "float32", "int64": "int32"}.get(str(value.dtype))
        if narrow:
            value = value.astype(narrow)
    if isinstance(value, (np.ndarray, np.generic)):
        value = array(value.astype(dtype) if dtype else value)
    if not isinstance(value, NDArray):
        raise ValueError("value has to be scalar or NDArray")
    return Constant(value, span)


for _number, _made in enumerate(
    (Var, GlobalVar, Constant, Op, Call, Tuple, TupleGetItem, None, Let, If, RefCreate, RefRead, RefWrite)
):
    register_kind(_number, _made)
MAKERS["Call"] = Call
