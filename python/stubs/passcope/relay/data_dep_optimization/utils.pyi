# Made by python/tools/describe.py.
"""Running a pass over one function."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
