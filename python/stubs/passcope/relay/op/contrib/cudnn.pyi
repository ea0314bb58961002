# Made by python/tools/describe.py.
"""What cuDNN takes."""

from typing import Any

from passcope.relay.dataflow_pattern import is_op as is_op
from passcope.relay.dataflow_pattern import wildcard as wildcard
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table

def pattern_table() -> Any:
    """The rows for MergeComposite."""

def partition_for_cudnn(mod: Any) -> Any:
    """The module with what cuDNN takes in functions of its own."""
