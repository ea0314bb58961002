# Made by python/tools/describe.py.
"""Operators of `relay.op.image` whose attributes are tensors."""

from typing import Any
