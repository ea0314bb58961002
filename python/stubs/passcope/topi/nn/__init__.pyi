# Made by python/tools/describe.py.
"""Helpers of neural networks."""

from typing import Any

from . import qnn as qnn
from . import utils as utils
from . import legalize as legalize
from passcope.topi.nn.legalize import batch_matmul_legalize as batch_matmul_legalize
from passcope.topi.nn.legalize import conv2d_legalize as conv2d_legalize
from passcope.topi.nn.legalize import dense_legalize as dense_legalize
from passcope.topi.nn.utils import get_pad_tuple as get_pad_tuple
from passcope.topi.nn.utils import get_pad_tuple1d as get_pad_tuple1d
from passcope.topi.nn.utils import get_pad_tuple3d as get_pad_tuple3d
