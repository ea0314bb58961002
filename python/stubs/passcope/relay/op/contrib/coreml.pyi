# Made by python/tools/describe.py.
"""What Core ML takes."""

from typing import Any
