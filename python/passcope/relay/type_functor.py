"""Visitors of types. Recursion is safe, because types are nested at most some hundreds deep."""

from .. import _raw
from ..ir.adt import TypeData
from ..ir.type import (
    FuncType,
    GlobalTypeVar,
    IncompleteType,
    RefType,
    TensorType,
    TupleType,
    TypeCall,
    TypeRelation,
    TypeVar,
    types_from,
)

_METHODS = {
    TypeVar: "visit_type_var",
    IncompleteType: "visit_incomplete_type",
    TensorType: "visit_tensor_type",
    FuncType: "visit_func_type",
    TupleType: "visit_tuple_type",
    TypeRelation: "visit_type_relation",
    RefType: "visit_ref_type",
    GlobalTypeVar: "visit_global_type_var",
    TypeCall: "visit_type_call",
    TypeData: "visit_type_data",
}


class TypeFunctor:
    """A method for each kind of type. Missing methods raise NotImplementedError."""

    def __init__(self):
        self.memo_map = {}

    def visit(self, typ):
        """The result of the type's method. Raises TypeError if it is not a type."""
        method = _METHODS.get(type(typ))
        if method is None:
            raise TypeError(f"{typ!r} is no type")
        return getattr(self, method)(typ)

    def _refuse(self, typ):
        raise NotImplementedError(f"{type(self).__name__} has no method for {type(typ).__name__}")

    visit_type_var = visit_incomplete_type = visit_tensor_type = visit_func_type = _refuse
    visit_tuple_type = visit_type_relation = visit_ref_type = visit_global_type_var = _refuse
    visit_type_call = visit_type_data = _refuse


class TypeVisitor(TypeFunctor):
    """Visits all parts of a type."""

    def _all(self, types):
        for typ in types:
            self.visit(typ)

    def visit_type_var(self, tv):
        """A type variable."""

    def visit_incomplete_type(self, it):
        """A hole."""

    def visit_tensor_type(self, tt):
        """A tensor."""

    def visit_func_type(self, ft):
        """A function."""
        self._all(ft.arg_types)
        self.visit(ft.ret_type)
        self._all(ft.type_params)
        self._all(ft.type_constraints)

    def visit_tuple_type(self, tt):
        """A tuple."""
        self._all(tt.fields)

    def visit_type_relation(self, tr):
        """A relation."""
        self._all(tr.args)

    def visit_ref_type(self, rt):
        """A reference."""
        self.visit(rt.value)

    def visit_global_type_var(self, gtv):
        """The name of a data type."""

    def visit_type_call(self, tc):
        """A data type that is applied."""
        self.visit(tc.func)
        self._all(tc.args)

    def visit_type_data(self, td):
        """A data type."""
        self.visit(td.header)
        self._all(td.type_vars)
        for constructor in td.constructors:
            self.visit(constructor.belong_to)
            self._all(constructor.inputs)


class TypeMutator(TypeFunctor):
    """Rebuilds a type from the results for its parts."""

    def _all(self, types):
        return [self.visit(typ) for typ in types]

    def visit_type_var(self, tv):
        """Returns the type variable unchanged."""
        return tv

    def visit_incomplete_type(self, it):
        """Returns the unknown type unchanged."""
        return it

    def visit_tensor_type(self, tt):
        """A tensor."""
        return TensorType(tt.shape, tt.dtype)

    def visit_func_type(self, ft):
        """A function."""
        return FuncType(
            self._all(ft.arg_types),
            self.visit(ft.ret_type),
            self._all(ft.type_params),
            self._all(ft.type_constraints),
        )

    def visit_tuple_type(self, tt):
        """A tuple."""
        return TupleType(self._all(tt.fields))

    def visit_type_relation(self, tr):
        """A relation."""
        return TypeRelation(tr.func, self._all(tr.args), tr.num_inputs, tr.attrs)

    def visit_ref_type(self, rt):
        """A reference."""
        return RefType(self.visit(rt.value))

    def visit_global_type_var(self, gtv):
        """The name of a data type."""
        return GlobalTypeVar(gtv.name_hint, gtv.kind)

    def visit_type_call(self, tc):
        """A data type that is applied."""
        return TypeCall(self.visit(tc.func), self._all(tc.args))

    def visit_type_data(self, td):
        """A data type."""
        return TypeData(self.visit(td.header), self._all(td.type_vars), td.constructors)


class _Instance(TypeMutator):
    """Replaces type variables by types."""

    def __init__(self, types):
        self._types = types

    def visit_type_var(self, tv):
        """The replacement of the variable."""
        return self._types.get(tv._identity(), tv)

    def visit_global_type_var(self, gtv):
        """Returns the name of the data type unchanged."""
        return gtv


def type_args(callee, arg_types, ret_type):
    """The type arguments of a generic function that takes and returns these types."""
    holes = [IncompleteType() for _ in callee.type_params]
    instance = _Instance({param._identity(): hole for param, hole in zip(callee.type_params, holes)})
    pairs = [(instance.visit(type_), given) for type_, given in zip(callee.arg_types, arg_types)]
    pairs.append((instance.visit(callee.ret_type), ret_type))
    handles = _raw.dumps([[a.handle, b.handle] for a, b in pairs])
    return types_from(_raw.loads(_raw.unifyTypes(handles, _raw.handles(holes)))["types"])
