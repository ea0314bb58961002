# Made by python/tools/describe.py.
"""Rules of ToMixedPrecision."""

from typing import Any

from passcope.relay.op.op import register_mixed_precision_conversion as register_mixed_precision_conversion

MIXED_PRECISION_ALWAYS: int

MIXED_PRECISION_FOLLOW: int

MIXED_PRECISION_NEVER: int

def register_func_to_op_list(list_ops: Any) -> Any:
    """Registers the function that is decorated for several operators."""

def get_generic_out_dtypes(call_node: Any, mixed_precision_type: Any) -> Any:
    """The data types of sums and of results: the small one."""

def generic_always_op(call_node: Any, mixed_precision_type: Any) -> Any:
    """Computes in the small type."""

def generic_follow_op(call_node: Any, mixed_precision_type: Any) -> Any:
    """Computes in the small type where the arguments have it."""

def generic_never_op(call_node: Any, mixed_precision_type: Any) -> Any:
    """Computes in float32."""
