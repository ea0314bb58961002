# Made by python/tools/describe.py.
"""The patterns of functions that compilers take, by the compiler's name."""

from typing import Any

def load(compiler: Any) -> Any:
    """Registers what is known of a compiler; does nothing for others."""

def register_pattern_table(compiler: Any, table: Any = None) -> Any:
    """Keeps what a function without parameters gives: rows for MergeComposite. Usable as a decorator."""

def get_pattern_table(compiler: Any) -> Any:
    """The rows of a compiler; None where none are registered."""
