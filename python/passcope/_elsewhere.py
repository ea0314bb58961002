"""Modules of TVM without a file here.

The contents of some are in another module: importing `tvm.relay.op.nn.nn` gives `passcope.relay.op.nn`. Passcope lacks the
others. They can be imported, and raise an error with the reason when they are used.
"""

import importlib
import importlib.abc
import importlib.util
import sys
import types

from ._absent import names_of
from ._ffi.registry import functions_below

_PACKAGE = __name__.rpartition(".")[0]

# {path here: TVM's paths for it}, all relative to the package.
_SAME = {
    "arith": "arith.analyzer arith.bound arith.int_set arith.int_solver arith.iter_affine_map arith.pattern",
    "ir.type": "ir.tensor_type ir.type_relation",
    "relay": "relay._make",
    "relay.analysis": """relay.analysis.annotated_regions relay.analysis.call_graph relay.analysis.count_layers
        relay.analysis.feature""",
    "relay.build_module": "relay.backend.executor_factory",
    "relay.frontend": "relay.frontend.onnx relay.frontend.pytorch",
    "relay.op": """relay.op._algorithm relay.op._make relay.op._math relay.op._reduce relay.op._tensor
        relay.op._tensor_grad relay.op._transform relay.op.algorithm relay.op.dyn._algorithm relay.op.dyn._make
        relay.op.dyn._tensor relay.op.dyn._transform relay.op.tensor""",
    "relay.op.annotation": "relay.op.annotation._make relay.op.annotation.annotation",
    "relay.op.image": """relay.op.dyn.image._image relay.op.dyn.image._make relay.op.image._image relay.op.image._make
        relay.op.image.image""",
    "relay.op.memory": "relay.op.memory._make relay.op.memory.memory",
    "relay.op.nn": """relay.op.dyn.nn._make relay.op.dyn.nn._nn relay.op.nn._make relay.op.nn._nn relay.op.nn.nn
        relay.op.nn.utils""",
    "relay.op.op": "relay.qnn.op.op",
    "relay.op.random": "relay.op.random._kernel relay.op.random._make relay.op.random.kernel",
    "relay.op.vision": """relay.op.vision._make relay.op.vision._rcnn relay.op.vision._vision relay.op.vision._yolo
        relay.op.vision.multibox relay.op.vision.nms relay.op.vision.rcnn relay.op.vision.yolo""",
    "relay.op.vm": "relay.op.vm._ffi_api relay.op.vm.vm",
    "relay.qnn.op.qnn": "relay.qnn.op._make relay.qnn.op._qnn relay.qnn.op._requantize relay.qnn.op.layout_conversions",
    "relay.quantize": """relay.quantize._annotate relay.quantize._calibrate relay.quantize._partition
        relay.quantize._partition_conversions relay.quantize._quantize relay.quantize.kl_divergence
        relay.quantize.quantize""",
    "relay.transform": "relay.transform.recast",
    "runtime": "_ffi.runtime_ctypes runtime.packed_func",
    "runtime.container": "ir.container runtime.object_generic",
    "runtime.executor": "runtime.executor.aot_executor",
    "runtime.params": "relay.param_dict",
    "te": "te.operation te.tensor",
    "testing": "testing.utils",
    "tir": "generic tir.function tir.generic tir.op",
}
# {TVM's path: path here}
_PATHS = {path: here for here, paths in _SAME.items() for path in paths.split()}
# {path of a module of TVM whose names are global functions: the prefix of these functions' names}
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
# {reason: absent paths}, including all modules below them.
_REASONS = {
    "programs are not compiled to machine code": """contrib driver micro relay.backend._aot relay.backend._backend
        relay.backend._vm relay.backend.aot relay.backend.contrib relay.backend.graph_executor_codegen relay.op.contrib
        runtime.profiler_vm target.intrin testing.aot testing.usmp utils""",
    "programs are not compiled to machine code, so there is nothing to tune": """auto_scheduler autotvm meta_schedule
        relay.collage testing.auto_scheduler testing.autotvm""",
    "Passcope has no tensor IR": "relay.op.strategy relay.qnn.strategy script te testing.tir tir topi",
    "the engine is a Python module, which needs no other bindings": """_ffi._ctypes _ffi._cy2 _ffi._cy3 _ffi._pyversion
        _ffi.libinfo""",
    "custom data types need machine code": "target.datatype",
    "use instruments and the engine's profiles instead": "runtime.profiling",
    "Passcope makes no connections": "rpc",
    "Passcope makes no connections and starts no tools": "exec",
    "Passcope starts no processes": "testing.popen_pool",
    "Passcope imports only ONNX models and TorchScript archives": """relay.frontend.caffe relay.frontend.caffe2
        relay.frontend.coreml relay.frontend.darknet relay.frontend.keras relay.frontend.mxnet
        relay.frontend.mxnet_qnn_op_utils relay.frontend.nnvm_common relay.frontend.oneflow relay.frontend.paddlepaddle
        relay.frontend.pytorch_utils relay.frontend.qnn_torch relay.frontend.tensorflow relay.frontend.tensorflow2
        relay.frontend.tensorflow2_ops relay.frontend.tensorflow_ops relay.frontend.tensorflow_parser
        relay.frontend.tflite relay.frontend.tflite_flexbuffer relay.testing.darknet relay.testing.tf
        relay.testing.tflite relay.testing.yolo_detection""",
    "Passcope has no debugger for programs in Python": "relay.debug",
    "Passcope has only one device": "contrib.pipeline_executor contrib.pipeline_executor_build",
}
_ABSENT = {path: reason for reason, paths in _REASONS.items() for path in paths.split()}
# Packages of TVM that are single modules here.
_PARENTS = {path.rpartition(".")[0] for path in (*_PATHS, *_APIS)} | set(_ABSENT)


def _reason(name):
    """The reason why a module is absent, from the nearest row above it; None for other modules."""
    while name and name not in _ABSENT:
        name = name.rpartition(".")[0]
    return _ABSENT.get(name)


class _Keeping(types.ModuleType):
    """A module that keeps a function when a submodule of the same name is imported, such as relay.quantize.quantize."""

    def __setattr__(self, name, value):
        known = self.__dict__.get(name)
        if known is None or isinstance(known, types.ModuleType) or not isinstance(value, types.ModuleType):
            super().__setattr__(name, value)


def keep_function(name):
    """Call it while a module is imported. If the parent has a function of the module's name, the parent keeps the function."""
    parent, _, child = name.rpartition(".")
    package = sys.modules.get(parent)
    if package is not None and callable(vars(package).get(child)):
        package.__class__ = _Keeping


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        """The spec of a module whose contents are elsewhere; None for other modules."""
        package, _, name = fullname.partition(".")
        if package != _PACKAGE or (name not in _PATHS and name not in _APIS and _reason(name) is None):
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def create_module(self, spec):
        """Imports the module by its own name."""
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
        """Does nothing: the module has run already. It keeps its own name."""
        spec = module.__spec__
        keep_function(spec.name)
        if module.__name__ != spec.name:
            module.__spec__ = importlib.util.find_spec(module.__name__)


def install():
    """Makes these modules importable."""
    sys.meta_path.append(_Finder())
    for name in _PARENTS:
        parent = sys.modules.get(f"{_PACKAGE}.{name}")
        if parent is not None and not hasattr(parent, "__path__"):
            parent.__path__ = []
    for name in _APIS:
        # Scripts use these without importing them.
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
    """The `__getattr__` of a package whose submodules are elsewhere. In TVM they are attributes without an import."""
    before = vars(package).get("__getattr__")

    def getattr_(name):
        if name in children:
            return importlib.import_module(f"{package.__name__}.{name}")
        if before is not None:
            return before(name)
        raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")

    return getattr_
