# Made by python/tools/describe.py.
"""Names of generated code."""

from typing import Any

class CallType:
    """How generated code is called."""
    Packed: Any
    CPacked: Any
    Unpacked: Any

def mangle_module_name(mod_name: Any) -> Any:
    """The name of a module in generated code. Raises ValueError for one that is not of ASCII."""
