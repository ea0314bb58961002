"""Functions that make calls of quantised operators."""

from ...op._build import as_tuple, fill, make
from ... import op as _op
from ...expr import Tuple, const
from ....topi.nn.qnn import SQNN_DTYPE_TO_CODE



def concatenate(data, input_scales, input_zero_points, output_scale, output_zero_point, axis):
    """Quantised tensors joined along an axis."""
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")
    inputs = [as_tuple(data), Tuple(list(input_scales)), Tuple(list(input_zero_points))]
    return make("qnn.concatenate", [*inputs, output_scale, output_zero_point], {"axis": axis})


def _code(dtype):
    return const(SQNN_DTYPE_TO_CODE[dtype], "int32") if isinstance(dtype, str) else dtype


def simulated_quantize(data, output_scale, output_zero_point, axis=-1, out_dtype="int8"):
    """What quantising does to the values, in reals."""
    scale, zero = _op.reshape(output_scale, [-1]), _op.reshape(output_zero_point, [-1])
    return make("qnn.simulated_quantize", [data, _code(out_dtype), scale, zero], {"axis": axis})


def simulated_dequantize(data, input_scale, input_zero_point, axis=-1, in_dtype="int8"):
    """The inverse of simulated_quantize."""
    scale, zero = _op.reshape(input_scale, [-1]), _op.reshape(input_zero_point, [-1])
    return make("qnn.simulated_dequantize", [data, _code(in_dtype), scale, zero], {"axis": axis})


fill(globals(), "qnn.")

from . import canonicalizations, legalizations  # pylint: disable=wrong-import-position
