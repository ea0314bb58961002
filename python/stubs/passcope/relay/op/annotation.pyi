# Made by python/tools/describe.py.
"""Marks for passes."""

from typing import Any

import passcope.relay.expr

def virtual_device(device: Any) -> Any:
    """A VirtualDevice of what may be a device or the name of one."""

def on_device(body: Any, device: Any, constrain_result: bool = False, constrain_body: bool = True) -> Any:
    """Says where an expression is to be computed, and where its result has to be."""

def function_on_device(function: Any, param_devices: Any, result_device: Any) -> Any:
    """The function with the devices of its parameters and of its result."""

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
