# Made by python/tools/describe.py.
"""What programs are compiled for. Passcope runs programs by itself: a target says its options and nothing more."""

from typing import Any

from . import features as features
from . import target as target
from passcope.target.target import Target as Target
from passcope.target.target import TargetFeatures as TargetFeatures
from passcope.target.target import TargetKind as TargetKind
from . import codegen as codegen
from . import virtual_device as virtual_device
from . import compilation_config as compilation_config
from passcope.target.compilation_config import make_compilation_config as make_compilation_config
from passcope.target.generic_func import generic_func as generic_func
from passcope.target.generic_func import GenericFunc as GenericFunc
from passcope.target.generic_func import get_native_generic_func as get_native_generic_func
from passcope.target.generic_func import override_native_generic_func as override_native_generic_func
from . import presets as presets
from passcope.target.presets import adreno as adreno
from passcope.target.presets import arm_cpu as arm_cpu
from passcope.target.presets import bifrost as bifrost
from passcope.target.presets import create as create
from passcope.target.presets import cuda as cuda
from passcope.target.presets import hexagon as hexagon
from passcope.target.presets import intel_graphics as intel_graphics
from passcope.target.presets import mali as mali
from passcope.target.presets import micro as micro
from passcope.target.presets import rasp as rasp
from passcope.target.presets import riscv_cpu as riscv_cpu
from passcope.target.presets import rocm as rocm
from passcope.target.presets import stm32 as stm32
from passcope.target.presets import vta as vta
from . import tag as tag
from passcope.target.tag import list_tags as list_tags
from passcope.target.virtual_device import VirtualDevice as VirtualDevice

MICRO_SUPPORTED_MODELS: Any

STM32_SUPPORTED_SERIES: Any
