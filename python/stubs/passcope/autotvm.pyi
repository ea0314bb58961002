# Made by python/tools/describe.py.
"""TVM's tuner of templates, of which nothing is here: programs are not compiled to machine code."""

from typing import Any
