"""Functions that make calls of quantised operators."""

from ...._entered import Entered
from ....ir.op import register_op_attr
from ....topi.nn.qnn import SQNN_DTYPE_TO_CODE
from ... import op as _op
from ...expr import Tuple, TupleWrapper, const
from ...op._build import as_tuple, fill, make


def register_qnn_legalize(op_name, legal_op=None, level=10):
    """Registers a rule of `qnn.transform.Legalize`. Can be a decorator."""
    return register_op_attr(op_name, "FTVMQnnLegalize", legal_op, level)


def register_qnn_canonicalize(op_name, legal_op=None, level=10):
    """Registers a rule of `qnn.transform.CanonicalizeOps`. Can be a decorator."""
    return register_op_attr(op_name, "FTVMQnnCanonicalize", legal_op, level)


def concatenate(data, input_scales, input_zero_points, output_scale, output_zero_point, axis):
    """Quantised tensors joined along an axis."""
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")
    given = data.tuple_value if isinstance(data, TupleWrapper) else as_tuple(data)
    inputs = [given, Tuple(list(input_scales)), Tuple(list(input_zero_points))]
    return make("qnn.concatenate", [*inputs, output_scale, output_zero_point], {"axis": axis})


def _code(dtype):
    if not isinstance(dtype, str):
        return dtype
    if dtype not in SQNN_DTYPE_TO_CODE:
        raise ValueError(f"a data type of a simulated operator is one of {', '.join(SQNN_DTYPE_TO_CODE)}, not '{dtype}'")
    return const(SQNN_DTYPE_TO_CODE[dtype], "int32")


def simulated_quantize(data, output_scale, output_zero_point, axis=-1, out_dtype="int8"):
    """The effect of quantising on the values, in reals."""
    scale, zero = _op.reshape(output_scale, [-1]), _op.reshape(output_zero_point, [-1])
    return make("qnn.simulated_quantize", [data, _code(out_dtype), scale, zero], {"axis": axis})


def simulated_dequantize(data, input_scale, input_zero_point, axis=-1, in_dtype="int8"):
    """The inverse of simulated_quantize."""
    scale, zero = _op.reshape(input_scale, [-1]), _op.reshape(input_zero_point, [-1])
    return make("qnn.simulated_dequantize", [data, _code(in_dtype), scale, zero], {"axis": axis})


class RequantizeConfig:
    """The rounding of calls of requantize without explicit rounding, within `with`."""

    _entered = Entered()

    def __init__(self, rounding="UPWARD", compute_dtype="int64"):
        self.rounding = rounding
        self.compute_dtype = compute_dtype

    def __enter__(self):
        return RequantizeConfig._entered.add(self)

    def __exit__(self, kind, value, trace):
        RequantizeConfig._entered.remove(self)


def requantize_config(**kwargs):
    """A RequantizeConfig. Missing settings have their defaults."""
    return RequantizeConfig(**kwargs)


def current_requantize_config():
    """The innermost entered configuration, or the default one."""
    return RequantizeConfig._entered.innermost() or RequantizeConfig()


def requantize(
    data,
    input_scale,
    input_zero_point,
    output_scale,
    output_zero_point,
    axis=-1,
    rounding="None",
    compute_dtype="None",
    out_dtype="int8",
):
    """Converts a tensor to other scales and zero points.

    "None" as rounding or compute type means the entered configuration. If none is entered, the engine's defaults apply when
    the call is canonicalized.
    """
    config = RequantizeConfig._entered.innermost()
    if config is not None:
        rounding = config.rounding if rounding == "None" else rounding
        compute_dtype = config.compute_dtype if compute_dtype == "None" else compute_dtype
    attrs = {"axis": axis, "rounding": rounding, "compute_dtype": compute_dtype}
    attrs["out_dtype"] = out_dtype
    inputs = [data, input_scale, input_zero_point, output_scale, output_zero_point]
    return make("qnn.requantize", inputs, attrs)


def batch_matmul(x, y, x_zero_point, y_zero_point, x_scale, y_scale, out_dtype="int32"):
    """Products of matrices [B, M, K] and [B, N, K]."""
    inputs = [x, y, x_zero_point, y_zero_point, x_scale, y_scale]
    attrs = {"out_dtype": out_dtype, "transpose_a": False, "transpose_b": True}
    return make("qnn.batch_matmul", inputs, attrs)


fill(globals(), "qnn.")
