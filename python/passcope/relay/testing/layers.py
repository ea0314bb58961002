"""Layers of networks. Their weights are variables with the layer's name as a prefix."""

from .. import op
from ..expr import var


def _named(weight, name, suffix="_weight"):
    return weight if weight is not None else var(name + suffix)


def batch_norm_infer(data, gamma=None, beta=None, moving_mean=None, moving_var=None, *, name, **kwargs):
    """The output of a batch normalization."""
    given = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    given = [_named(value, name, f"_{part}") for part, value in given.items()]
    return op.nn.batch_norm(data, *given, **kwargs)[0]


def conv1d(data, weight=None, *, name, **kwargs):
    """A convolution over one axis."""
    return op.nn.conv1d(data, _named(weight, name), **kwargs)


def conv2d(data, weight=None, *, name, **kwargs):
    """A convolution over two axes."""
    return op.nn.conv2d(data, _named(weight, name), **kwargs)


def conv3d(data, weight=None, *, name, **kwargs):
    """A convolution over three axes."""
    return op.nn.conv3d(data, _named(weight, name), **kwargs)


def conv2d_transpose(data, weight=None, *, name, **kwargs):
    """A transposed convolution over two axes."""
    return op.nn.conv2d_transpose(data, _named(weight, name), **kwargs)


def dense_add_bias(data, weight=None, bias=None, units=None, *, name, **kwargs):
    """A dense layer with a bias."""
    data = op.nn.dense(data, _named(weight, name), units, **kwargs)
    return op.nn.bias_add(data, _named(bias, name, "_bias"), axis=-1)


def conv_kernel_layout(data_layout, is_depthwise=False):
    """The layout of weights that belongs to a layout of the data. Raises ValueError for an unsupported layout."""
    layouts = {"NCHW": ("OIHW", "OIHW"), "NHWC": ("HWIO", "HWOI"), "NCDHW": ("OIDHW", "OIDHW"), "NDHWC": ("DHWIO", "DHWOI")}
    if data_layout not in layouts:
        raise ValueError(f"Unexpected data layout: {data_layout}")
    return layouts[data_layout][bool(is_depthwise)]
