"""The operators of Core ML."""

from ._parts import is_constant_argument, supported


@supported(
    "coremlcompiler",
    "add",
    "clip",
    "expand_dims",
    "multiply",
    "nn.batch_flatten",
    "nn.conv2d",
    "nn.global_avg_pool2d",
    "nn.relu",
    "nn.softmax",
)
def _takes(call):
    """All calls, except convolutions without constant weights in OIHW or HWIO."""
    if call.op.name != "nn.conv2d":
        return True
    return is_constant_argument(call, 1) and call.attrs.kernel_layout in ("HWIO", "OIHW")
