# Made by python/tools/describe.py.
"""Padding for tensor cores, which multiply matrices of a few sizes: products are made larger, and their results cut.

A product of M × K and N × K is padded to the size that needs least, unless it then does more than three times the work.
"""

from typing import Any

from passcope.topi.nn.legalize import batch_matmul_legalize as batch_matmul_legalize
from passcope.topi.nn.legalize import conv2d_legalize as conv2d_legalize
from passcope.topi.nn.legalize import dense_legalize as dense_legalize
from passcope.topi.utils import is_target as is_target

def pad_to_tensorcore(M: Any, K: Any, N: Any, candidates: Any) -> Any:
    """The least padding of a product among candidates, and how much more it does then, as a share."""
