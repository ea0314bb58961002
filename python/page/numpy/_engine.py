"""Runs operations on large arrays with the engine's kernels, if the package passcope is loaded. Python is faster for small
ones.

An operation becomes a program with one call, which the engine evaluates. Arrays are copied to the engine and back.
"""

import json
import sys

from . import _dtypes as types
from ._dtypes import FLOAT32, FLOAT64

# From these numbers of elements or products on, Python takes longer than two copies and a call.
LEAST = 8192
LEAST_PRODUCTS = 8192

# The operators that agree with numpy's functions of floating-point numbers, also for infinities and NaN.
OPERATORS = {
    "add": "add",
    "subtract": "subtract",
    "multiply": "multiply",
    "true_divide": "divide",
    "negative": "negative",
    "absolute": "abs",
    "sqrt": "sqrt",
    "exp": "exp",
    "log": "log",
    "tanh": "tanh",
    "sin": "sin",
    "cos": "cos",
    "less": "less",
    "less_equal": "less_equal",
    "greater": "greater",
    "greater_equal": "greater_equal",
}


def _raw():
    """The engine's functions, or None if they are not loaded."""
    return sys.modules.get("passcope._raw")


def takes(type_):
    """Whether the engine accepts arrays of a type without conversion."""
    return (type_ is FLOAT32 or type_ is FLOAT64) and _raw() is not None


def _run(call, inputs, result):
    """Evaluates a call in Relay's notation. Inputs are (shape, type, buffer), with the names %a and %b."""
    raw = _raw()
    module, handles = 0, []
    try:
        parameters = []
        for name, (shape, type_, values) in zip("ab", inputs):
            parameters.append(f"%{name}: Tensor[({', '.join(map(str, shape))}), {type_.name}]")
            handle = raw.makeArray(json.dumps(shape), type_.name)
            handles.append(handle)
            raw.arrayBytes(handle)[:] = memoryview(values).cast("B")
        module = raw.parse(f'#[version = "0.0.5"]\ndef @main({", ".join(parameters)}) {{ {call} }}', "numpy")
        (made,) = json.loads(raw.evaluate(module, "main", json.dumps(dict(zip("ab", handles)))))
        handles.append(made)
        return types.from_bytes(result, bytes(raw.arrayBytes(made)))
    finally:
        for handle in (module, *handles):
            raw.release(handle)


def elementwise(name, operands, inner, outer):
    """Runs an elementwise function; operands are (shape, buffer) in the type `inner`."""
    names = ", ".join(f"%{name}" for name, _ in zip("ab", operands))
    return _run(f"{OPERATORS[name]}({names})", [(shape, inner, values) for shape, values in operands], outer)


def matmul(n, k, m, left, right, type_):
    """The product of matrices of the shapes (n, k) and (k, m), as buffers."""
    call = f'nn.matmul(%a, %b, units=None, out_dtype="{type_.name}")'
    return _run(call, [((n, k), type_, left), ((k, m), type_, right)], type_)
