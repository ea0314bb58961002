# Made by python/tools/describe.py.
"""Targets for devices by their names: as many options as TVM gives them."""

from typing import Any

from passcope.target.target import Target as Target

MICRO_SUPPORTED_MODELS: Any

STM32_SUPPORTED_SERIES: Any

def create(target: Any) -> Any:
    """A target of a text."""

def cuda(model: Any = 'unknown', arch: Any = None, options: Any = None) -> Any:
    """A target for CUDA."""

def rocm(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for ROCm."""

def mali(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for Mali."""

def bifrost(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for Bifrost."""

def arm_cpu(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for processors of ARM, by the name of a board, a telephone or a processor."""

def riscv_cpu(model: Any = 'sifive-u54', options: Any = None) -> Any:
    """A target for processors of RISC-V."""

def rasp(options: Any = None) -> Any:
    """As `arm_cpu("rasp3b")`."""

def vta(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for VTA."""

def intel_graphics(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for graphics processors of Intel."""

def adreno(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for graphics processors of Qualcomm."""

def micro(model: Any = 'unknown', options: Any = None) -> Any:
    """A target for boards with a small processor. Raises ValueError for a model that is not known."""

def stm32(series: Any = 'unknown', options: Any = None) -> Any:
    """A target for processors of the series STM32. Raises ValueError for a series that is not known."""

def hexagon(cpu_ver: Any = 'v66', **kwargs: Any) -> Any:
    """A target for Hexagon."""
