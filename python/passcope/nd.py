"""TVM's module of arrays."""

from .runtime.ndarray import (
    Device,
    NDArray,
    array,
    cl,
    cpu,
    cuda,
    device,
    empty,
    ext_dev,
    hexagon,
    metal,
    mtl,
    opencl,
    rocm,
    vulkan,
    webgpu,
)
