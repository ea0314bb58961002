"""Functions that make calls of operators, under TVM's names, with TVM's parameters and defaults."""

from ..._absent import modules_below
from . import _tensorcore, annotation, contrib, dyn, image, memory, nn, op, op_attrs, random, vision, vm
from ._build import FUNCTIONS, fill
from ..expr import MAKERS, Op, const
from .debugging import debug
from .op import (
    OpPattern,
    get,
    register,
    register_alter_op_layout,
    register_compute,
    register_convert_op_layout,
    register_external_compiler,
    register_fake_quantization_to_integer,
    register_gradient,
    register_infer_correct_layout,
    register_legalize,
    register_mixed_precision_conversion,
    register_optional_fake_quantization_to_integer,
    register_pattern,
    register_shape_func,
    register_stateful,
    register_strategy,
)
from .strategies import (
    OpImplementation,
    OpSpecialization,
    OpStrategy,
    register_broadcast_schedule,
    register_injective_schedule,
    register_reduce_schedule,
    register_schedule,
)
from .reduce import logsumexp, mean_std, mean_variance, std, variance
from .transform import (
    adv_index,
    arange,
    cast,
    cast_like,
    collapse_sum_to,
    device_copy,
    expand_dims,
    full,
    matrix_set_diag,
    meshgrid,
    one_hot,
    reinterpret,
    reshape,
    reverse_reshape,
    segment_sum,
    sliding_window,
    sparse_fill_empty_rows,
    sparse_to_dense,
    split,
    squeeze,
    stft,
    strided_set,
    strided_slice,
    topk,
    unique,
)

fill(globals())
MAKERS.update(FUNCTIONS, cast=cast)

# The names for `from .op import *`: functions, but not modules.
__all__ = [name for name, value in list(globals().items()) if callable(value) and name not in ("fill", "modules_below")]

__getattr__ = modules_below(__name__, ("strategy",))
