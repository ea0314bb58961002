# Made by python/tools/describe.py.
"""Passcope: TVM's Relay, its passes and its instruments, over Passcope's engine.

The modules have TVM's names: `passcope.relay`, `passcope.transform`, `passcope.ir` … After
`import passcope.as_tvm` they can be imported as `tvm`, too.
"""

from typing import Any

from . import error as error
from . import runtime as runtime
from . import tir as tir
from . import ir as ir
from . import instrument as instrument
from . import nd as nd
from . import target as target
from . import te as te
from . import transform as transform
from passcope.error import DiagnosticError as DiagnosticError
from passcope.error import TVMError as TVMError
from passcope.ir.memory_pools import ConstantMemoryPools as ConstantMemoryPools
from passcope.ir.memory_pools import ConstantPoolInfo as ConstantPoolInfo
from passcope.ir.module import IRModule as IRModule
from passcope.ir.memory_pools import PoolInfo as PoolInfo
from passcope.ir.memory_pools import PoolInfoProperties as PoolInfoProperties
from passcope.ir.memory_pools import WorkspaceMemoryPools as WorkspaceMemoryPools
from passcope.ir.memory_pools import WorkspacePoolInfo as WorkspacePoolInfo
from passcope.runtime import container as container
from passcope.runtime.container import Array as Array
from passcope.runtime.container import convert as convert
from passcope.runtime.dtype import DataType as DataType
from passcope.runtime.dtype import DataTypeCode as DataTypeCode
from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import opencl as cl
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import cuda as cuda
from passcope.runtime.ndarray import device as device
from passcope.runtime.ndarray import ext_dev as ext_dev
from passcope.runtime.ndarray import cuda as gpu
from passcope.runtime.ndarray import hexagon as hexagon
from passcope.runtime.ndarray import metal as metal
from passcope.runtime.ndarray import metal as mtl
from passcope.runtime.ndarray import opencl as opencl
from passcope.runtime.ndarray import rocm as rocm
from passcope.runtime.ndarray import vpi as vpi
from passcope.runtime.ndarray import vulkan as vulkan
from passcope.runtime.ndarray import webgpu as webgpu
from passcope.runtime.object import Object as Object
from . import topi as topi
from . import testing as testing
from . import parser as parser
from . import relay as relay
from . import arith as arith
from . import contrib as contrib
from . import support as support
from . import as_tvm as as_tvm
from . import auto_scheduler as auto_scheduler
from . import autotvm as autotvm
from . import micro as micro
from . import rpc as rpc
from . import script as script
