# Made by python/scripts/describe.py.
"""What programs run on: arrays, devices, containers."""

from typing import Any

from . import container as container
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.container import String as String
from passcope.runtime.container import convert as convert
from . import object as object
from . import ndarray as ndarray
from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import device as device
from passcope.runtime.object import Object as Object
