# Made by python/tools/describe.py.
"""Rules of FakeQuantizationToInteger, and what they are made of."""

from typing import Any

from passcope.ir.affine_type import TensorAffineType as TensorAffineType
from passcope.ir.affine_type import TupleAffineType as TupleAffineType
from passcope.relay.expr import Constant as Constant
from passcope.relay.op.op import register_fake_quantization_to_integer as register_fake_quantization_to_integer
from passcope.relay.op.op import register_optional_fake_quantization_to_integer as register_optional_fake_quantization_to_integer

def fold_constant(expr: Any) -> Any:
    """The expression with what is known computed."""

def infer_shape(expr: Any) -> Any:
    """The shape of an expression."""

def get_zeros(scale: Any) -> Any:
    """Zero points for scales: as many, all 0."""

def approx_equal(x: Any, y: Any) -> Any:
    """Whether two expressions are constants with about the same values, or the same."""

def register_unary_identity(op_name: Any) -> Any:
    """Registers for an operator that moves elements that its result stands for what its argument does."""
