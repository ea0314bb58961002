# Made by python/tools/describe.py.
"""The configuration of an executor, under TVM's name."""

from typing import Any
