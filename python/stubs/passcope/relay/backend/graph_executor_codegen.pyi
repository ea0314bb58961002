# Made by python/tools/describe.py.
"""Generating code, of which nothing is here: Passcope's kernels run programs."""

from typing import Any
