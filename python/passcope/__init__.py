"""Passcope: TVM's Relay, its passes and its instruments, over Passcope's engine.

    import passcope
    from passcope import relay

    x = relay.var("x", shape=(2, 3))
    mod = passcope.IRModule.from_expr(relay.Function([x], relay.nn.relu(x * relay.const(2.0) * relay.const(3.0))))

    remarks, trace = passcope.instrument.Remarks(), passcope.instrument.TraceInstrument(lineage=True)
    with passcope.transform.PassContext(opt_level=3, instruments=[remarks, trace]):
        mod = relay.transform.FoldConstant()(relay.transform.InferType()(mod))
    print(mod)  # The program after the passes.
    print(remarks.render())  # What the passes did or missed, and why.
    trace.report("report.html")  # What each pass changed, as a page.

The modules have TVM's names: `passcope.relay`, `passcope.transform`, `passcope.ir` … After
`import passcope.as_tvm` they can be imported as `tvm`, too. `python -m passcope script.py` runs a script that imports
`tvm`.

TVM does not have these: most of `passcope.instrument`, `passcope.transform.bisect` and `reduce`, `passcope.compare` and
`sweep`, and `passcope.relay.analysis.effects`. `passcope.ir.records` has the classes of what they return.
"""

try:
    import _passcope_engine
except ModuleNotFoundError:
    raise ImportError(
        "the engine of passcope is not built: install the package with `pip install -v ./python` from the folder of Passcope, "
        "after `sudo apt install clang-14 cmake ninja-build pybind11-dev python3-dev zlib1g-dev`"
    ) from None

from . import _ffi, error, instrument, ir, nd, runtime, target, te, tir, transform
from ._ffi import get_global_func, register_func, register_object
from .error import DiagnosticError, TVMError
from .ir import (
    ConstantMemoryPools,
    ConstantPoolInfo,
    IRModule,
    PoolInfo,
    PoolInfoProperties,
    WorkspaceMemoryPools,
    WorkspacePoolInfo,
)
from .ir.compare import Comparison, compare, sweep
from .runtime import container
from .runtime.container import Array, convert
from .runtime.dtype import DataType, DataTypeCode
from .runtime.ndarray import (
    Device,
    cl,
    cpu,
    cuda,
    device,
    ext_dev,
    gpu,
    hexagon,
    metal,
    mtl,
    opencl,
    rocm,
    vpi,
    vulkan,
    webgpu,
)
from .runtime.object import Object
from . import relay
from . import parser
from . import arith, contrib, support, testing, topi
from .runtime import executor as _executor
from . import _elsewhere, _given, _global_functions, _raw
from ._absent import Absent as _Absent
from ._absent import modules_below as _modules_below

_elsewhere.install()

# Parts of TVM that scripts use without importing them.
__getattr__ = _modules_below(__name__, ("auto_scheduler", "autotvm", "driver", "meta_schedule", "micro", "rpc", "script"))

_given.guard_package()

build = _Absent("tvm.build", "programs are not compiled to machine code; relay.build makes programs ready to run")
lower = _Absent("tvm.lower", "Passcope has no tensor IR")

__version__ = _raw.version()
