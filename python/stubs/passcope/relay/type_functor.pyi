# Made by python/tools/describe.py.
"""Visiting types. Types nest some hundreds deep at most, so that recursion is in order."""

from typing import Any

from passcope.ir.adt import TypeData as TypeData
from passcope.ir.type import FuncType as FuncType
from passcope.ir.type import GlobalTypeVar as GlobalTypeVar
from passcope.ir.type import IncompleteType as IncompleteType
from passcope.ir.type import RefType as RefType
from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType
from passcope.ir.type import TypeCall as TypeCall
from passcope.ir.type import TypeRelation as TypeRelation
from passcope.ir.type import TypeVar as TypeVar
from passcope.ir.type import types_from as types_from

class TypeFunctor:
    """A method for each kind of type; those that a class leaves out raise NotImplementedError."""
    def __init__(self) -> None: ...
    def visit(self, typ: Any) -> Any:
        """What the type's method answers. Raises TypeError for what is no type."""
    def visit_type_var(self, typ: Any) -> Any: ...
    def visit_incomplete_type(self, typ: Any) -> Any: ...
    def visit_tensor_type(self, typ: Any) -> Any: ...
    def visit_func_type(self, typ: Any) -> Any: ...
    def visit_tuple_type(self, typ: Any) -> Any: ...
    def visit_type_relation(self, typ: Any) -> Any: ...
    def visit_ref_type(self, typ: Any) -> Any: ...
    def visit_global_type_var(self, typ: Any) -> Any: ...
    def visit_type_call(self, typ: Any) -> Any: ...
    def visit_type_data(self, typ: Any) -> Any: ...

class TypeVisitor(TypeFunctor):
    """Visits all parts of a type."""
    def visit_type_var(self, tv: Any) -> Any:
        """A type variable."""
    def visit_incomplete_type(self, it: Any) -> Any:
        """A hole."""
    def visit_tensor_type(self, tt: Any) -> Any:
        """A tensor."""
    def visit_func_type(self, ft: Any) -> Any:
        """A function."""
    def visit_tuple_type(self, tt: Any) -> Any:
        """A tuple."""
    def visit_type_relation(self, tr: Any) -> Any:
        """A relation."""
    def visit_ref_type(self, rt: Any) -> Any:
        """A reference."""
    def visit_global_type_var(self, gtv: Any) -> Any:
        """The name of a data type."""
    def visit_type_call(self, tc: Any) -> Any:
        """A data type that is applied."""
    def visit_type_data(self, td: Any) -> Any:
        """A data type."""

class TypeMutator(TypeFunctor):
    """Makes a type anew of what its methods answer for its parts."""
    def visit_type_var(self, tv: Any) -> Any:
        """A type variable: itself."""
    def visit_incomplete_type(self, it: Any) -> Any:
        """A hole: itself."""
    def visit_tensor_type(self, tt: Any) -> Any:
        """A tensor."""
    def visit_func_type(self, ft: Any) -> Any:
        """A function."""
    def visit_tuple_type(self, tt: Any) -> Any:
        """A tuple."""
    def visit_type_relation(self, tr: Any) -> Any:
        """A relation."""
    def visit_ref_type(self, rt: Any) -> Any:
        """A reference."""
    def visit_global_type_var(self, gtv: Any) -> Any:
        """The name of a data type."""
    def visit_type_call(self, tc: Any) -> Any:
        """A data type that is applied."""
    def visit_type_data(self, td: Any) -> Any:
        """A data type."""

def type_args(callee: Any, arg_types: Any, ret_type: Any) -> Any:
    """The types that a generic function's type parameters stand for where it takes and gives these types."""
