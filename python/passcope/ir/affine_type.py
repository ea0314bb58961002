"""What integers stand for: reals that are scale · (integer - zero point)."""

from .. import _raw


class TensorAffineType:
    """Of a tensor: expressions for scale and zero point, the integers' data type, and the axis along which vectors lie."""

    def __init__(self, scale, zero_point, dtype, axis=-1):
        self.scale = scale
        self.zero_point = zero_point
        self.dtype = str(dtype)
        self.axis = int(axis)

    @staticmethod
    def _read(row):
        from ..relay.expr import expr_from

        scale, zero_point, dtype, axis = row
        return TensorAffineType(expr_from(scale), expr_from(zero_point), dtype, axis)

    def _written(self):
        return [_raw.clone(self.scale.handle), _raw.clone(self.zero_point.handle), self.dtype, self.axis]

    def __eq__(self, other):
        from . import structural_equal

        return (
            isinstance(other, TensorAffineType)
            and structural_equal(self.scale, other.scale)
            and structural_equal(self.zero_point, other.zero_point)
            and (self.dtype, self.axis) == (other.dtype, other.axis)
        )

    __hash__ = None


class TupleAffineType:
    """Of a tuple: one for each field."""

    def __init__(self, types):
        self.types = list(types)

    def __eq__(self, other):
        return isinstance(other, TupleAffineType) and self.types == other.types

    __hash__ = None
