"""The operators of oneDNN."""

from ...._given import guard_module
from ....error import TVMError
from ...dataflow_pattern import is_constant, is_expr, is_op, wildcard
from ...expr import Call, Op, Tuple, TupleGetItem, const
from ._parts import supported
from .register import register_pattern_table

_CONVOLUTIONS = ("nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.conv2d_transpose", "nn.conv3d_transpose")
# The activations after a convolution or a matrix product; None means no activation.
supported_post_elts = ["nn.relu", "tanh", "sigmoid", "clip", "gelu", "swish", "mish", None]


@supported(
    "dnnl",
    "abs",
    "add",
    "clip",
    "exp",
    "log",
    "multiply",
    "nn.avg_pool2d",
    "nn.avg_pool3d",
    "nn.batch_matmul",
    "nn.batch_norm",
    *_CONVOLUTIONS,
    "nn.dense",
    "nn.global_avg_pool2d",
    "nn.layer_norm",
    "nn.leaky_relu",
    "nn.max_pool2d",
    "nn.max_pool3d",
    "nn.relu",
    "nn.softmax",
    "round",
    "sigmoid",
    "sqrt",
    "tanh",
)
def _takes(call):
    """All calls except those with 64-bit integers, and pooling whose last windows extend beyond the data."""
    if any(getattr(arg.checked_type, "dtype", "") == "int64" for arg in call.args):
        return False
    return not ("pool" in call.op.name and "ceil_mode" in call.attrs and call.attrs.ceil_mode)


def append_eltwise_ops(op, eltwise):
    """The pattern of an activation over a pattern. Raises ValueError for an unsupported one."""
    if eltwise not in supported_post_elts:
        raise ValueError(f"Unsupported eltwise post-op: {eltwise}")
    if eltwise == "gelu":
        erf = is_op("erf")(is_op("divide")(op, wildcard()))
        return is_op("multiply")(is_op("multiply")(op, is_op("add")(erf, wildcard())), wildcard())
    if eltwise == "swish":
        return is_op("multiply")(op, is_op("sigmoid")(op))
    if eltwise == "mish":
        softplus = is_op("log")(is_op("add")(is_op("exp")(op), wildcard()))
        return is_op("multiply")(op, is_op("tanh")(softplus))
    return is_op(eltwise)(op) if eltwise else op


def _followed(op_name, with_bias, with_eltwise):
    made = is_op(op_name)(wildcard(), wildcard())
    if with_bias:
        made = is_op("add")(made, wildcard())
    return append_eltwise_ops(made, with_eltwise)


def make_conv_pattern(conv_name, with_bias=True, with_eltwise=None):
    """A convolution with the operators after it."""
    return _followed(conv_name, with_bias, with_eltwise)


def make_dense_pattern(with_bias=True, with_eltwise=None):
    """A matrix product with the operators after it."""
    return _followed("nn.dense", with_bias, with_eltwise)


def make_conv_bias_sum_relu_pattern(conv_type, has_relu=True):
    """A convolution, a bias, and another summand."""
    made = is_op("add")(make_conv_pattern(conv_type), wildcard())
    return is_op("nn.relu")(made) if has_relu else made


def make_dense_bias_sum_pattern():
    """The row of a matrix product, a bias, and another summand."""
    return "dnnl.dense_bias_sum", is_op("add")(make_dense_pattern(), wildcard())


def get_op_name(expr):
    """The name of an operator, of the callee of a call, or of the call behind an item; empty for other expressions."""
    if isinstance(expr, Op):
        return expr.name
    below = {Call: "op", TupleGetItem: "tuple_value"}.get(type(expr))
    if below:
        return get_op_name(getattr(expr, below))
    return get_op_name(expr.fields[0]) if isinstance(expr, Tuple) and len(expr.fields) else ""


def get_shape(tensor):
    """The shape of a typed expression."""
    return tensor.checked_type.shape


def get_dtype(tensor):
    """The data type of a typed expression."""
    return tensor.checked_type.dtype


def _adds_bias(add):
    """Whether an addition adds one number per channel to a convolution's result. False over other operators."""
    convolution, bias = add.args
    if not isinstance(convolution, Call) or get_op_name(convolution) != "nn.conv2d":
        return False
    size = 1
    for dim in get_shape(bias):
        size *= int(dim)
    return convolution.attrs.channels == size


def _without_relu(call):
    return call.args[0] if get_op_name(call) == "nn.relu" else call


def _bias_fits(matched):
    call = _without_relu(matched)
    return get_op_name(call) != "add" or _adds_bias(call)


def _sum_fits(matched):
    total = _without_relu(matched)
    biased, other = total.args
    if get_op_name(biased) != "add" or tuple(get_shape(biased)) != tuple(get_shape(other)):
        return False
    return _adds_bias(biased)


def make_dnnl_pattern(op_name, with_bias, with_eltwise):
    """The row of an operator with the operators after it. Raises TVMError unless it is a convolution or a matrix product."""
    name = op_name.replace("nn", "dnnl")
    if op_name.endswith("_transpose"):
        name = f"dnnl.deconv{op_name.partition('_')[0][-2:]}"
    name += "_bias" if with_bias else ""
    name += f"_{with_eltwise.rpartition('.')[2]}" if with_eltwise else ""
    if op_name in _CONVOLUTIONS:
        return name, make_conv_pattern(op_name, with_bias, with_eltwise), _bias_fits
    if op_name == "nn.dense":
        return name, make_dense_pattern(with_bias, with_eltwise)
    raise TVMError(f"oneDNN has no pattern of {op_name}")


def _quantised(name):
    """A quantised product with the operators that convert its result to eight bits."""
    zero = is_expr(const(0, dtype="int32"))
    made = is_op(f"qnn.{name}")(wildcard(), is_constant(), zero, zero, is_constant(), is_constant())
    made = is_op("cast")(made)
    made = is_op("add")(made, is_constant()) | made
    made = is_op("clip")(is_op("multiply")(made, is_constant()))
    made = is_op("multiply")(made, is_constant()) | made
    made = is_op("add")(made, is_constant() * is_op("cast")(wildcard())) | made
    made = is_op("add")(made, is_constant()) | made
    return f"dnnl.qnn.{name}", is_op("cast")(made)


def make_qnn_conv2d_pattern():
    """The row of quantised convolutions."""
    return _quantised("conv2d")


def make_qnn_dense_pattern():
    """The row of quantised matrix products."""
    return _quantised("dense")


@register_pattern_table("dnnl")
def pattern_table():
    """The rows for MergeComposite, the largest patterns of an operator first."""
    rows = [
        make_qnn_conv2d_pattern(),
        make_qnn_dense_pattern(),
        make_dense_bias_sum_pattern(),
        ("dnnl.conv2d_bias_sum_relu", make_conv_bias_sum_relu_pattern("nn.conv2d"), _sum_fits),
        ("dnnl.conv2d_bias_sum", make_conv_bias_sum_relu_pattern("nn.conv2d", False), _sum_fits),
    ]
    for with_bias in (True, False):
        for eltwise in supported_post_elts:
            if with_bias or eltwise:
                rows += [make_dnnl_pattern(name, with_bias, eltwise) for name in (*_CONVOLUTIONS, "nn.dense")]
    return rows


guard_module(__name__)
