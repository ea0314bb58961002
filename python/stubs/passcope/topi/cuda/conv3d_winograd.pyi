# Made by python/scripts/describe.py.
"""Winograd convolutions of volumes."""

from typing import Any
