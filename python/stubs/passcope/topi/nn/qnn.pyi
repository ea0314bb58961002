# Made by python/tools/describe.py.
"""The numbers of data types in simulated quantisation."""

from typing import Any

SQNN_DISABLE: int

SQNN_INT8: int

SQNN_UINT8: int

SQNN_INT32: int

SQNN_DTYPE_TO_CODE: Any

SQNN_CODE_TO_DTYPE: Any
