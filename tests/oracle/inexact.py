"""What passes may change that compute in smaller types: their definitions, as errors of each value or as a text."""

import json
import re

import numpy as np
from calls import NAMES, UNIT
from programs import attributes

# Values up to here have no infinite intermediate results in float16, such as short sums of them.
MOST_HALF = 2.0**14

# Operators whose results are values of an argument.
MOVES = set("reshape transpose squeeze expand_dims strided_slice split concatenate stack reverse tile repeat".split())
MOVES |= set("broadcast_to nn.pad nn.relu clip max min maximum minimum nn.max_pool2d nn.batch_flatten copy".split())
PRODUCTS = set("multiply nn.conv2d nn.dense nn.batch_matmul nn.conv2d_transpose".split())


def kind_of(pipeline):
    """How a pipeline changes values: "" if it does not, "half", "quantum", or the text of Recast."""
    for part in pipeline.parts:
        if part.startswith("Recast"):
            return part
        if part.startswith("FakeQuantizationToInteger"):
            return "quantum"
        if part.startswith(("ToMixedPrecision", "AnnotateSpans")):
            return "half"
    return ""


def is_halved(kind, array):
    """True if ToMixedPrecision may compute in float16 and not in the type of this array."""
    return kind == "half" and array.dtype.name in ("float32", "float64")


def noise(kind, value):
    """The size of the errors of a value; None if it has none."""
    own = value.noise
    if is_halved(kind, value.array):
        size = np.abs(value.array.astype("float64"))
        size = np.where(np.isfinite(size), size, 0)
        rounded = UNIT["float16"] * size + 2.0**-24
        return rounded if own is None else rounded + own * (UNIT["float16"] / UNIT[value.dtype])
    if kind == "quantum" and value.step is not None:
        step = quantum(value)
        if step:
            return np.broadcast_to(step if own is None else own + step, value.array.shape)
    return own


def quantum(value):
    """The largest step of what integers of a quantized value encode; 0 if it is not quantized."""
    known = getattr(value, "quantum", None)
    if known is None:
        known = value.quantum = _quantum(value)
    return known


def _quantum(value):
    step = value.step
    if step is None:
        return 0.0
    if step.call.op == "qnn.quantize":
        # Integers, whose last digit counts.
        return 1.0 if any(quantum(arg) for arg in _values(step.args[:1])) else 0.0
    if step.call.op == "qnn.dequantize":
        scales = [float(np.abs(arg.array).max()) for arg in _values(step.args[1:2]) if arg.array.size]
        return max(scales, default=0.0)
    if value.array.dtype.kind != "f":
        return 0.0
    steps = [quantum(arg) for arg in _values(step.args)]
    steps = [each for each in steps if each]
    if not steps:
        return 0.0
    return float(np.prod(steps)) if step.call.op in PRODUCTS and len(steps) > 1 else max(steps)


def _values(args):
    for arg in args:
        if isinstance(arg, list):
            yield from _values(arg)
        elif hasattr(arg, "array"):
            yield arg


def fits_half(steps):
    """True if no value of these steps gets near the end of float16."""
    arrays = [arg.array for step in steps for arg in [*step.results, *_values(step.args)]]
    return all(_fits(array) for array in arrays if array.dtype.kind == "f" and array.size)


def _fits(array):
    finite = array[np.isfinite(array)]
    return not finite.size or float(np.abs(finite).max()) < MOST_HALF


class Recast:
    """Recast's definition: the text of a call between casts."""

    def __init__(self, part):
        options = dict(re.findall(r'(\w+)=("[^"]*"|\[[^]]*\])', part))
        self.dtype, self.out_dtype = (json.loads(options[name]) for name in ("dtype", "out_dtype"))
        self.ops = json.loads(options.get("ops", '["nn.conv2d"]'))

    def text(self, step, args):
        """The call over these arguments; None if it stays."""
        made = step.call
        if made.op not in self.ops:
            return None
        result = NAMES[step.results[0].array.dtype]
        cast = [f'cast({arg}, dtype="{self.dtype}")' for arg in args]
        attrs = made.attrs | {"out_dtype": self.out_dtype}
        return f'cast({made.op}({", ".join(cast + attributes(attrs))}), dtype="{result}")'
