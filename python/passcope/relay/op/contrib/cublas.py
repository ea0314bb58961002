"""The operators of cuBLAS."""

from ...._given import guard_module
from ...dataflow_pattern import is_op, wildcard
from ...transform import InferType
from ._parts import parted, type_of
from .register import register_pattern_table

# The data types of factors and of products.
_DTYPES = {
    ("float16", "float16"),
    ("float16", "float32"),
    ("float32", "float32"),
    ("float64", "float64"),
    ("int8", "float32"),
    ("int8", "int32"),
}


def _takes(call):
    a, b = type_of(call, 0), type_of(call, 1)
    if a.dtype != b.dtype or (a.dtype, call.checked_type.dtype) not in _DTYPES:
        return False
    return a.dtype != "int8" or all(int(type_.shape[-1]) % 4 == 0 for type_ in (a, b))


@register_pattern_table("cublas")
def pattern_table():
    """The rows for MergeComposite."""
    names = ("matmul", "batch_matmul", "dense")
    return [(f"cublas.{name}", is_op(f"nn.{name}")(wildcard(), wildcard()), _takes) for name in names]


def partition_for_cublas(mod, params=None):
    """Moves the parts that cuBLAS takes into functions of their own."""
    return parted(mod, None, [], pattern_table(), "cublas", after=[InferType()])


guard_module(__name__)
