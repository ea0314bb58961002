"""Legalization of quantised convolutions and matrix products for kinds of processors.

Rules take the attributes, the arguments (data, weight, their zero points, their scales), and the types of the arguments and of
the result. They return a replacement, or None to keep the call.
"""

from ....error import TVMError
from ....target import Target, generic_func
from ....target.features import target_has_sse42
from ....tir import layout
from ....topi.utils import is_target
from ... import op as _op
from ...expr import Constant, const
from ...op.op_attrs import DenseAttrs, MatmulAttrs
from ...transform.transform import _FOR_TARGETS
from . import qnn as _qnn


def hardswish_func(x):
    """x · min(max(x + 3, 0), 6) / 6, for arrays (Howard et al., "Searching for MobileNetV3", 2019)."""
    import numpy as np

    return x * np.clip(x + 3, 0, 6) / 6


def get_scalar_from_constant(expr):
    """The number of a constant of type int32 or float32. Raises ValueError for other expressions."""
    if not isinstance(expr, Constant) or expr.data.shape or expr.data.dtype not in ("int32", "float32"):
        raise ValueError("Expr is not a constant scalar of type float32 or int32.")
    return expr.data.numpy().item()


def _given(attrs):
    return {name: attrs[name] for name in attrs.keys()}


def _shift(data, zero_point, out_dtype):
    """An 8-bit tensor and its zero point with the other signedness. Both are shifted by 128."""
    if out_dtype not in ("int8", "uint8"):
        raise ValueError("Unsupported out dtype.")
    by = 128 if out_dtype == "uint8" else -128
    moved = _op.cast(_op.add(_op.cast(data, "int32"), const(by, "int32")), out_dtype)
    if isinstance(zero_point, Constant):
        return moved, const(get_scalar_from_constant(zero_point) + by, "int32")
    return moved, zero_point + const(by, "int32")


def _with_dtypes(attrs, inputs, types, relay_op, wanted):
    """The call with data and weight of other 8-bit types; None if they already have these types."""
    inputs, changed = list(inputs), False
    for i, dtype in enumerate(wanted):
        if types[i].dtype != dtype:
            inputs[i], inputs[i + 2] = _shift(inputs[i], inputs[i + 2], dtype)
            changed = True
    return relay_op(*inputs, **_given(attrs)) if changed else None


def helper_no_fast_int8_hw_legalization(attrs, inputs, types, relay_op):
    """For processors without fast 8-bit multiplication: the plain operator on 16 bits, after subtracting the zero points."""
    data, weight, data_zero, weight_zero = (_op.cast(each, "int16") for each in inputs[:4])
    shifted = _op.subtract(data, data_zero)
    if not types[3].shape:
        shifted_weight = _op.subtract(weight, weight_zero)
    else:
        if "kernel_layout" in attrs:
            axis = layout(attrs["kernel_layout"]).index_of("O")
        elif isinstance(attrs, (DenseAttrs, MatmulAttrs)):
            axis = 0 if isinstance(attrs, DenseAttrs) else 1
        else:
            raise TVMError(f"Legalization of {type(attrs)} is not yet supported with per channel parameters")
        shifted_weight = _op.nn.bias_add(weight, -weight_zero, axis)
    return relay_op(shifted, shifted_weight, **_given(attrs))


def helper_change_dtypes_to_uint8_int8(attrs, inputs, types, relay_op):
    """For instructions that multiply unsigned bytes by signed ones (VNNI)."""
    return _with_dtypes(attrs, inputs, types, relay_op, ("uint8", "int8"))


def helper_change_dtypes_to_int8(attrs, inputs, types, relay_op):
    """For instructions that multiply signed bytes (dp4a)."""
    return _with_dtypes(attrs, inputs, types, relay_op, ("int8", "int8"))


def helper_change_dtypes_to_be_same(attrs, inputs, types, relay_op):
    """For instructions that multiply bytes of the same signedness: the data gets that of the weight."""
    wanted = types[1].dtype
    if types[0].dtype == wanted:
        return None
    if not {types[0].dtype, wanted} <= {"int8", "uint8"}:
        raise ValueError("Qnn Conv2D/Dense only accepts uint8 or int8 inputs")
    return _with_dtypes(attrs, inputs, types, relay_op, (wanted, wanted))


def is_fast_int8_on_intel():
    """Whether the processor of the innermost target of `with` is Intel's or AMD's with fast 8-bit multiplication."""
    return target_has_sse42(Target.current(allow_none=False).mcpu)


@generic_func
def qnn_conv2d_legalize(attrs, inputs, types):
    """The replacement of a qnn.conv2d; None by default."""
    return None


@generic_func
def qnn_dense_legalize(attrs, inputs, types):
    """The replacement of a qnn.dense; None by default."""
    return None


@generic_func
def qnn_conv2d_transpose_legalize(attrs, inputs, types):
    """The replacement of a qnn.conv2d_transpose: nn.conv2d_transpose on 16 bits, after subtracting the zero points."""
    shifted = []
    for i in (0, 1):
        value, zero = _op.cast(inputs[i], "int16"), _op.cast(inputs[i + 2], "int16")
        scalar = not types[i + 2].shape
        shifted.append(_op.subtract(value, zero) if scalar else _op.nn.bias_add(value, -zero))
    return _op.nn.conv2d_transpose(*shifted, **_given(attrs))


def _plain_and_quantised(name):
    return getattr(_op.nn, name), getattr(_qnn, name)


def _for_arm(name, fast):
    """The rule for ARM processors. `fast` tells if they have fast 8-bit multiplication for a call."""

    def legalize(attrs, inputs, types):
        plain, quantised = _plain_and_quantised(name)
        features = Target.current(allow_none=False).features
        if features.has_asimd and not (features.has_dotprod or fast(attrs, types)):
            return helper_no_fast_int8_hw_legalization(attrs, inputs, types, plain)
        return helper_change_dtypes_to_be_same(attrs, inputs, types, quantised)

    return legalize


def _for_intel(name):
    def legalize(attrs, inputs, types):
        plain, quantised = _plain_and_quantised(name)
        if is_fast_int8_on_intel():
            return helper_change_dtypes_to_uint8_int8(attrs, inputs, types, quantised)
        return helper_no_fast_int8_hw_legalization(attrs, inputs, types, plain)

    return legalize


def _for_graphics(name):
    def legalize(attrs, inputs, types):
        _, quantised = _plain_and_quantised(name)
        if is_target("vulkan"):
            return helper_change_dtypes_to_be_same(attrs, inputs, types, quantised)
        if is_target(["cuda", "rocm"]):
            return helper_change_dtypes_to_int8(attrs, inputs, types, quantised)
        return None

    return legalize


def _is_plain_nhwc(attrs, types):
    """Whether a convolution is in NHWC and not depthwise."""
    return attrs["data_layout"] == "NHWC" and not is_depthwise_conv2d(
        types[0].shape, attrs["data_layout"], types[1].shape, attrs["kernel_layout"], attrs["groups"]
    )


def is_depthwise_conv2d(data_shape, data_layout, kernel_shape, kernel_layout, groups):
    """Whether a convolution is depthwise."""
    channels, outputs = data_shape[data_layout.index("C")], kernel_shape[kernel_layout.index("O")]
    return channels == outputs == groups


for _name, _rule, _fast in (
    ("conv2d", qnn_conv2d_legalize, _is_plain_nhwc),
    ("dense", qnn_dense_legalize, lambda attrs, types: False),
):
    _rule.register("arm_cpu", _for_arm(_name, _fast))
    _rule.register("cpu", _for_intel(_name))
    _rule.register(["cuda", "gpu"], _for_graphics(_name))

_FOR_TARGETS["FTVMQnnLegalize"] = {"qnn.conv2d": qnn_conv2d_legalize, "qnn.dense": qnn_dense_legalize}
