# Made by python/tools/describe.py.
"""Looking at values while a program runs."""

from typing import Any

def debug(expr: Any, debug_func: Any = None) -> Any:
    """The value of an expression as it is. The engine does not call functions of Python while it computes: `debug_func`
    must be None or the name of one, which is kept in the program.
    """
