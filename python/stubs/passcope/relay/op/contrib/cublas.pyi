# Made by python/tools/describe.py.
"""What cuBLAS takes."""

from typing import Any

from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table

def pattern_table() -> Any:
    """The rows for MergeComposite."""

def partition_for_cublas(mod: Any, params: Any = None) -> Any:
    """The module with what cuBLAS takes in functions of its own."""
