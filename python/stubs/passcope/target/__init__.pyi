# Made by python/tools/describe.py.
"""What programs are compiled for. Passcope runs programs by itself: a target says its options and nothing more."""

from typing import Any

from . import codegen as codegen
from . import target as target
from passcope.target.target import Target as Target
from passcope.target.target import TargetKind as TargetKind
from passcope.target.target import arm_cpu as arm_cpu
from passcope.target.target import bifrost as bifrost
from passcope.target.target import create as create
from passcope.target.target import cuda as cuda
from passcope.target.target import hexagon as hexagon
from passcope.target.target import mali as mali
from passcope.target.target import riscv_cpu as riscv_cpu
from passcope.target.target import rocm as rocm
from . import virtual_device as virtual_device
from passcope.target.virtual_device import VirtualDevice as VirtualDevice
from . import compilation_config as compilation_config
from passcope.target.compilation_config import make_compilation_config as make_compilation_config
