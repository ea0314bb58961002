# Made by python/tools/describe.py.
"""Operators of `relay.op.nn` whose attributes are tensors."""

from typing import Any
