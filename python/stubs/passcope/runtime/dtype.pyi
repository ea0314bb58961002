# Made by python/tools/describe.py.
"""Data types by name, and what a function of TVM's looks like."""

from typing import Any

class DataTypeCode:
    """DLPack's numbers of kinds of data types."""
    INT: int
    UINT: int
    FLOAT: int
    HANDLE: int
    BFLOAT: int

class DataType:
    """A data type by its name, such as "float32" or "int8x4": `type_code`, `bits`, `lanes`. Raises ValueError for others."""
    def __init__(self, type_str: Any) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

class PackedFunc:
    """What `get_global_func` gives and takes is any function of Python."""
