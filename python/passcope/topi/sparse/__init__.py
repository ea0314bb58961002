"""Sparse matrices."""

from . import utils
