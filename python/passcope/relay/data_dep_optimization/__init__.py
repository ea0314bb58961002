"""Transformations that change a program and its parameters."""

from . import bsr_conv2d, bsr_dense, simplify_fc_transpose, utils
