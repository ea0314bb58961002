"""Marks for passes."""

from ._build import fill

fill(globals(), "annotation.")
