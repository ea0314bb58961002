"""Helpers of neural networks."""

from . import qnn, utils
