# Made by python/tools/describe.py.
"""Sparse matrices."""

from typing import Any

from . import utils as utils
from . import blocks as blocks
