# Made by python/tools/describe.py.
"""What integers stand for: reals that are scale · (integer - zero point)."""

from typing import Any

class TensorAffineType:
    """Of a tensor: expressions for scale and zero point, the integers' data type, and the axis along which vectors lie."""
    def __init__(self, scale: Any, zero_point: Any, dtype: Any, axis: Any = -1) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    __hash__: Any

class TupleAffineType:
    """Of a tuple: one for each field."""
    def __init__(self, types: Any) -> None: ...
    def __eq__(self, other: Any) -> bool: ...
    __hash__: Any
