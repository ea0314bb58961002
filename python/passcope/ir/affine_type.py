"""Affine types: the reals that integers represent, scale · (integer - zero point)."""

from .. import _raw
from .expr import expr_from


class TensorAffineType:
    """The affine type of a tensor: expressions for scale and zero point, the integers' data type, and the axis of vectors."""

    def __init__(self, scale, zero_point, dtype, axis=-1):
        self.scale = scale
        self.zero_point = zero_point
        self.dtype = str(dtype)
        self.axis = int(axis)

    @staticmethod
    def _read(row):
        scale, zero_point, dtype, axis = row
        return TensorAffineType(expr_from(scale), expr_from(zero_point), dtype, axis)

    def _written(self):
        return [_raw.clone(self.scale.handle), _raw.clone(self.zero_point.handle), self.dtype, self.axis]

    def __eq__(self, other):
        return (
            isinstance(other, TensorAffineType)
            and _raw.structuralEqual(self.scale.handle, other.scale.handle, False)
            and _raw.structuralEqual(self.zero_point.handle, other.zero_point.handle, False)
            and (self.dtype, self.axis) == (other.dtype, other.axis)
        )

    __hash__ = None


class TupleAffineType:
    """The affine type of a tuple: one for each field."""

    def __init__(self, types):
        self.types = list(types)

    def __eq__(self, other):
        return isinstance(other, TupleAffineType) and self.types == other.types

    __hash__ = None
