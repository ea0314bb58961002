# Made by python/scripts/describe.py.
"""Marks for passes."""

from typing import Any

import passcope.relay.expr

def stop_fusion(data: Any) -> passcope.relay.expr.Call:
    """Keeps what comes before from fusing with what follows.

    data: The expression that is marked.
    """

def checkpoint(data: Any) -> passcope.relay.expr.Call:
    """Marks a value that is kept, not computed again, while training.

    data: The expression that is marked.
    """

def compiler_begin(data: Any, compiler: str) -> passcope.relay.expr.Call:
    """Begins a region that another compiler takes.

    data: The expression that is marked.
    compiler: The compiler that takes the region.
    """

def compiler_end(data: Any, compiler: str) -> passcope.relay.expr.Call:
    """Ends a region that another compiler takes.

    data: The expression that is marked.
    compiler: The compiler that takes the region.
    """
