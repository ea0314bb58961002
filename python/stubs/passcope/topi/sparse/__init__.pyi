# Made by python/scripts/describe.py.
"""Sparse matrices."""

from typing import Any

from . import utils as utils
