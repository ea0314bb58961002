# Made by python/tools/describe.py.
"""What is said of pools of memory that a compiled program would use. Nothing here uses them."""

from typing import Any

from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map

class PoolInfoProperties:
    """How large and how fast a pool is; -1 for what is not known."""
    def __init__(self, size_hint_bytes: Any = -1, clock_frequency_hz: Any = -1, read_bandwidth_bytes_per_cycle: Any = -1, write_bandwidth_bytes_per_cycle: Any = -1, read_latency_cycles: Any = 0, write_latency_cycles: Any = 0, target_burst_bytes: Any = None) -> None: ...

class PoolInfo:
    """A pool: its name, the targets that reach it, and its properties, which are fields of it."""
    READ_WRITE_ACCESS: str
    READ_ONLY_ACCESS: str
    def __init__(self, pool_name: Any, targets: Any, pool_info_properties: Any = None) -> None: ...

class ConstantInfo:
    """A constant in a pool: its name, the place of its first byte, and its value."""
    def __init__(self, name: Any, byte_offset: Any, data: Any) -> None: ...

class WorkspacePoolInfo(PoolInfo):
    """A pool for what a program computes with."""

class ConstantPoolInfo(PoolInfo):
    """A pool for constants."""
    def __init__(self, pool_name: Any, targets: Any, constant_info_arr: Any = None, pool_info_properties: Any = None) -> None: ...

class WorkspaceMemoryPools:
    """The pools for what a program computes with."""
    def __init__(self, pools: Any) -> None: ...

class ConstantMemoryPools:
    """The pools for constants."""
    def __init__(self, pools: Any) -> None: ...
