"""Networks for experiments, and helpers of TVM's tests."""

import json
import sys
import types

from ... import _raw
from ...ir.module import IRModule
from ...ir.transform import Sequential
from ...runtime.ndarray import NDArray
from .. import analysis, transform
from ..function import Function
from ...testing import enabled_targets
from ..prelude import Prelude
from .init import create_workload, workload_of
from .nat import count, make_nat_expr, make_nat_value
from .temp_op_attr import TempOpAttr


def _modules():
    """A module with `get_workload` for each network of TVM's that the engine has."""
    for row in json.loads(_raw.models()):
        # resnet50 and the like are resnet with an option.
        if row["name"].startswith("resnet") and row["name"] not in ("resnet", "resnet_3d"):
            continue
        name = f"{__name__}.{row['name']}"
        made = types.ModuleType(name, "A network of TVM's.")
        made.get_workload = workload_of(row)
        sys.modules[name] = made
        globals()[row["name"]] = made


_modules()


def run_opt_pass(expr, opt_pass, import_prelude=False):
    """An expression after a pass: its main function, or the body where it was no function."""
    passes = opt_pass if isinstance(opt_pass, (list, tuple)) else [opt_pass]
    mod = IRModule.from_expr(expr)
    if import_prelude:
        Prelude(mod)
    mod = Sequential(list(passes))(mod)
    entry = mod["main"]
    return entry if isinstance(expr, Function) else entry.body


def run_infer_type(expr):
    """An expression with its types."""
    return run_opt_pass(expr, transform.InferType())


def rand(dtype="float32", *shape):
    """An array of random numbers."""
    import numpy as np

    from ...runtime.ndarray import array

    return array(np.random.rand(*shape).astype(dtype))


def count_ops(expr):
    """How often each operator is called."""
    return analysis.list_op_freqs(expr)
