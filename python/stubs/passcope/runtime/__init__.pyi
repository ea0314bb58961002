# Made by python/tools/describe.py.
"""What programs run on: arrays, devices, containers, modules."""

from typing import Any

from . import container as container
from . import module as module
from . import object as object
from . import ndarray as ndarray
from . import vm as vm
from passcope.runtime.container import ADT as ADT
from passcope.runtime.container import Array as Array
from passcope.runtime.container import Map as Map
from passcope.runtime.container import ShapeTuple as ShapeTuple
from passcope.runtime.container import String as String
from passcope.runtime.container import convert as convert
from passcope.runtime.module import Module as Module
from passcope.runtime.module import enabled as enabled
from passcope.runtime.module import load_module as load_module
from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import NDArray as NDArray
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import device as device
from passcope.runtime.object import Object as Object
from . import params as params
from passcope.runtime.params import load_param_dict as load_param_dict
from passcope.runtime.params import save_param_dict as save_param_dict
from . import benchmark as benchmark
from . import name_transforms as name_transforms
