"""Operators that allocate memory, and conversions between tuples and lists of tensors."""

from ...ir.type import TensorType, TupleType
from ...target.virtual_device import VirtualDevice
from ..expr import Constant, Tuple, TupleGetItem
from ._build import make


def alloc_tensor(storage, offset, shape, dtype="float32", assert_shape=None):
    """A tensor of a shape at an offset of a storage."""
    attrs = {"dtype": dtype, "assert_shape": assert_shape}
    if isinstance(shape, Constant):
        attrs["const_shape"] = shape
    return make("memory.alloc_tensor", [storage, offset, shape], attrs)


def alloc_storage(size, alignment, device, dtype_hint="float32"):
    """A storage of `size` bytes on a device."""
    if not isinstance(device, VirtualDevice):
        device = VirtualDevice(device)
    attrs = {"dtype": dtype_hint, "virtual_device": device}
    return make("memory.alloc_storage", [size, alignment], attrs)


def flatten_tuple_type(ty):
    """The types of tensors in a type, from left to right. Raises ValueError for other types."""
    if isinstance(ty, TensorType):
        return [ty]
    if isinstance(ty, TupleType):
        return [part for field in ty.fields for part in flatten_tuple_type(field)]
    raise ValueError(f"{ty} is no type of tensors")


def from_tuple_type(ty, expr):
    """The expressions of the tensors of an expression with this type."""
    if isinstance(ty, TensorType):
        return [expr]
    if isinstance(ty, TupleType):
        parts = [(field, TupleGetItem(expr, i)) for i, field in enumerate(ty.fields)]
        return [found for field, part in parts for found in from_tuple_type(field, part)]
    raise ValueError(f"{ty} is no type of tensors")


def to_tuple_type(ty, exprs):
    """An expression of this type from the expressions of its tensors."""
    left = iter(exprs)

    def build(type_):
        if isinstance(type_, TensorType):
            return next(left)
        if isinstance(type_, TupleType):
            return Tuple([build(field) for field in type_.fields])
        raise ValueError(f"{type_} is no type of tensors")

    return build(ty)
