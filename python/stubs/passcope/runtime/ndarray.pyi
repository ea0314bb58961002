# Made by python/tools/describe.py.
"""Arrays in the engine's memory."""

from typing import Any

import passcope.runtime.object
from passcope.runtime.object import Object as Object

class Device:
    """Where arrays live, by DLPack's number. Others than the processor have names and nothing else."""
    MASK2STR: Any
    STR2MASK: Any
    def __init__(self, device_type: Any = 'cpu', device_id: Any = 0) -> None: ...
    @property
    def device_name(self) -> Any:
        """Its name."""
    @property
    def exist(self) -> Any:
        """Whether it is there."""
    def __eq__(self, other: Any) -> bool: ...
    def __hash__(self) -> int: ...
    def __repr__(self) -> str: ...

def device(name: Any, device_id: Any = 0) -> Device:
    """A device by its name or its number."""

def cpu(device_id: Any = 0) -> Device:
    """The device cpu(device_id)."""

def cuda(device_id: Any = 0) -> Any:
    """The device cuda(device_id)."""

def rocm(device_id: Any = 0) -> Any:
    """The device rocm(device_id)."""

def opencl(device_id: Any = 0) -> Any:
    """The device opencl(device_id)."""

def metal(device_id: Any = 0) -> Any:
    """The device metal(device_id)."""

def vulkan(device_id: Any = 0) -> Any:
    """The device vulkan(device_id)."""

def ext_dev(device_id: Any = 0) -> Any:
    """The device ext_dev(device_id)."""

def hexagon(device_id: Any = 0) -> Any:
    """The device hexagon(device_id)."""

def webgpu(device_id: Any = 0) -> Any:
    """The device webgpu(device_id)."""

def mtl(device_id: Any = 0) -> Any:
    """The device metal(device_id)."""

def cl(device_id: Any = 0) -> Any:
    """The device opencl(device_id)."""

class NDArray(passcope.runtime.object.Object):
    """An array of the engine: `shape`, `dtype`, `numpy()`."""
    @property
    def shape(self) -> Any:
        """The dimensions, a tuple of integers."""
    @property
    def dtype(self) -> Any:
        """The type of the elements, such as "float32"."""
    @property
    def ndim(self) -> Any:
        """How many dimensions there are."""
    @property
    def size(self) -> Any:
        """How many elements there are."""
    @property
    def device(self) -> Any:
        """The device: the processor."""
    @property
    def ctx(self) -> Any:
        """The device: the processor."""
    def numpy(self) -> Any:
        """A copy as an array of numpy. bfloat16, which numpy has not, comes as its bits (uint16)."""
    def asnumpy(self) -> Any:
        """A copy as an array of numpy. bfloat16, which numpy has not, comes as its bits (uint16)."""
    def asscalar(self) -> Any:
        """The one element, as a number."""
    def copyfrom(self, source: Any) -> Any:
        """Takes over the elements of an array of the same shape, which are converted."""
    def copyto(self, target: Any) -> Any:
        """Gives the elements to another array; for a device, a copy."""
    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

def empty(shape: Any, dtype: Any = 'float32', device: Any = None, mem_scope: Any = None) -> NDArray:
    """An array of zeros."""

def array(source: Any, device: Any = None, mem_scope: Any = None) -> NDArray:
    """An array with the elements of numbers, nested lists or another array.

    What is no array becomes one as numpy makes it: a float is a float64, an integer an int64.
    """
