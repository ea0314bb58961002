"""ONNX nodes with odd attributes, inputs and versions: a value or a diagnostic, as for the engine's own operators."""

import random
import zlib

import numpy as np
import onnx_rows  # noqa: F401
from engines import EngineError
from hostile import BUG, INTEGERS, REALS, SHAPES, TEXTS, filled, list_values, with_shape, with_values
from onnx_calls import ROWS, make
from onnx_model import TYPES, Graph
from onnx_run import MODES, Importer, model_of

# Attributes of these numbers of calls are known.
LOOKED_AT = 40
OPSETS = [0, -1, 1, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 99, 2**31 - 1, 2**62]
FLOATS = [item for item in REALS if not abs(item) > 1e38 or np.isinf(item)] + [3.4e38]
ODD_WORDS = [*TEXTS, "SAME_UPPER", "SAME_LOWER", "VALID", "NOTSET", "linear", "cubic", "constant", "edge"]
ODD_WORDS += ["ij,jk->ik", "..."]
ARRAYS = [
    np.zeros((), "float32"),
    np.zeros((0,), "float32"),
    np.zeros((2, 0, 3), "int64"),
    np.full((1,), 2**62, "int64"),
    np.full((3,), np.nan, "float64"),
    np.ones((1, 1, 1, 1, 1, 1), "bool"),
]
OTHER_KINDS = [1, 2.5, "?", [1], [1.5], ["?"], [], np.ones((2,), "float32"), None]


def values_of(value):
    """The extreme values of an attribute that a call gives this value."""
    if isinstance(value, np.ndarray):
        own = ARRAYS
    elif isinstance(value, Graph):
        own = [Graph(b""), Graph(b"\x0a\x00")]
    elif isinstance(value, str):
        own = ODD_WORDS
    elif isinstance(value, (bool, int, np.integer)):
        own = INTEGERS
    elif isinstance(value, (float, np.floating)):
        own = FLOATS
    elif value and isinstance(value[0], str):
        own = list_values(ODD_WORDS)
    elif value and isinstance(value[0], (float, np.floating)):
        own = list_values(FLOATS)
    else:
        own = list_values(INTEGERS)
    return [*own, *OTHER_KINDS]


class OnnxTable:
    """All cases of an operator: [(place of a node, attribute, value)], [("input", place, change)], [("opset", n)]."""

    def __init__(self):
        self._cases = {}

    def cases(self, op):
        if op not in self._cases:
            attrs, places = {}, 0
            for index in range(LOOKED_AT):
                call = make(op, 0, index)
                places = max(places, len(call.inputs))
                for at, node in enumerate(call.nodes):
                    attrs |= {(at, name): value for name, value in node.attrs.items() if value is not None}
            cases = [(*place, value) for place, own in attrs.items() for value in values_of(own)]
            changes = [(shape, None) for shape in SHAPES] + [(None, dtype) for dtype in TYPES]
            changes += [("values", None)] * 4 + [("omitted", None)]
            cases += [("input", place, change) for place in (*range(places), "all") for change in changes]
            cases += [("opset", version) for version in OPSETS]
            # A part of the sweep has cases of all kinds.
            random.Random(zlib.crc32(op.encode())).shuffle(cases)
            self._cases[op] = cases
        return self._cases[op]


def change_input(r, call, place, change):
    shape, dtype = change
    for at, array in enumerate(call.inputs):
        if array is None or place not in ("all", at):
            continue
        if shape == "omitted":
            call.inputs[at] = None
        elif shape == "values":
            call.inputs[at] = with_values(r, array) if array.size else array
        elif shape:
            call.inputs[at] = with_shape(r, array, shape)
        else:
            call.inputs[at] = filled(array, array.shape, np.dtype(dtype))


def apply_case(r, call, case):
    if case[0] == "opset":
        call.opset = case[1]
    elif case[0] == "input":
        change_input(r, call, *case[1:])
    else:
        at, name, value = case
        attrs = call.nodes[min(at, len(call.nodes) - 1)].attrs
        own = attrs.get(name)
        attrs[name] = value(list(own) if isinstance(own, (list, tuple)) else []) if callable(value) else value


def hostile_onnx_call(table, op, seed, index):
    """Call number `index`: a case of the sweep, or some cases together."""
    call = make(op, seed, index)
    r = random.Random(zlib.crc32(f"onnx {op} {seed} {index}".encode()))
    cases = table.cases(op)
    chosen = [cases[index]] if index < len(cases) else r.sample(cases, min(len(cases), r.choice([2, 2, 3])))
    for case in chosen:
        apply_case(r, call, case)
    # All inputs may be known to the import, or none.
    kind = r.randrange(4)
    given = {i for i, item in enumerate(call.inputs) if item is not None}
    call.frozen = given if kind == 0 else call.frozen & given if kind < 3 else set()
    call.sized = r.random() < 0.7
    return call


class HostileOnnx:
    """The operators of ONNX, for hostile_runs.check_hostile."""

    names, what = list(ROWS), "calls of ONNX's operators"

    def __init__(self):
        self.engine, self.table = Importer(), OnnxTable()

    def cases(self, op):
        return self.table.cases(op)

    def run_call(self, op, seed, index):
        """What is wrong with a call, or None."""
        data, inputs, shapes = model_of([hostile_onnx_call(self.table, op, seed, index)])
        types = {}
        for mode in MODES:
            try:
                results = self.engine.run_model(mode, data, inputs, shapes)
            except EngineError as error:
                if BUG.search(str(error)):
                    return f"{mode}: {error}"
                continue
            types[mode] = [f"{item.dtype}{list(item.shape)}" for item in results]
        if len({str(item) for item in types.values()}) > 1:
            return f"results of other types: {types}"
        return None

    def show(self, op, seed, index):
        call = hostile_onnx_call(self.table, op, seed, index)
        again = f"python3 tests/oracle --onnx --hostile --op {op} --seed {seed} --index {index}"
        print(f"  version {call.opset}; again: {again}")
        for node in call.nodes:
            print(f"  {', '.join(node.outputs)} = {node.op}({', '.join(node.inputs)}) {node.attrs}")
        for i, array in enumerate(call.inputs):
            if array is not None:
                known = "initializer" if i in call.frozen else "input"
                values = array.tolist() if array.size <= 16 else "…"
                print(f"  x{i}: {known} {array.dtype} {list(array.shape)} {values}")
