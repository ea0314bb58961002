# Made by python/tools/describe.py.
"""Helpers of neural networks."""

from typing import Any

from . import qnn as qnn
from . import utils as utils
