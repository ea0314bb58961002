# Made by python/tools/describe.py.
"""TVM's tuner of schedules, of which nothing is here: programs are not compiled to machine code."""

from typing import Any
