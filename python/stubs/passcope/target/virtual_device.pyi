# Made by python/tools/describe.py.
"""Where something is computed and kept."""

from typing import Any

from passcope.runtime.ndarray import Device as Device

class VirtualDevice:
    """A device, a target and a scope of memory, each of which may be left open."""
    def __init__(self, device: Any = None, target: Any = None, memory_scope: Any = '') -> None: ...
    @property
    def device_type(self) -> Any:
        """DLPack's number of the device; -1 where it is left open."""
    @property
    def device(self) -> Any:
        """The device."""
    def __bool__(self) -> bool: ...
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...
