# Made by python/scripts/describe.py.
"""Quantised operators."""

from typing import Any

from . import op as op
