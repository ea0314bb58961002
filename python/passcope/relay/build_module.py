"""Making programs ready to run."""

import json

from .. import _raw
from ..ir.module import IRModule
from ..runtime.ndarray import NDArray, array
from .function import Function


def _arrays(params):
    """Arrays by name as the engine takes them, and what keeps them alive."""
    kept = {
        str(name): value if isinstance(value, NDArray) else array(value)
        for name, value in dict(params or {}).items()
    }
    return _raw.dumps({name: value.handle for name, value in kept.items()}), kept


def bind_params_by_name(func, params):
    """The function with constants in place of parameters."""
    text, _kept = _arrays(params)
    return Function._of(_raw.bindParams(func.handle, text))


def optimize(mod, target=None, params=None):
    """The program after the passes with which TVM prepares it for a target, and its parameters."""
    if not isinstance(mod, IRModule):
        mod = IRModule.from_expr(mod)
    text, _kept = _arrays(params)
    return IRModule._of(_raw.optimize(mod.handle, text)), params or {}


class ExecutorFactoryModule:
    """What `build` gives: `GraphModule(lib["default"](device))` runs it."""

    def __init__(self, mod, params):
        self.ir_mod = mod
        self.params = params

    def __getitem__(self, name):
        return lambda *devices: self

    def executor(self):
        """The handle of a new executor."""
        text, _kept = _arrays(self.params)
        return _raw.makeGraphExecutor(self.ir_mod.handle, text, "{}")

    def get_params(self):
        """The parameters by name."""
        return self.params

    def __iter__(self):
        # As (graph, lib, params), which older scripts take apart.
        return iter((None, self, self.params))


def build(ir_mod, target=None, target_host=None, executor=None, runtime=None, params=None, mod_name="default"):
    """A program that is ready to run, after the passes of `optimize` and FuseOps, as TVM's build."""
    from .transform import FuseOps

    mod, params = optimize(ir_mod, target, params)
    return ExecutorFactoryModule(FuseOps()(mod), params)
