"""Relay's types."""

from collections.abc import Sequence

from .. import _raw
from .._given import call_it
from ..runtime.container import Array
from ..runtime.object import Object
from ..tir import dim_from_json, dim_to_json


class TypeKind:
    """The kinds of types."""

    Type = 0
    ShapeVar = 1
    BaseType = 2
    Constraint = 4
    AdtHandle = 5
    TypeData = 6


class Type(Object):
    """The base of all types. Two types are equal if they are structurally equal."""

    def _identity(self):
        if self._key is None:
            self._key = _raw.typeKey(self.handle)
        return self._key

    def _info(self):
        info = self.__dict__.get("_facts")
        if info is None:
            info = _raw.loads(_raw.typeInfo(self.handle))
            for name in _TYPE_LISTS:
                if name in info:
                    info[name] = types_from(info[name])
            info = self.__dict__.setdefault("_facts", info)
        return info

    def __eq__(self, other):
        return (
            isinstance(other, Type)
            and _raw.structuralEqual(self.handle, other.handle, False)
            and self._constrained() == other._constrained()
        )

    def _constrained(self):
        """The relations of a function's type. They exist only in Python."""
        return ()

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._identity())

    def __repr__(self):
        return _raw.text(self.handle, 0)

    __str__ = __repr__

    @property
    def span(self):
        """Always None: types have no source place."""
        return None


_TYPE_LISTS = ("fields", "typeParams", "argTypes", "retType", "value", "func", "args")


class TensorType(Type):
    """A tensor of a shape, whose dimensions are integers, `?` (tir.Any) or symbols, and a data type."""

    def __init__(self, shape, dtype: str = "float32"):
        if isinstance(shape, (str, bytes)) or not hasattr(shape, "__iter__"):
            shape = [shape]
        fields = {"shape": [dim_to_json(dim) for dim in shape], "dtype": str(dtype)}
        self._take(_raw.makeType("TensorType", "[]", _raw.dumps(fields)))

    @property
    def shape(self) -> Array:
        """The dimensions."""
        return Array(map(dim_from_json, self._info()["shape"]))

    @property
    def dtype(self) -> str:
        """The type of the elements, such as "float32"."""
        return self._info()["dtype"]

    @property
    def concrete_shape(self) -> tuple[int, ...]:
        """The dimensions, which must all be integers."""
        return tuple(int(dim) for dim in self.shape)


class TupleType(Type):
    """A tuple of types."""

    def __init__(self, fields: Sequence[Type], span=None):
        self._take(_raw.makeType("TupleType", _raw.handles(fields), "{}"))

    @property
    def fields(self) -> Array:
        """The types of the fields."""
        return self._info()["fields"]


class FuncType(Type):
    """The type of a function, with type parameters."""

    def __init__(
        self,
        arg_types: Sequence[Type],
        ret_type: Type,
        type_params: Sequence[Type] | None = None,
        type_constraints: Sequence["TypeConstraint"] | None = None,
    ):
        params = list(type_params or ())
        types = [*params, *arg_types, ret_type]
        self._take(_raw.makeType("FuncType", _raw.handles(types), _raw.dumps({"typeParams": len(params)})))
        self._constraints = Array(type_constraints or ())

    @property
    def arg_types(self) -> Array:
        """The types of the arguments."""
        return self._info()["argTypes"]

    @property
    def ret_type(self) -> Type:
        """The type of the result."""
        return self._info()["retType"][0]

    @property
    def type_params(self):
        """The type variables that the function binds."""
        return self._info()["typeParams"]

    @property
    def type_constraints(self):
        """Relations between the types. In programs only operators have them, and the engine does not expose those."""
        return self.__dict__.get("_constraints", Array())

    def _constrained(self):
        # With parameters replaced by their positions, so that two types with constraints are compared variable by variable.
        names = {param: f"[{i}]" for i, param in enumerate(self.type_params)}
        return tuple(
            (row.func, tuple(names.get(arg, arg) for arg in row.args), row.num_inputs, row.attrs)
            for row in self.type_constraints
        )


class RefType(Type):
    """The type of a reference to a value."""

    def __init__(self, value: Type):
        self._take(_raw.makeType("RefType", _raw.handles([value]), "{}"))

    @property
    def value(self) -> Type:
        """The type of the value."""
        return self._info()["value"][0]


RelayRefType = RefType


class IncompleteType(Type):
    """A type that is still to be inferred."""

    def __init__(self, kind=TypeKind.Type):
        self._take(_raw.makeType("IncompleteType", "[]", _raw.dumps({"varKind": int(kind)})))

    @property
    def kind(self):
        """The kind of the unknown type, a TypeKind."""
        return self._info()["varKind"]


class _Named(Type):
    """A type that is a name."""

    def _make(self, name, kind):
        fields = {"name": str(name), "varKind": int(kind)}
        self._take(_raw.makeType(type(self).__name__, "[]", _raw.dumps(fields)))

    @property
    def kind(self):
        """The kind of the type, a TypeKind."""
        return self._info()["varKind"]

    @property
    def name_hint(self) -> str:
        """The name of the type."""
        return self._info()["name"]

    name = name_hint

    def __call__(self, *args: Type) -> "TypeCall":
        return TypeCall(self, args)


class TypeVar(_Named):
    """A type parameter."""

    def __init__(self, name_hint, kind=TypeKind.Type):
        self._make(name_hint, kind)


class GlobalTypeVar(_Named):
    """The name of an algebraic data type."""

    def __init__(self, name_hint, kind=TypeKind.AdtHandle):
        self._make(name_hint, kind)


class TypeCall(Type):
    """A data type applied to types."""

    def __init__(self, func: Type, args: Sequence[Type]):
        self._take(_raw.makeType("TypeCall", _raw.handles([func, *args]), "{}"))

    @property
    def func(self):
        """The data type or type variable that is applied."""
        return self._info()["func"][0]

    @property
    def args(self):
        """The type arguments."""
        return self._info()["args"]


# In the order of the engine's kinds, which TypeInfo lists.
_CLASSES = {
    made.__name__: made
    for made in (
        TensorType,
        TupleType,
        FuncType,
        RefType,
        IncompleteType,
        TypeVar,
        GlobalTypeVar,
        TypeCall,
    )
}


def type_from(handle, key=None):
    """The type of a handle; None for 0."""
    if not handle:
        return None
    made = Type._of(handle, key)
    made.__class__ = _CLASSES[made._info()["kind"]]
    return made


def types_from(pairs):
    """The types of a list of handles and keys."""
    return Array(type_from(pairs[i], pairs[i + 1]) for i in range(0, len(pairs), 2))


call_it(Type, "a type", "types", "ttype", "ret_type")


class TypeConstraint:
    """The base of relations between types."""


class TypeRelation(TypeConstraint):
    """A relation between types, as Relay's operators have. Scripts can make and read it."""

    def __init__(self, func, args, num_inputs, attrs):
        self.func = func
        self.args = Array(args)
        self.num_inputs = num_inputs
        self.attrs = attrs

    def _facts(self):
        return (self.func, self.args, self.num_inputs, self.attrs)

    def __call__(self, *args):
        """The same relation between other types."""
        return TypeRelation(self.func, args, self.num_inputs, self.attrs)

    def same_as(self, other):
        """Whether two relations are the same object."""
        return self is other

    def __eq__(self, other):
        return isinstance(other, TypeRelation) and self._facts() == other._facts()

    def __hash__(self):
        return hash((self.func, self.num_inputs))
