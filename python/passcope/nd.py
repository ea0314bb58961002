"""TVM's module of arrays."""

from .runtime.ndarray import Device, NDArray, array, cpu, device, empty
