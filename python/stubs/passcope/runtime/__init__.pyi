# Made by python/tools/describe.py.
"""What programs run on: arrays, devices, containers, modules."""

from typing import Any

from . import container as container
from . import module as module
from . import object as object
from . import ndarray as ndarray
from . import vm as vm
from passcope.runtime.container import ObjectGeneric as ObjectGeneric
from passcope.runtime.module import load_static_library as load_static_library
from passcope.runtime.module import num_threads as num_threads
from passcope.runtime.module import system_lib as system_lib
from . import object_path as object_path
from passcope.runtime.object_path import ObjectPath as ObjectPath
from passcope.runtime.object_path import ObjectPathPair as ObjectPathPair
from . import benchmark as benchmark
from passcope.runtime.benchmark import BenchmarkResult as BenchmarkResult
from passcope.runtime.container import ADT as ADT
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.container import ShapeTuple as ShapeTuple
from passcope.runtime.container import String as String
from passcope.runtime.container import const as const
from passcope.runtime.container import convert as convert
from passcope.runtime.container import convert_to_object as convert_to_object
from passcope.runtime.container import getitem_helper as getitem_helper
from passcope.runtime.container import tuple_object as tuple_object
from . import dtype as dtype
from passcope.runtime.dtype import DataType as DataType
from passcope.runtime.dtype import DataTypeCode as DataTypeCode
from passcope.runtime.dtype import PackedFunc as PackedFunc
from passcope.runtime.module import Module as Module
from passcope.runtime.module import enabled as enabled
from passcope.runtime.module import load_module as load_module
from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import opencl as cl
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import cuda as cuda
from passcope.runtime.ndarray import device as device
from passcope.runtime.ndarray import ext_dev as ext_dev
from passcope.runtime.ndarray import cuda as gpu
from passcope.runtime.ndarray import metal as metal
from passcope.runtime.ndarray import metal as mtl
from passcope.runtime.ndarray import opencl as opencl
from passcope.runtime.ndarray import rocm as rocm
from passcope.runtime.ndarray import vpi as vpi
from passcope.runtime.ndarray import vulkan as vulkan
from passcope.runtime.object import Object as Object
from . import params as params
from passcope.runtime.params import load_param_dict as load_param_dict
from passcope.runtime.params import save_param_dict as save_param_dict
from . import executor as executor
from . import name_transforms as name_transforms

ObjectTypes: Any
