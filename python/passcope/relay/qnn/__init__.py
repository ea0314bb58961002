"""Quantised operators."""

from . import op
