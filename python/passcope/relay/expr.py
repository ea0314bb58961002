"""Relay's expressions: immutable nodes in the engine, seen through these classes.

Which nodes an expression is made of is asked of the engine once, when it is first looked at.
"""

import json
import numbers

from .. import _raw
from ..ir.attrs import Attrs, DictAttrs
from ..ir.span import Span
from ..ir.type import FuncType, Type, type_from, types_from
from ..runtime.container import Array
from ..runtime.ndarray import NDArray, array
from ..runtime.object import Object


class RelayExpr(Object):
    """The base of all expressions."""

    def _identity(self):
        if self._key is None:
            self._key = int(_raw.exprKey(self.handle))
        return self._key

    # Visitors keep expressions in dictionaries, so these two are called more often than anything else.
    def __hash__(self):
        key = self._key
        return self._identity() if key is None else key

    def __eq__(self, other):
        return self is other or isinstance(other, Object) and self._identity() == other._identity()

    def _info(self):
        """What the node consists of, with the expressions below it."""
        info = self.__dict__.get("_facts")
        if info is None:
            info = self._facts = _raw.loads(_raw.exprInfo(self.handle))
            below = info["children"]
            linked = self.__dict__.get("_linked")
            if linked is None:
                info["children"] = [expr_from(below[i], below[i + 1]) for i in range(0, len(below), 2)]
            else:
                info["children"] = linked
                for handle in below[::2]:
                    _raw.release(handle)
        return info

    def _children(self):
        """The expressions below it; a visitor has said them already."""
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
    def checked_type(self):
        """The type that InferType found. Raises ValueError where it has not run."""
        checked = self._types()["checked"][0]
        if checked is None:
            raise ValueError("The type checker has not populated the checked_type for this node")
        return checked

    @property
    def _checked_type_(self):
        return self._types()["checked"][0]

    def become(self, other):
        """Makes this object stand for another expression of the same kind."""
        _raw.release(self.handle)
        self._take(_raw.clone(other.handle))
        for name in ("_facts", "_type_facts", "_linked"):
            self.__dict__.pop(name, None)

    def _place(self, span):
        """In constructors: the expression comes from a place."""
        if span is None:
            return
        source = "" if span.source_name is None else span.source_name.name
        facts = {"source": source, "line": span.line, "endLine": span.end_line}
        facts.update(column=span.column, endColumn=span.end_column)
        placed = _raw.withSpan(self.handle, _raw.dumps(facts))
        _raw.release(self.handle)
        self._take(placed)

    @property
    def span(self):
        """Where the expression came from, or None."""
        place = json.loads(_raw.exprSpan(self.handle))
        if place is None:
            return None
        return Span(
            place["source"], place["line"], place["endLine"], place["column"], place["endColumn"]
        )

    def astype(self, dtype):
        """This expression cast to a data type."""
        from . import op

        return op.cast(self, dtype)

    def __neg__(self):
        from . import op

        return op.negative(self)

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
        return Call(self, args)

    def astext(self, show_meta_data=True, annotate=None):
        """The expression in Relay's notation."""
        return _raw.text(self.handle, 1 if show_meta_data else 0)

    def __repr__(self):
        return _raw.text(self.handle, 4)

    __str__ = __repr__


# TVM tells expressions that have operators of Python from others.
Expr = ExprWithOp = RelayExpr


def _binary(name, a, b):
    from . import op

    if isinstance(b, RelayExpr):
        return getattr(op, name)(a, b)
    if isinstance(b, numbers.Number):
        raise TypeError(f'convert "{b}" with `const` first')
    raise TypeError(f"type {type(b)} not supported")


def _refuse_number(other, sign):
    if isinstance(other, numbers.Number):
        raise TypeError(f'convert "{other}" with `const` first')
    raise TypeError(f"type {type(other)} not supported")


class Constant(RelayExpr):
    """A tensor with a value."""

    def __init__(self, data, span=None):
        if not isinstance(data, NDArray):
            raise TypeError(f"a Constant takes an NDArray, not {type(data).__name__}")
        self._take(_raw.makeConstant(data.handle))
        self._place(span)
        self._data = data

    @property
    def data(self):
        """The array."""
        found = self.__dict__.get("_data")
        if found is None:
            found = self._data = NDArray._of(_raw.constantData(self.handle))
        return found


class Tuple(RelayExpr):
    """A tuple of expressions."""

    def __init__(self, fields, span=None):
        self._take(_raw.makeTuple(_raw.handles(fields)))
        self._place(span)

    @property
    def fields(self):
        """What is in it."""
        return Array(self._children())

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError("Tuple index out of range")
        return self.fields[index]

    def __len__(self):
        return len(self._children())


class Var(RelayExpr):
    """A local variable."""

    def __init__(self, name_hint, type_annotation=None, span=None):
        type_json = "null" if type_annotation is None else str(_type_handle(type_annotation))
        self._take(_raw.makeVar(str(name_hint), type_json))
        self._place(span)

    @property
    def name_hint(self):
        """Its name, which need not be its own alone."""
        return self._info()["name"]

    @property
    def vid(self):
        """What it is known by: typing a variable keeps it."""
        return Id(self._info()["id"], self.name_hint, self)

    @property
    def type_annotation(self):
        """The type that was written, or None."""
        return self._types()["annotation"][0]


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


class GlobalVar(RelayExpr):
    """A function of a module, by name."""

    def __init__(self, name_hint, type_annot=None):
        self._take(_raw.makeGlobalVar(str(name_hint)))

    @property
    def name_hint(self):
        """The function's name."""
        return self._info()["name"]

    def __eq__(self, other):
        return isinstance(other, GlobalVar) and self.name_hint == other.name_hint

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.name_hint)


# pylint: disable-next=wrong-import-position
from ._op import Op  # is made of what stands above


class Call(RelayExpr):
    """A call of an operator or a function."""

    def __init__(self, op, args, attrs=None, type_args=None, span=None):
        if isinstance(op, Op) and (not isinstance(attrs, Attrs) or attrs._call is None):
            given = attrs._values if isinstance(attrs, Attrs) else attrs
            made = _raw.makeCall(op.name, _raw.handles(args), _raw.dumps(given or {}))
        elif isinstance(attrs, Attrs) and attrs._call is not None:
            made = _raw.makeCallLike(attrs._call.handle, _raw.handles([op, *args]))
        elif attrs is not None:
            from .op._build import attribute

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
    def op(self):
        """What is called."""
        return self._child(0)

    @property
    def args(self):
        """The arguments."""
        return Array(self._children()[1:])

    @property
    def attrs(self):
        """The attributes, or None where there are none."""
        info = self._info()
        sort = info.get("attrsType")
        if sort == "DictAttrs":
            return DictAttrs(self, info["attrs"])
        if not info["attrs"] and not sort:
            return None
        from .op.op_attrs import CLASSES, class_of

        made = CLASSES.get(sort, Attrs) if sort else class_of(self.op.name)
        return made(self, info["attrs"])

    @property
    def type_args(self):
        """The types that the callee's type parameters stand for; of an operator, those of the arguments."""
        given = self._types()["typeArgs"]
        if given or self._checked_type_ is None:
            return given
        arg_types = [arg.checked_type for arg in self.args]
        if isinstance(self.op, Op):
            return Array(arg_types)
        callee = self.op._checked_type_
        if not isinstance(callee, FuncType) or not callee.type_params:
            return given
        from .type_functor import type_args

        return Array(type_args(callee, arg_types, self._checked_type_))


class TupleGetItem(RelayExpr):
    """An item of a tuple."""

    def __init__(self, tuple_value, index, span=None):
        self._take(_raw.makeTupleGetItem(tuple_value.handle, int(index)))
        self._place(span)

    @property
    def tuple_value(self):
        """The tuple."""
        return self._child(0)

    @property
    def index(self):
        """Which item, from 0."""
        return self._info()["index"]


class _OfChildren(RelayExpr):
    """What is made of nothing but the expressions below it."""

    def _make(self, *children):
        self._take(_raw.makeExpr(type(self).__name__, _raw.handles(children)))


class Let(_OfChildren):
    """Gives a value a name within an expression."""

    def __init__(self, variable, value, body, span=None):
        self._make(variable, value, body)
        self._place(span)

    @property
    def var(self):
        """The variable."""
        return self._child(0)

    @property
    def value(self):
        """The value."""
        return self._child(1)

    @property
    def body(self):
        """The expression."""
        return self._child(2)


class If(_OfChildren):
    """One of two expressions."""

    def __init__(self, cond, true_branch, false_branch, span=None):
        self._make(cond, true_branch, false_branch)
        self._place(span)

    @property
    def cond(self):
        """Which."""
        return self._child(0)

    @property
    def true_branch(self):
        """The one."""
        return self._child(1)

    @property
    def false_branch(self):
        """The other."""
        return self._child(2)


class RefCreate(_OfChildren):
    """Makes a reference."""

    def __init__(self, value):
        self._make(value)

    @property
    def value(self):
        """Its first value."""
        return self._child(0)


class RefRead(_OfChildren):
    """The value of a reference."""

    def __init__(self, ref):
        self._make(ref)

    @property
    def ref(self):
        """The reference."""
        return self._child(0)


class RefWrite(_OfChildren):
    """Gives a reference another value."""

    def __init__(self, ref, value):
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
    """The items of a call that gives a tuple: a tuple of Python that is an expression, too."""

    def __new__(cls, tuple_value, size):
        # Each access makes a node of its own, as in TVM; the tuple of Python has but the length.
        made = super().__new__(cls, (None,) * size)
        made.tuple_value = tuple_value
        made.size = size
        return made

    @property
    def handle(self):
        """That of the call."""
        return self.tuple_value.handle

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
        """Tuples have no data type."""
        raise TypeError("astype cannot be used on tuple")


def _type_handle(type_):
    if not isinstance(type_, Type):
        raise TypeError(f"{type_!r} is no type")
    return type_.handle


def expr_from(handle, key=None):
    """The expression of a handle, which it takes over; None for 0."""
    if not handle:
        return None
    if key is None:
        key = int(_raw.exprKey(handle))
    return _CLASSES[key % 16]._of(handle, key)


def var(name_hint, type_annotation=None, shape=None, dtype="float32", span=None):
    """A variable, with a type or with a shape and a data type."""
    from ..ir.type import TensorType

    if type_annotation is not None and shape is not None:
        raise ValueError("Can only specify either type_annotation or shape.")
    if shape is not None:
        type_annotation = TensorType(shape, dtype)
    elif isinstance(type_annotation, str):
        type_annotation = TensorType((), type_annotation)
    return Var(name_hint, type_annotation, span)


def const(value, dtype=None, span=None):
    """A constant of a number, a list or an array.

    Without a data type a number of Python is an int32, float32 or bool, as are numpy's of 64 bits; others keep their own.
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


def bind(expr, binds):
    """An expression with others in place of variables, by variable or by name.

    A function loses the parameters that are replaced, and gets the free variables of what replaces them.
    """
    from .analysis import free_vars
    from .expr_functor import ExprMutator
    from .function import Function

    by_name = {}
    if binds and all(isinstance(key, str) for key in binds):
        by_name = {var.name_hint: var for var in getattr(expr, "params", free_vars(expr))}
    replaced = {by_name.get(key, key).vid: value for key, value in binds.items()}

    class Binder(ExprMutator):
        """Replaces variables."""

        def visit_var(self, var):
            return replaced.get(var.vid, var)

    binder = Binder()
    if not isinstance(expr, Function):
        return binder.visit(expr)
    body = binder.visit(expr.body)
    params = [param for param in expr.params if param.vid not in replaced]
    bound = {param.vid for param in params}
    params += [var for var in free_vars(body) if var.vid not in bound]
    return Function(params, body, expr.ret_type, expr.type_params, expr.attrs)


_CLASSES = [None] * 16


def register_kind(number, made):
    """Tells which class the engine's kind `number` has."""
    _CLASSES[number] = made


for _number, _made in enumerate(
    (Var, GlobalVar, Constant, Op, Call, Tuple, TupleGetItem, None, Let, If, RefCreate, RefRead, RefWrite)
):
    register_kind(_number, _made)
