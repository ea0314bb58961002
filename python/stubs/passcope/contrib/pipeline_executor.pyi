# Made by python/tools/describe.py.
"""Running programs on several devices in a row, which is not here."""

from typing import Any
