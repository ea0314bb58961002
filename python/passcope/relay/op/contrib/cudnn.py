"""The operators of cuDNN."""

from ...._given import guard_module
from ...dataflow_pattern import is_op, wildcard
from ...transform import InferType
from ._parts import is_tensor, parted, type_of
from .register import register_pattern_table

_REALS = ("float16", "float32", "float64")


def _softmax(call):
    return is_tensor(call, 0, dtypes=_REALS)


def _log_softmax(call):
    return _softmax(call) and len(type_of(call, 0).shape) == 2 and int(call.attrs.axis) in (1, -1)


def _conv2d(call):
    attrs = call.attrs
    top, left, bottom, right = attrs.get_int_tuple("padding")
    layouts = (attrs.data_layout, attrs.kernel_layout)
    return _softmax(call) and layouts == ("NCHW", "OIHW") and (top, left) == (bottom, right)


@register_pattern_table("cudnn")
def pattern_table():
    """The rows for MergeComposite."""
    conv2d = is_op("nn.conv2d")(wildcard(), wildcard())
    with_bias = is_op("nn.bias_add")(is_op("nn.conv2d")(wildcard(), wildcard()), wildcard())
    return [
        ("cudnn.softmax", is_op("nn.softmax")(wildcard()), _softmax),
        ("cudnn.log_softmax", is_op("nn.log_softmax")(wildcard()), _log_softmax),
        ("cudnn.conv2d_bias_act", with_bias.optional(is_op("nn.relu")), lambda matched: True),
        ("cudnn.conv2d", conv2d, _conv2d),
    ]


def partition_for_cudnn(mod):
    """Moves the parts that cuDNN takes into functions of their own."""
    return parted(mod, None, [], pattern_table(), "cudnn", after=[InferType()])


guard_module(__name__)
