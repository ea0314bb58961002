"""What programs run on: arrays, devices, containers, modules."""

from . import container, module, ndarray, vm
from .container import ADT, Array, Map, ShapeTuple, String, convert
from .module import Module, enabled, load_module
from .ndarray import Device, NDArray, cpu, device
from .object import Object
from .params import load_param_dict, save_param_dict
