"""Passcope: TVM's Relay, its passes and its instruments, over Passcope's engine.

The modules have TVM's names: `passcope.relay`, `passcope.transform`, `passcope.ir` … After
`import passcope.as_tvm` they can be imported as `tvm`, too.
"""

from . import error, instrument, ir, nd, runtime, target, te, tir, transform
from .error import DiagnosticError, TVMError
from .ir import IRModule
from .runtime.container import Array, convert
from .runtime.ndarray import Device, cpu, device
from . import relay
from . import parser
from . import testing, topi
from . import _raw

__version__ = _raw.version()
