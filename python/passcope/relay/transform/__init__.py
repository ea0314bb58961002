"""Relay's passes: those of the engine's table, and those in Python."""

from .transform import *  # pylint: disable=wildcard-import,unused-wildcard-import
from . import fake_quantization_to_integer, memory_plan, mixed_precision
from .flexible_shape import flexible_dispatch, override_shape, specialize_body
from .infer_layout_utils import InferCorrectLayoutOutput
from .memory_plan import const_eval, is_primitive, iterative_let, mk_let
from .mixed_precision import (
    MIXED_PRECISION_ALWAYS,
    MIXED_PRECISION_FOLLOW,
    MIXED_PRECISION_NEVER,
    generic_always_op,
    generic_follow_op,
    generic_never_op,
    get_generic_out_dtypes,
    register_func_to_op_list,
)
from .sparse import Conv2dToSparse, Conv2dToSparse2, DenseToSparse
