# Made by python/tools/describe.py.
"""Winograd convolutions of volumes."""

from typing import Any
