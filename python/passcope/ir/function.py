"""The base of functions."""

from .expr import RelayExpr


class BaseFunc(RelayExpr):
    """The base of all functions."""


class CallingConv:
    """Calling conventions of functions."""

    DEFAULT = 0
    C_PACKED_FUNC = 1
    DEVICE_KERNEL_LAUNCH = 2
