# Made by python/tools/describe.py.
"""The targets of a program that is compiled for several devices."""

from typing import Any

from passcope.runtime.container import Array as Array
from passcope.target.target import Target as Target
from passcope.target.virtual_device import VirtualDevice as VirtualDevice
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import Device as Device

class CompilationConfig:
    """The targets, of which the first for the processor is the host's, and where things are by default."""
    def __init__(self, targets: Any, ctxt: Any = None) -> None: ...

def make_compilation_config(ctxt: Any, target: Any, target_host: Any = None) -> Any:
    """The configuration of targets: one, several, or by device."""
