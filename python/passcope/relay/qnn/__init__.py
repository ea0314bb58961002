"""The quantised dialect."""

from . import op, transform
