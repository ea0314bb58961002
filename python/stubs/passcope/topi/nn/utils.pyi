# Made by python/tools/describe.py.
"""Padding as TVM reads it."""

from typing import Any

def get_pads(padding: Any, kernel: Any) -> Any:
    """(before, after) for each axis of a kernel: of a number, of one per axis, of one per axis and side (first all
    that come before), of "VALID" or of "SAME".
    """

def get_pad_tuple1d(padding: Any, kernel: Any) -> Any:
    """(left, right)"""

def get_pad_tuple(padding: Any, kernel: Any) -> Any:
    """(top, left, bottom, right)"""

def get_pad_tuple3d(padding: Any, kernel: Any) -> Any:
    """(front, top, left, back, bottom, right)"""
