"""The operators of Apple's BNNS."""

import math

from ...._given import guard_module
from ... import transform
from ...dataflow_pattern import is_expr, is_op, wildcard
from ...expr import const
from ._parts import gives, is_constant_argument, is_tensor, of_root, parted, root, supported, type_of
from .register import get_pattern_table, register_pattern_table


@supported("bnns", "nn.batch_matmul")
def _always(call):
    return True


@supported("bnns", "nn.avg_pool2d", "nn.global_avg_pool2d", "nn.global_max_pool2d", "nn.max_pool2d")
def _pool(call):
    return any(is_tensor(call, 0, rank) for rank in (3, 4)) and call.attrs.layout == "NCHW"


@supported("bnns", "nn.conv2d")
def conv2d_check(call):
    """Convolutions of images in NCHW with constant weights."""
    tensors = is_tensor(call, 0, 4) and is_constant_argument(call, 1) and is_tensor(call, 1, 4)
    return tensors and call.attrs.data_layout == "NCHW" and gives(call)


@supported("bnns", "nn.dense")
def dense(call):
    """Matrix products with constant weights."""
    return is_tensor(call, 0) and is_constant_argument(call, 1) and is_tensor(call, 1, 2) and gives(call)


@supported("bnns", "nn.instance_norm")
def instance_norm_check(call):
    """Normalisations with constant scales and shifts."""
    rank = len(type_of(call, 0).shape)
    constants = is_constant_argument(call, 1) and is_constant_argument(call, 2)
    return is_tensor(call, 0) and constants and (rank, int(call.attrs.axis)) in ((3, 0), (4, 1))


def bias_check(call):
    """Whether an addition adds a constant for each channel."""
    if not is_constant_argument(call, 1):
        return False
    if call.op.name == "nn.bias_add":
        return int(call.attrs.axis) == 1
    shape = [int(dim) for dim in type_of(call, 1).shape]
    return len(shape) in (3, 4) and [*shape[:-3], *shape[-2:]] == [1] * (len(shape) - 1)


def check_conv(matched):
    """Whether a match is a supported convolution with a supported bias."""
    call = matched
    while call.op.name != "nn.conv2d":
        if call.op.name in ("nn.bias_add", "add") and not bias_check(call):
            return False
        call = call.args[0]
    return conv2d_check(root(matched, "nn.conv2d"))


def make_conv_pattern(with_bias=True, activation="none"):
    """A convolution with the operators after it."""
    made = is_op("nn.conv2d")(wildcard(), wildcard())
    if with_bias:
        bias = wildcard()
        made = is_op("add")(made, bias) | is_op("nn.bias_add")(made, bias)
    names = {"relu": "nn.relu", "sigmoid": "sigmoid"}
    return is_op(names[activation])(made) if activation in names else made


def make_dense_bias_pattern():
    """A matrix product and a bias."""
    return is_op("add")(is_op("nn.dense")(wildcard(), wildcard()), wildcard())


def make_dense_bias_gelu_pattern():
    """A matrix product, a bias, and GELU by tanh (Hendrycks and Gimpel, 2016)."""
    x = make_dense_bias_pattern()
    cube = is_op("power")(x, is_expr(const(3, dtype="float32")))
    inner = is_op("add")(is_op("multiply")(cube, is_expr(const(0.044715))), x)
    tanh = is_op("tanh")(is_op("multiply")(inner, is_expr(const(math.sqrt(2 / math.pi)))))
    half = is_op("multiply")(is_op("add")(tanh, is_expr(const(1, dtype="float32"))), is_expr(const(0.5)))
    return is_op("multiply")(half, x)


@register_pattern_table("bnns")
def pattern_table():
    """The rows for MergeComposite, the largest patterns first."""
    check_dense = of_root("nn.dense", dense)
    return [
        ("bnns.conv2d_bias_relu", make_conv_pattern(activation="relu"), check_conv),
        ("bnns.conv2d_relu", make_conv_pattern(False, "relu"), check_conv),
        ("bnns.conv2d_bias_sigmoid", make_conv_pattern(activation="sigmoid"), check_conv),
        ("bnns.conv2d_sigmoid", make_conv_pattern(False, "sigmoid"), check_conv),
        ("bnns.conv2d_bias", make_conv_pattern(), check_conv),
        ("bnns.dense_bias_gelu", make_dense_bias_gelu_pattern(), check_dense),
        ("bnns.dense_bias", make_dense_bias_pattern(), check_dense),
    ]


def partition_for_bnns(mod, params=None):
    """Moves the parts that BNNS takes into functions of their own."""
    before = [
        transform.FoldConstant(),
        transform.FoldScaleAxis(),
        transform.DynamicToStatic(),
        transform.AlterOpLayout(),
        transform.FoldConstant(),
    ]
    return parted(mod, params, before, get_pattern_table("bnns"), "bnns")


guard_module(__name__)
