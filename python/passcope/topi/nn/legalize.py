"""What Legalize puts in place of calls for a target: functions that are other ones for other targets, None by default.

They take the attributes, the arguments, and the types of the arguments and of the result.
"""

from ...target import generic_func


@generic_func
def conv2d_legalize(attrs, inputs, types):
    """What takes the place of an nn.conv2d."""
    return None


@generic_func
def dense_legalize(attrs, inputs, types):
    """What takes the place of an nn.dense."""
    return None


@generic_func
def batch_matmul_legalize(attrs, inputs, types):
    """What takes the place of an nn.batch_matmul."""
    return None
