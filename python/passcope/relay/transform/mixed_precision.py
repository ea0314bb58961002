"""Rules of ToMixedPrecision."""

from ..op.op import register_mixed_precision_conversion

MIXED_PRECISION_ALWAYS = 0
MIXED_PRECISION_FOLLOW = 1
MIXED_PRECISION_NEVER = 2


def register_func_to_op_list(list_ops):
    """Registers the decorated function for several operators."""

    def register(func):
        for op_name in list_ops:
            register_mixed_precision_conversion(op_name, func)
        return func

    return register


def get_generic_out_dtypes(call_node, mixed_precision_type):
    """The data types of sums and of results: the small data type."""
    return [mixed_precision_type, mixed_precision_type]


def generic_always_op(call_node, mixed_precision_type):
    """Computes in the small type."""
    return [MIXED_PRECISION_ALWAYS] + get_generic_out_dtypes(call_node, mixed_precision_type)


def generic_follow_op(call_node, mixed_precision_type):
    """Computes in the small type if the arguments have it."""
    return [MIXED_PRECISION_FOLLOW] + get_generic_out_dtypes(call_node, mixed_precision_type)


def generic_never_op(call_node, mixed_precision_type):
    """Computes in float32."""
    return [MIXED_PRECISION_NEVER] + get_generic_out_dtypes(call_node, mixed_precision_type)
