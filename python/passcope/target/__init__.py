"""What programs are compiled for. Passcope runs programs by itself: a target says its options and nothing more."""

from . import codegen
from .target import Target, TargetKind, arm_cpu, bifrost, create, cuda, hexagon, mali, riscv_cpu, rocm
from .virtual_device import VirtualDevice
from .compilation_config import make_compilation_config
