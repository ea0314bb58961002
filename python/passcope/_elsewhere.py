"""Modules of TVM that no file here stands for.

The contents of some stand in another module: importing `tvm.relay.op.nn.nn` gives `passcope.relay.op.nn`. Others belong to
parts of TVM that Passcope does not have: they can be imported, and say so when they are used.
"""

import importlib
import importlib.abc
import importlib.util
import sys
import types

from ._absent import names_of
from ._ffi.registry import functions_below

_PACKAGE = __name__.rpartition(".")[0]

# {path of TVM's: path here}, both below the package.
_PATHS = {
    "_ffi.runtime_ctypes": "runtime",
    "arith.analyzer": "arith",
    "arith.bound": "arith",
    "arith.int_set": "arith",
    "arith.int_solver": "arith",
    "arith.iter_affine_map": "arith",
    "arith.pattern": "arith",
    "generic": "tir",
    "ir.container": "runtime.container",
    "ir.tensor_type": "ir.type",
    "ir.type_relation": "ir.type",
    "relay._make": "relay",
    "relay.analysis.annotated_regions": "relay.analysis",
    "relay.analysis.call_graph": "relay.analysis",
    "relay.analysis.count_layers": "relay.analysis",
    "relay.analysis.feature": "relay.analysis",
    "relay.backend.executor_factory": "relay.build_module",
    "relay.frontend.onnx": "relay.frontend",
    "relay.frontend.pytorch": "relay.frontend",
    "relay.op._algorithm": "relay.op",
    "relay.op._math": "relay.op",
    "relay.op._reduce": "relay.op",
    "relay.op._tensor": "relay.op",
    "relay.op._tensor_grad": "relay.op",
    "relay.op._transform": "relay.op",
    "relay.op.algorithm": "relay.op",
    "relay.op.annotation._make": "relay.op.annotation",
    "relay.op.annotation.annotation": "relay.op.annotation",
    "relay.op._make": "relay.op",
    "relay.op.dyn._algorithm": "relay.op",
    "relay.op.dyn._make": "relay.op",
    "relay.op.dyn._tensor": "relay.op",
    "relay.op.dyn._transform": "relay.op",
    "relay.op.dyn.image._image": "relay.op.image",
    "relay.op.dyn.image._make": "relay.op.image",
    "relay.op.dyn.nn._make": "relay.op.nn",
    "relay.op.dyn.nn._nn": "relay.op.nn",
    "relay.op.image._image": "relay.op.image",
    "relay.op.image._make": "relay.op.image",
    "relay.op.image.image": "relay.op.image",
    "relay.op.memory._make": "relay.op.memory",
    "relay.op.memory.memory": "relay.op.memory",
    "relay.op.nn._make": "relay.op.nn",
    "relay.op.nn._nn": "relay.op.nn",
    "relay.op.nn.nn": "relay.op.nn",
    "relay.op.nn.utils": "relay.op.nn",
    "relay.op.random._kernel": "relay.op.random",
    "relay.op.random._make": "relay.op.random",
    "relay.op.random.kernel": "relay.op.random",
    "relay.op.tensor": "relay.op",
    "relay.op.vision._make": "relay.op.vision",
    "relay.op.vision._rcnn": "relay.op.vision",
    "relay.op.vision._vision": "relay.op.vision",
    "relay.op.vision._yolo": "relay.op.vision",
    "relay.op.vision.multibox": "relay.op.vision",
    "relay.op.vision.nms": "relay.op.vision",
    "relay.op.vision.rcnn": "relay.op.vision",
    "relay.op.vision.yolo": "relay.op.vision",
    "relay.op.vm.vm": "relay.op.vm",
    "relay.op.vm._ffi_api": "relay.op.vm",
    "relay.param_dict": "runtime.params",
    "relay.qnn.op._make": "relay.qnn.op.qnn",
    "relay.qnn.op._qnn": "relay.qnn.op.qnn",
    "relay.qnn.op._requantize": "relay.qnn.op.qnn",
    "relay.qnn.op.layout_conversions": "relay.qnn.op.qnn",
    "relay.qnn.op.op": "relay.op.op",
    "relay.quantize._annotate": "relay.quantize",
    "relay.quantize._calibrate": "relay.quantize",
    "relay.quantize._partition": "relay.quantize",
    "relay.quantize._partition_conversions": "relay.quantize",
    "relay.quantize._quantize": "relay.quantize",
    "relay.quantize.kl_divergence": "relay.quantize",
    "relay.quantize.quantize": "relay.quantize",
    "relay.transform.recast": "relay.transform",
    "runtime.executor.aot_executor": "runtime.executor",
    "runtime.object_generic": "runtime.container",
    "runtime.packed_func": "runtime",
    "testing.utils": "testing",
    "tir.function": "tir",
    "tir.generic": "tir",
    "tir.op": "tir",
    "te.operation": "te",
    "te.tensor": "te",
}
# {path of a module of TVM's that has global functions as its names: what these functions' names begin with}
_APIS = {
    "arith._ffi_api": "arith",
    "ir._ffi_api": "ir",
    "ir._ffi_instrument_api": "instrument",
    "ir._ffi_transform_api": "transform",
    "ir.diagnostics._ffi_api": "diagnostics",
    "parser._ffi_api": "parser",
    "relay._build_module": "relay.build_module",
    "relay._ffi_api": "relay.ir",
    "relay.analysis._ffi_api": "relay.analysis",
    "relay.dataflow_pattern._ffi": "relay.dataflow_pattern",
    "relay.transform._ffi_api": "relay._transform",
    "runtime._ffi_api": "runtime",
    "runtime._ffi_node_api": "node",
    "target._ffi_api": "target",
    "testing._ffi_api": "testing",
}
_NO_CODE = "programs are not compiled to machine code"
_NO_TENSOR_IR = "there is no tensor IR"
_NO_BINDINGS = "the engine is a module of Python, which needs no other bindings"
_NO_TUNING = "programs are not compiled to machine code, so that there is nothing to tune"
# {path of what is not here, with all below it: why}
_ABSENT = {
    "_ffi._ctypes": _NO_BINDINGS,
    "_ffi._cy2": _NO_BINDINGS,
    "_ffi._cy3": _NO_BINDINGS,
    "_ffi._pyversion": _NO_BINDINGS,
    "_ffi.libinfo": _NO_BINDINGS,
    "auto_scheduler": _NO_TUNING,
    "autotvm": _NO_TUNING,
    "contrib": _NO_CODE,
    "driver": _NO_CODE,
    "exec": "it makes no connection and starts no tools",
    "meta_schedule": _NO_TUNING,
    "micro": _NO_CODE,
    "relay.backend._aot": _NO_CODE,
    "relay.backend._vm": _NO_CODE,
    "relay.backend.aot": _NO_CODE,
    "relay.backend.contrib": _NO_CODE,
    "relay.collage": _NO_TUNING,
    "relay.op.contrib": _NO_CODE,
    "relay.debug": "there is no debugger for programs in Python",
    "relay.op.strategy": _NO_TENSOR_IR,
    "relay.qnn.strategy": _NO_TENSOR_IR,
    "rpc": "it makes no connection",
    "runtime.profiler_vm": _NO_CODE,
    "runtime.profiling": "instruments and the profiles of the engine take its place",
    "script": _NO_TENSOR_IR,
    "target.datatype": "data types of one's own need machine code",
    "target.intrin": _NO_CODE,
    "te": _NO_TENSOR_IR,
    "testing.aot": _NO_CODE,
    "testing.auto_scheduler": _NO_TUNING,
    "testing.autotvm": _NO_TUNING,
    "testing.popen_pool": "it starts no processes",
    "testing.tir": _NO_TENSOR_IR,
    "testing.usmp": _NO_CODE,
    "tir": _NO_TENSOR_IR,
    "topi": _NO_TENSOR_IR,
    "utils": _NO_CODE,
}
_NO_READER = "programs are read from ONNX models and TorchScript archives alone"
_READERS = (
    "caffe caffe2 coreml darknet keras mxnet mxnet_qnn_op_utils nnvm_common oneflow paddlepaddle pytorch_utils qnn_torch"
    " tensorflow tensorflow2 tensorflow2_ops tensorflow_ops tensorflow_parser tflite tflite_flexbuffer"
).split()
_ABSENT.update((f"relay.frontend.{name}", _NO_READER) for name in _READERS)
_ABSENT.update((f"relay.testing.{name}", _NO_READER) for name in ("darknet", "tf", "tflite", "yolo_detection"))
# What has modules below it in TVM, and is one module here.
_PARENTS = {path.rpartition(".")[0] for path in (*_PATHS, *_APIS)} | set(_ABSENT)


def _reason(name):
    """Why a module is not here; None for all others."""
    parts = name.split(".")
    found = (_ABSENT.get(".".join(parts[:i])) for i in range(1, len(parts)))
    return next(filter(None, found), _ABSENT.get(name))


class _Keeping(types.ModuleType):
    """A module whose functions stay what they are when a module of the same name is imported, as relay.quantize.quantize."""

    def __setattr__(self, name, value):
        known = self.__dict__.get(name)
        if known is None or isinstance(known, types.ModuleType) or not isinstance(value, types.ModuleType):
            super().__setattr__(name, value)


def keep_function(name):
    """To be called while a module is imported: where its parent has a function of its name, the parent keeps it."""
    parent, _, child = name.rpartition(".")
    package = sys.modules.get(parent)
    if package is not None and callable(vars(package).get(child)):
        package.__class__ = _Keeping


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        """The place of a module that stands elsewhere; None for all others."""
        package, _, name = fullname.partition(".")
        if package != _PACKAGE or (name not in _PATHS and name not in _APIS and _reason(name) is None):
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def create_module(self, spec):
        """The module by its own name."""
        name = spec.name.partition(".")[2]
        if name in _PATHS:
            return importlib.import_module(f"{_PACKAGE}.{_PATHS[name]}")
        if name in _APIS:
            made = types.ModuleType(spec.name, "Functions of TVM's table of global functions.")
            made.__getattr__ = functions_below(_APIS[name])
            return made
        made = types.ModuleType(spec.name, "A part of TVM that is not here.")
        made.__getattr__ = names_of(spec.name, _reason(name))
        made.__path__ = []
        made.__absent__ = True
        return made

    def exec_module(self, module):
        """The module has run already, and keeps its own name."""
        spec = module.__spec__
        keep_function(spec.name)
        if module.__name__ != spec.name:
            module.__spec__ = importlib.util.find_spec(module.__name__)


def install():
    """From here on these modules can be imported."""
    sys.meta_path.append(_Finder())
    for name in _PARENTS:
        parent = sys.modules.get(f"{_PACKAGE}.{name}")
        if parent is not None and not hasattr(parent, "__path__"):
            parent.__path__ = []
    for name in _APIS:
        # Scripts ask for these without importing them.
        parent, _, child = f"{_PACKAGE}.{name}".rpartition(".")
        if parent in sys.modules and not hasattr(sys.modules[parent], child):
            importlib.import_module(f"{_PACKAGE}.{name}")
    below = {}
    for name in _PATHS:
        parent, _, child = f"{_PACKAGE}.{name}".rpartition(".")
        below.setdefault(parent, set()).add(child)
    for parent, children in below.items():
        package = sys.modules.get(parent)
        if package is not None:
            package.__getattr__ = _asked(package, children)


def _asked(package, children):
    """The `__getattr__` of a package that has modules elsewhere, which TVM's has as attributes without an import."""
    before = vars(package).get("__getattr__")

    def getattr_(name):
        if name in children:
            return importlib.import_module(f"{package.__name__}.{name}")
        if before is not None:
            return before(name)
        raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")

    return getattr_
