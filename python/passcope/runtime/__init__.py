"""Parts for running programs: arrays, devices, containers, modules."""

from . import container, module, ndarray, vm
from .container import ObjectGeneric, ObjectTypes
from .module import load_static_library, num_threads, system_lib
from .object_path import ObjectPath, ObjectPathPair
from .benchmark import BenchmarkResult
from .container import ADT, Array, Map, ShapeTuple, String, const, convert, convert_to_object, getitem_helper, tuple_object
from .dtype import DataType, DataTypeCode, PackedFunc
from .module import Module, enabled, load_module
from .ndarray import (
    Device,
    NDArray,
    cl,
    cpu,
    cuda,
    device,
    ext_dev,
    gpu,
    metal,
    mtl,
    opencl,
    rocm,
    vpi,
    vulkan,
)
from .object import Object
from .params import load_param_dict, save_param_dict
