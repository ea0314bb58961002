"""Networks for experiments, and helpers of TVM's tests."""

import importlib.machinery
import json
import sys
import types

from ... import _raw
from ...ir.module import IRModule
from ...ir.transform import Pass
from ...runtime.ndarray import array
from ...testing import enabled_targets
from .. import analysis, op, transform
from ..build_module import create_executor
from ..function import Function
from ..prelude import Prelude
from ..transform import gradient
from .init import create_workload, workload_of
from .nat import count, get_type, make_nat_expr, make_nat_value
from .py_converter import run_as_python, to_python
from . import byoc, layers
from .temp_op_attr import TempOpAttr


def _modules():
    """A module with `get_workload` for each of TVM's networks that the engine has."""
    for row in json.loads(_raw.models()):
        # resnet50 and similar names are resnet with an option.
        if row["name"].startswith("resnet") and row["name"] not in ("resnet", "resnet_3d"):
            continue
        name = f"{__name__}.{row['name']}"
        made = types.ModuleType(name, "A network of TVM's.")
        made.__spec__ = importlib.machinery.ModuleSpec(name, None)
        made.get_workload, made.get_net = workload_of(row)
        sys.modules[name] = made
        globals()[row["name"]] = made


_modules()


def run_opt_pass(expr, opt_pass, import_prelude=False):
    """Runs a pass on an expression. Returns the typed main function, or its body if the expression was not a function."""
    if not isinstance(opt_pass, Pass):
        raise TypeError(f"a pass is expected, not {type(opt_pass).__name__}")
    mod = IRModule.from_expr(expr)
    if import_prelude:
        Prelude(mod)
    mod = opt_pass(transform.InferType()(mod))
    entry = mod["main"]
    return entry if isinstance(expr, Function) else entry.body


def _np_randn_from_type(t, scale=1, mean=0):
    """An array of a tensor type with normally distributed numbers."""
    import numpy as np

    return np.array(mean + scale * np.random.randn(*map(int, t.shape))).astype(t.dtype)


def check_grad(
    func,
    inputs=None,
    test_inputs=None,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    scale=None,
    mean=0,
    mode="higher_order",
    target_devices=None,
    executor_kind="debug",
):
    """Compares the gradients of a function with finite differences of step `eps` for each element of `test_inputs`, which are
    some of the inputs. Raises AssertionError if they differ."""
    import numpy as np

    forward = run_infer_type(func)
    backward = run_infer_type(transform.gradient(forward, mode=mode))
    backward = run_opt_pass(backward, transform.Legalize())
    if inputs is None:
        width = 10 * eps if scale is None else scale
        inputs = [_np_randn_from_type(x.checked_type, width, mean) for x in forward.params]
    tested = inputs if test_inputs is None else test_inputs
    for target, device in target_devices or enabled_targets():

        def evaluated(function):
            return create_executor(executor_kind, device=device, target=target).evaluate(function)

        value, gradients = evaluated(forward), evaluated(backward)(*inputs)[1]
        places = [next(i for i, x in enumerate(inputs) if x is wanted) for wanted in tested]
        for x, place in zip(tested, places):
            slopes = np.zeros(x.shape)
            for index in np.ndindex(*x.shape):
                middle = x[index]
                x[index] = middle + eps
                above = value(*inputs).numpy().astype("float64")
                x[index] = middle - eps
                below = value(*inputs).numpy().astype("float64")
                x[index] = middle
                slopes[index] = ((above - below) / (2 * eps)).sum()
            found = gradients[place].numpy().astype("float64")
            np.testing.assert_allclose(found, slopes, atol=atol, rtol=rtol)


def run_infer_type(expr):
    """An expression with inferred types."""
    return run_opt_pass(expr, transform.InferType())


def rand(dtype, *shape):
    """An array of random numbers."""
    import numpy as np

    return array(np.random.rand(*shape).astype(dtype))


def count_ops(expr):
    """The number of calls of each operator."""
    return analysis.list_op_freqs(expr)
