"""Helpers of neural networks."""

from ..._absent import names_of
from . import qnn, utils
from .legalize import batch_matmul_legalize, conv2d_legalize, dense_legalize
from .utils import get_pad_tuple, get_pad_tuple1d, get_pad_tuple3d

__getattr__ = names_of(__name__, "Passcope has no tensor IR")
