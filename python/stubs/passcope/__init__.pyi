# Made by python/scripts/describe.py.
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
from passcope.ir.module import IRModule as IRModule
from passcope.runtime.container import Array as Array
from passcope.runtime.container import convert as convert
from passcope.runtime.ndarray import Device as Device
from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import device as device
from . import parser as parser
from . import relay as relay
from . import testing as testing
from . import as_tvm as as_tvm
from . import contrib as contrib
