# Made by python/tools/describe.py.
"""microTVM, of which nothing is here: programs are not compiled to machine code."""

from typing import Any
