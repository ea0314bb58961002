"""Names of generated code."""

from ..._given import guard_module

import enum


class CallType(enum.Enum):
    """Calling conventions of generated code."""

    Packed = 0
    CPacked = 1
    Unpacked = 2


def mangle_module_name(mod_name):
    """The name of a module in generated code. Raises ValueError for a name with characters outside of ASCII."""
    if not mod_name:
        return "tvmgen"
    if not mod_name.isascii():
        raise ValueError(f"{mod_name} contains invalid characters")
    return f"tvmgen_{mod_name}"


guard_module(__name__)
