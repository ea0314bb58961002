"""Descriptions of memory pools for compiled programs. Passcope does not use them."""

from ..runtime.container import Array, Map


class PoolInfoProperties:
    """The size and the speed of a pool; -1 for unknown values."""

    def __init__(
        self,
        size_hint_bytes=-1,
        clock_frequency_hz=-1,
        read_bandwidth_bytes_per_cycle=-1,
        write_bandwidth_bytes_per_cycle=-1,
        read_latency_cycles=0,
        write_latency_cycles=0,
        target_burst_bytes=None,
    ):
        self.size_hint_bytes = size_hint_bytes
        self.clock_frequency_hz = clock_frequency_hz
        self.read_bandwidth_bytes_per_cycle = read_bandwidth_bytes_per_cycle
        self.write_bandwidth_bytes_per_cycle = write_bandwidth_bytes_per_cycle
        self.read_latency_cycles = read_latency_cycles
        self.write_latency_cycles = write_latency_cycles
        self.target_burst_bytes = Map(target_burst_bytes or {})


class PoolInfo:
    """A pool: its name, the targets that can access it, and its properties, which are also fields of this object."""

    READ_WRITE_ACCESS, READ_ONLY_ACCESS = "rw", "ro"

    def __init__(self, pool_name, targets, pool_info_properties=None):
        self.pool_name = pool_name
        self.targets = Array(targets)
        self.__dict__.update((pool_info_properties or PoolInfoProperties()).__dict__)


class ConstantInfo:
    """A constant in a pool: its name, the offset of its first byte, and its value."""

    def __init__(self, name, byte_offset, data):
        self.name_hint, self.byte_offset, self.data = name, byte_offset, data


class WorkspacePoolInfo(PoolInfo):
    """A pool for intermediate values."""


class ConstantPoolInfo(PoolInfo):
    """A pool for constants."""

    def __init__(self, pool_name, targets, constant_info_arr=None, pool_info_properties=None):
        super().__init__(pool_name, targets, pool_info_properties)
        self.constant_info_array = Array(constant_info_arr or ())


class WorkspaceMemoryPools:
    """The pools for intermediate values."""

    def __init__(self, pools):
        self.pools = Array(pools)


class ConstantMemoryPools:
    """The pools for constants."""

    def __init__(self, pools):
        self.pools = Array(pools)
