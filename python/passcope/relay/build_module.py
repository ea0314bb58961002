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
