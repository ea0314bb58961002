"""Rules of Legalize with implementations per target. By default they return None.

They take the attributes, the arguments, and the types of the arguments and of the result.
"""

from ...target import generic_func


@generic_func
def conv2d_legalize(attrs, inputs, types):
    """The replacement of an nn.conv2d."""
    return None


@generic_func
def dense_legalize(attrs, inputs, types):
    """The replacement of an nn.dense."""
    return None


@generic_func
def batch_matmul_legalize(attrs, inputs, types):
    """The replacement of an nn.batch_matmul."""
    return None
