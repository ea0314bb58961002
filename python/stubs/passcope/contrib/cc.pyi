# Made by python/tools/describe.py.
"""Compilers of C, of which none is called: programs are not compiled to machine code."""

from typing import Any
