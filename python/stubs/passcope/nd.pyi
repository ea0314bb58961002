# Made by python/scripts/describe.py.
"""TVM's module of arrays."""

from typing import Any

from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import device as device
from passcope.runtime.ndarray import empty as empty
