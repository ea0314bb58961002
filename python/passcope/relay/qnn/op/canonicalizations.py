"""Functions of integers as lookup tables."""

from ....ir.module import IRModule
from ... import op as _op
from ...build_module import create_executor
from ...expr import const
from . import qnn as _qnn


def run_const_expr(expr):
    """The value of an expression without free variables, as a numpy array."""
    return create_executor("vm", mod=IRModule.from_expr(expr)).evaluate()().numpy()


def create_integer_lookup_table(
    floating_point_func,
    input_scale,
    input_zero_point,
    output_scale,
    output_zero_point,
    in_axis=-1,
    out_axis=-1,
    in_dtype="uint8",
    out_dtype="uint8",
):
    """The table of a function of reals: its quantised result for each integer of the input type.

    The index of an integer is its bits, read as an unsigned integer.
    """
    import numpy as np

    for dtype in (in_dtype, out_dtype):
        if not np.issubdtype(np.dtype(dtype), np.integer):
            raise ValueError(
                f"Only integer dtypes allowed got {in_dtype} and {out_dtype} for in and out dtypes."
            )
    bits = np.iinfo(in_dtype).bits
    integers = const(np.arange(2**bits).astype(f"uint{bits}").view(in_dtype), in_dtype)
    reals = run_const_expr(_qnn.dequantize(integers, input_scale, input_zero_point, in_axis))
    values = const(floating_point_func(reals))
    return run_const_expr(_qnn.quantize(values, output_scale, output_zero_point, out_axis, out_dtype))


def create_integer_lookup_op(
    input_arg,
    floating_point_func,
    in_scale,
    in_zero_point,
    out_scale,
    out_zero_point,
    in_axis=-1,
    out_axis=-1,
    in_dtype="uint8",
    out_dtype="uint8",
):
    """A call that looks up a function's values. Scales and zero points are constants with one element."""
    import numpy as np

    def scalar(constant, dtype=None):
        return const(constant.data.numpy().item(), dtype)

    table = create_integer_lookup_table(
        floating_point_func,
        scalar(in_scale),
        scalar(in_zero_point, "int32"),
        scalar(out_scale),
        scalar(out_zero_point, "int32"),
        in_axis,
        out_axis,
        in_dtype,
        out_dtype,
    )
    places = _op.reinterpret(input_arg, f"uint{np.iinfo(in_dtype).bits}")
    return _op.take(const(table), places, axis=0, mode="fast")
