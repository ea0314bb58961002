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

_PACKAGE = __name__.rpartition(".")[0]

# {path of TVM's: path here}, both below the package.
_PATHS = {
    "ir.base": "ir",
    "ir.container": "runtime.container",
    "ir.expr": "ir",
    "ir.function": "ir",
    "ir.tensor_type": "ir.type",
    "ir.type_relation": "ir.type",
    "relay.analysis.analysis": "relay.analysis",
    "relay.analysis.annotated_regions": "relay.analysis",
    "relay.analysis.call_graph": "relay.analysis",
    "relay.analysis.feature": "relay.analysis",
    "relay.backend.executor_factory": "relay.build_module",
    "relay.op.algorithm": "relay.op",
    "relay.op.annotation.annotation": "relay.op.annotation",
    "relay.op.image.image": "relay.op.image",
    "relay.op.memory.memory": "relay.op.memory",
    "relay.op.nn.nn": "relay.op.nn",
    "relay.op.nn.utils": "relay.op.nn",
    "relay.op.random.kernel": "relay.op.random",
    "relay.op.tensor": "relay.op",
    "relay.op.vision.multibox": "relay.op.vision",
    "relay.op.vision.nms": "relay.op.vision",
    "relay.op.vision.rcnn": "relay.op.vision",
    "relay.op.vision.yolo": "relay.op.vision",
    "relay.op.vm.vm": "relay.op.vm",
    "relay.param_dict": "relay",
    "relay.transform.flexible_shape": "relay.transform",
    "relay.transform.recast": "relay.transform",
    "relay.transform.transform": "relay.transform",
    "runtime.object_generic": "runtime.container",
    "runtime.packed_func": "runtime",
    "tir.function": "tir",
    "tir.generic": "tir",
    "tir.op": "tir",
    "te.operation": "te",
    "te.tensor": "te",
}
_NO_CODE = "programs are not compiled to machine code"
_NO_TENSOR_IR = "there is no tensor IR"
_NO_TUNING = "programs are not compiled to machine code, so that there is nothing to tune"
# {path of what is not here, with all below it: why}
_ABSENT = {
    "auto_scheduler": _NO_TUNING,
    "autotvm": _NO_TUNING,
    "contrib": _NO_CODE,
    "driver": _NO_CODE,
    "meta_schedule": _NO_TUNING,
    "micro": _NO_CODE,
    "relay.backend.aot": _NO_CODE,
    "relay.backend.contrib": _NO_CODE,
    "relay.collage": _NO_TUNING,
    "relay.op.contrib": _NO_CODE,
    "relay.op.strategy": _NO_TENSOR_IR,
    "rpc": "it makes no connection",
    "te": _NO_TENSOR_IR,
    "testing.aot": _NO_CODE,
    "testing.auto_scheduler": _NO_TUNING,
    "testing.autotvm": _NO_TUNING,
    "testing.tir": _NO_TENSOR_IR,
    "tir": _NO_TENSOR_IR,
    "topi": _NO_TENSOR_IR,
}
# What has modules below it in TVM, and is one module here.
_PARENTS = {path.rpartition(".")[0] for path in _PATHS} | set(_ABSENT)


def _reason(name):
    """Why a module is not here; None for all others."""
    parts = name.split(".")
    found = (_ABSENT.get(".".join(parts[:i])) for i in range(1, len(parts)))
    return next(filter(None, found), _ABSENT.get(name))


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        """The place of a module that stands elsewhere; None for all others."""
        package, _, name = fullname.partition(".")
        if package != _PACKAGE or (name not in _PATHS and _reason(name) is None):
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def create_module(self, spec):
        """The module by its own name."""
        name = spec.name.partition(".")[2]
        if name in _PATHS:
            return importlib.import_module(f"{_PACKAGE}.{_PATHS[name]}")
        made = types.ModuleType(spec.name, "A part of TVM that is not here.")
        made.__getattr__ = names_of(spec.name, _reason(name))
        made.__path__ = []
        return made

    def exec_module(self, module):
        """The module has run already, and keeps its own name."""
        spec = module.__spec__
        if module.__name__ != spec.name:
            module.__spec__ = importlib.util.find_spec(module.__name__)


def install():
    """From here on these modules can be imported."""
    sys.meta_path.append(_Finder())
    for name in _PARENTS:
        parent = sys.modules.get(f"{_PACKAGE}.{name}")
        if parent is not None and not hasattr(parent, "__path__"):
            parent.__path__ = []
