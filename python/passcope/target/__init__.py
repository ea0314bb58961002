"""Targets of compilation. Passcope interprets programs, so a target only stores options."""

from .target import Target, TargetFeatures, TargetKind
from . import codegen
from .compilation_config import make_compilation_config
from .generic_func import GenericFunc, generic_func, get_native_generic_func, override_native_generic_func
from .presets import (
    MICRO_SUPPORTED_MODELS,
    STM32_SUPPORTED_SERIES,
    adreno,
    arm_cpu,
    bifrost,
    create,
    cuda,
    hexagon,
    intel_graphics,
    mali,
    micro,
    rasp,
    riscv_cpu,
    rocm,
    stm32,
    vta,
)
from .tag import list_tags
from .virtual_device import VirtualDevice
