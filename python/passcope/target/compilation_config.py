"""The targets of a program that is compiled for several devices."""

from ..runtime.container import Array
from .target import Target
from .virtual_device import VirtualDevice
from ..runtime.ndarray import cpu, Device


class CompilationConfig:
    """The targets and the default devices. The first target for the CPU is also the host's."""

    def __init__(self, targets, ctxt=None):
        self.primitive_targets = Array(targets)
        hosts = [target for target in targets if target.get_target_device_type() == 1]
        self.host_target = hosts[0] if hosts else Target("llvm")
        self.host_virtual_device = VirtualDevice(cpu(0), self.host_target)
        first = targets[0]
        self.default_primitive_virtual_device = VirtualDevice(
            Device(first.get_target_device_type(), 0), first
        )
        config = ctxt.config if ctxt is not None else {}
        fallback = config.get("relay.fallback_device_type")
        if fallback is not None:
            found = [t for t in targets if t.get_target_device_type() == int(fallback)]
            self.default_primitive_virtual_device = VirtualDevice(
                Device(int(fallback), 0), found[0] if found else None
            )
        self.optional_homogeneous_target = first if len(targets) == 1 else None


def make_compilation_config(ctxt, target, target_host=None):
    """Makes the configuration from one target, several targets, or targets by device."""
    return CompilationConfig(Target.canon_multi_target_and_host(target, target_host), ctxt)
