"""The operators of the Arm Compute Library, for tensors in NHWC."""

from ...._given import guard_module
from ...._ffi.registry import get_global_func
from ...dataflow_pattern import is_constant, is_expr, is_op, is_tuple, wildcard
from ...expr import const
from ...qnn.op.legalizations import is_depthwise_conv2d
from ._parts import gives, is_tensor, of_root, parted, supported, type_of
from .register import register_pattern_table

_BYTES, _DTYPES = ("int8", "uint8"), ("float32", "int8", "uint8")


def is_arm_compute_runtime_enabled():
    """Whether programs can run on it; False unless a script registers a function that tells otherwise."""
    check = get_global_func("relay.op.is_arm_compute_runtime_enabled", True)
    return bool(check()) if check else False


@supported("arm_compute_lib", "reshape")
def _always(call):
    return True


def _convolution(call, dtypes, result):
    attrs = call.attrs
    if attrs.data_layout != "NHWC" or not gives(call, result):
        return False
    if not is_tensor(call, 0, 4, dtypes) or not is_tensor(call, 1, 4, dtypes) or type_of(call, 0).shape[0] != 1:
        return False
    shapes = type_of(call, 0).shape, attrs.data_layout, type_of(call, 1).shape, attrs.kernel_layout
    if is_depthwise_conv2d(*shapes, attrs.groups):
        return depthwise_conv2d(attrs, call.args)
    return int(attrs.groups) == 1


@supported("arm_compute_lib", "nn.conv2d")
def conv2d(call):
    """Convolutions of one image."""
    return _convolution(call, ("float32",), "float32")


def qnn_conv2d(call):
    """Quantised convolutions of one image."""
    return _convolution(call, _BYTES, "int32")


def depthwise_conv2d(attrs, args):
    """Depthwise convolutions with kernels of 3 × 3 or 5 × 5."""
    height, width = map(int, args[1].checked_type.shape[:2])
    return height == width and height in (3, 5) and attrs.get_int_tuple("strides") in ((1, 1), (2, 2))


@supported("arm_compute_lib", "nn.dense")
def dense(call):
    """Matrix products."""
    return is_tensor(call, 0) and is_tensor(call, 1, 2) and gives(call)


def qnn_dense(call):
    """Quantised matrix products."""
    return is_tensor(call, 0, None, _BYTES) and is_tensor(call, 1, 2, _BYTES) and call.attrs.out_dtype == "int32"


def check_dilation(attrs):
    """Whether the windows of pooling are not dilated."""
    return "dilation" not in attrs or attrs.get_int_tuple("dilation") == (1, 1)


def _pooling(call, dtypes):
    return is_tensor(call, 0, None, dtypes) and call.attrs.layout == "NHWC" and check_dilation(call.attrs)


@supported("arm_compute_lib", "nn.max_pool2d", "nn.global_max_pool2d")
def max_pool2d(call):
    """Maximum pooling."""
    return _pooling(call, _DTYPES)


@supported("arm_compute_lib", "nn.global_avg_pool2d", "nn.avg_pool2d")
def avg_pool2d(call, from_quantized_composite=False):
    """Average pooling."""
    return _pooling(call, ("int32",) if from_quantized_composite else ("float32",))


@supported("arm_compute_lib", "maximum", "add")
def _of_two_reals(call):
    return is_tensor(call, 0) and is_tensor(call, 1)


@supported("arm_compute_lib", "qnn.add")
def qnn_add(call):
    """Sums of quantised numbers."""
    return is_tensor(call, 0, None, _BYTES) and is_tensor(call, 1, None, _BYTES)


def _with_bias(pattern):
    return pattern.optional(lambda x: is_op("nn.bias_add")(x, is_constant()))


def _conv_pattern(quantised):
    data = is_op("nn.pad")(wildcard(), wildcard()) | wildcard()
    if not quantised:
        return _with_bias(is_op("nn.conv2d")(data, is_constant())).optional(is_op("nn.relu"))
    made = is_op("qnn.conv2d")(data, *[is_constant() for _ in range(5)])
    return _requantised(_with_bias(made).optional(is_op("nn.relu")))


def _requantised(pattern):
    return is_op("qnn.requantize")(pattern, wildcard(), wildcard(), is_constant(), is_constant())


def _of_bytes(op_name, check):
    of_op = of_root(op_name, check)
    return lambda matched: matched.attrs.out_dtype in _BYTES and of_op(matched)


def _is_mean_of_bytes(matched):
    pool = matched.args[0]
    in_int32 = pool.args[0].attrs.dtype == "int32"
    return matched.attrs.dtype in _BYTES and in_int32 and avg_pool2d(pool, from_quantized_composite=True)


@register_pattern_table("arm_compute_lib")
def arm_compute_lib_pattern_table(disabled_ops=("concatenate",)):
    """The rows for MergeComposite. `disabled_ops` can exclude "concatenate"."""

    def concatenate(matched):
        if "concatenate" in disabled_ops or not -4 <= int(matched.attrs.axis) <= 3:
            return False
        return all(field.dtype in _DTYPES for field in type_of(matched, 0).fields)

    quantised_dense = is_op("qnn.dense")(wildcard(), *[is_constant() for _ in range(5)])
    cast = is_op("cast")(wildcard())
    mean = is_op("nn.avg_pool2d")(cast) | is_op("nn.global_avg_pool2d")(cast)
    squares = is_op("power")(wildcard(), is_expr(const(2.0)))
    rows = [
        ("conv2d", _conv_pattern(False), of_root("nn.conv2d", conv2d)),
        ("qnn_conv2d", _conv_pattern(True), _of_bytes("qnn.conv2d", qnn_conv2d)),
        ("dense", _with_bias(is_op("nn.dense")(wildcard(), is_constant())), of_root("nn.dense", dense)),
        ("qnn_dense", _requantised(_with_bias(quantised_dense)), _of_bytes("qnn.dense", qnn_dense)),
        ("avg_pool2d", is_op("cast")(mean), _is_mean_of_bytes),
        ("l2_pool2d", is_op("sqrt")(is_op("nn.avg_pool2d")(squares)), of_root("nn.avg_pool2d", avg_pool2d)),
        ("concatenate", is_op("concatenate")(is_tuple(None)), concatenate),
    ]
    return [(f"arm_compute_lib.{name}", pattern, check) for name, pattern, check in rows]


def partition_for_arm_compute_lib(mod, params=None, disabled_ops=("concatenate",), **opts):
    """Moves the parts that the library takes into functions of their own."""
    table = arm_compute_lib_pattern_table(disabled_ops)
    return parted(mod, params, [], table, "arm_compute_lib", include_non_call_ops=False)


guard_module(__name__)
