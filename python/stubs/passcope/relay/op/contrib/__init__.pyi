# Made by python/tools/describe.py.
"""Compilers for parts of programs."""

from typing import Any

from . import register as register
from passcope.relay.op.contrib.register import get_pattern_table as get_pattern_table
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table
