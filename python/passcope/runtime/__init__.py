"""What programs run on: arrays, devices, containers."""

from .container import Array, Map, String, convert
from .ndarray import Device, NDArray, cpu, device
from .object import Object
