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

def device(dev_type: Any, dev_id: Any = 0) -> Device:
    """A device by its name or its number."""

def cpu(dev_id: Any = 0) -> Device:
    """The device cpu(dev_id)."""

def cuda(dev_id: Any = 0) -> Any:
    """The device cuda(dev_id)."""

def rocm(dev_id: Any = 0) -> Any:
    """The device rocm(dev_id)."""

def opencl(dev_id: Any = 0) -> Any:
    """The device opencl(dev_id)."""

def metal(dev_id: Any = 0) -> Any:
    """The device metal(dev_id)."""

def vulkan(dev_id: Any = 0) -> Any:
    """The device vulkan(dev_id)."""

def vpi(dev_id: Any = 0) -> Any:
    """The device vpi(dev_id)."""

def ext_dev(dev_id: Any = 0) -> Any:
    """The device ext_dev(dev_id)."""

def hexagon(dev_id: Any = 0) -> Any:
    """The device hexagon(dev_id)."""

def webgpu(dev_id: Any = 0) -> Any:
    """The device webgpu(dev_id)."""

def mtl(dev_id: Any = 0) -> Any:
    """The device metal(dev_id)."""

def cl(dev_id: Any = 0) -> Any:
    """The device opencl(dev_id)."""

def gpu(dev_id: Any = 0) -> Any:
    """The device cuda(dev_id)."""

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
    def to_dlpack(self) -> Any:
        """A capsule of DLPack with a copy of the elements."""
    def copyfrom(self, source_array: Any) -> Any:
        """Takes over the elements of an array of the same shape, which are converted."""
    def copyto(self, target: Any, mem_scope: Any = None) -> Any:
        """Gives the elements to another array; for a device, a copy."""
    def __getitem__(self, index: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __repr__(self) -> str: ...
    def __str__(self) -> str: ...

def empty(shape: Any, dtype: Any = 'float32', device: Any = None, mem_scope: Any = None) -> NDArray:
    """An array of zeros."""

def array(arr: Any, device: Any = None, mem_scope: Any = None) -> NDArray:
    """An array with the elements of numbers, nested lists or another array.

    What is no array becomes one as numpy makes it: a float is a float64, an integer an int64.
    """

def numpyasarray(np_data: Any) -> Any:
    """An array with the elements of one of numpy."""

def from_dlpack(dltensor: Any) -> Any:
    """An array with the elements of one of another package, by the protocol DLPack."""
