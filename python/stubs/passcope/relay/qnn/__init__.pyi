# Made by python/tools/describe.py.
"""The quantised dialect."""

from typing import Any

from . import op as op
from . import transform as transform
