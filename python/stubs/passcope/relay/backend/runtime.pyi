# Made by python/tools/describe.py.
"""The configuration of a runtime, under TVM's name."""

from typing import Any
