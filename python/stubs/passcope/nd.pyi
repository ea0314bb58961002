# Made by python/tools/describe.py.
"""TVM's module of arrays."""

from typing import Any

from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import array as array
from passcope.runtime.ndarray import opencl as cl
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import cuda as cuda
from passcope.runtime.ndarray import device as device
from passcope.runtime.ndarray import empty as empty
from passcope.runtime.ndarray import from_dlpack as from_dlpack
from passcope.runtime.ndarray import ext_dev as ext_dev
from passcope.runtime.ndarray import cuda as gpu
from passcope.runtime.ndarray import hexagon as hexagon
from passcope.runtime.ndarray import metal as metal
from passcope.runtime.ndarray import metal as mtl
from passcope.runtime.ndarray import numpyasarray as numpyasarray
from passcope.runtime.ndarray import opencl as opencl
from passcope.runtime.ndarray import rocm as rocm
from passcope.runtime.ndarray import vpi as vpi
from passcope.runtime.ndarray import vulkan as vulkan
from passcope.runtime.ndarray import webgpu as webgpu
