"""Rules of FakeQuantizationToInteger, and their helpers."""

from ...ir.affine_type import TensorAffineType, TupleAffineType
from ...ir.base import structural_equal
from ...ir.module import IRModule
from ..expr import Constant
from ..op._build import FUNCTIONS
from ..op.op import (
    register_fake_quantization_to_integer,
    register_optional_fake_quantization_to_integer,
)
from ..op.transform import cast
from .transform import FoldConstantExpr, _typed


def fold_constant(expr):
    """The expression with constant parts folded."""
    return FoldConstantExpr(expr, IRModule(), True)


def infer_shape(expr):
    """The shape of an expression."""
    return _typed(expr).checked_type.shape


def get_zeros(scale):
    """Zero points for scales: the same number of zeros."""
    return fold_constant(cast(FUNCTIONS["zeros_like"](scale), "int32"))


def approx_equal(x, y):
    """Whether two expressions are constants with about the same values, or the same expression."""
    import numpy as np

    x, y = fold_constant(x), fold_constant(y)
    if isinstance(x, Constant) and isinstance(y, Constant):
        a, b = x.data.numpy(), y.data.numpy()
        return (not a.shape or not b.shape or a.shape == b.shape) and np.allclose(a, b, rtol=1e-5, atol=1e-5)
    return structural_equal(x, y)


def register_unary_identity(op_name):
    """Registers a rule for an operator that only moves elements: its result has the affine type of its argument."""

    def identity(expr, type_map):
        if len(expr.args) != 1:
            raise ValueError(f"{op_name} has {len(expr.args)} arguments, not one")
        return [expr, type_map[expr.args[0]]]

    return register_fake_quantization_to_integer(op_name, identity)
