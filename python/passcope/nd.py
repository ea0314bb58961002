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
    from_dlpack,
    ext_dev,
    gpu,
    hexagon,
    metal,
    mtl,
    numpyasarray,
    opencl,
    rocm,
    vpi,
    vulkan,
    webgpu,
)
