"""Graphs inside of nodes, sequences and optional values."""

import numpy as np
import onnx_model
from calls import Result
from onnx_calls import Node, OnnxCall, onnx_row


def body(nodes, inputs, outputs, initializers=()):
    """A graph of nodes (operator, inputs, outputs, attributes); `inputs` are (name, data type, shape)."""
    made = [onnx_model.node(*item) for item in nodes]
    values = [[onnx_model.value(*item) for item in inputs], [onnx_model.value(name) for name in outputs]]
    return onnx_model.graph(made, *values, initializers)


def call(inputs, nodes, *results, **facts):
    return OnnxCall(inputs, [Node(*item) for item in nodes], list(results), sized=True, **facts)


def plain(value, dtype=None):
    return Result(np.asarray(value), dtype or np.asarray(value).dtype.name, rounds=0)


@onnx_row("If", opsets=(11, 13, 16))
def if_(r):
    """A branch takes values of the graph around it by their names; a branch that is not taken may have another type."""
    condition = np.asarray(r.chance(0.5))
    x = r.reals(r.shape(1, 3, empty=0))
    factor = np.asarray(2.0, "float32")
    known = r.chance(0.5)
    # Names in branches are not renamed, so the values come from initializers of theirs.
    own = r.reals(x.shape)
    yes = body([("Neg", ["own"], ["out"])], [], ["out"], [("own", own)])
    other = own.reshape(-1) if known and r.chance(0.5) else own
    no = body([("Mul", ["own", "two"], ["out"])], [], ["out"], [("own", other), ("two", factor)])
    value = -own if condition else other * factor
    shaped = condition if r.chance(0.5) else condition.reshape(1)
    nodes = [("If", ["x0"], ["y1"], {"then_branch": yes, "else_branch": no}), ("Identity", ["y1"], ["y0"])]
    made = call([shaped], nodes, plain(value), constant={0} if known else set())
    return made


@onnx_row("Loop", opsets=(11, 13, 16))
def loop(r):
    """Carries a sum of i and b, and gathers it; ends by the number of steps or by the condition."""
    steps = r.int(0, 4)
    limit = r.real(2, 12)
    start = r.reals(r.shape(0, 2, empty=0), "float32", 0, 2)
    by_count, by_condition = r.choice([(True, True), (True, False), (False, True)])
    gathered = r.chance(0.6)
    nodes = [
        ("Cast", ["i"], ["real"], {"to": 1}),
        ("Add", ["a", "real"], ["sum"]),
        ("Add", ["sum", "one"], ["next"]),
        ("ReduceMax", ["next"], ["top"], {"keepdims": 0}),
        ("Less", ["top", "limit"], ["go"]),
    ]
    outputs = ["go", "next"] + (["scan"] if gathered else [])
    if gathered:
        nodes.append(("Identity", ["next"], ["scan"]))
    constants = [("one", np.asarray(1, "float32")), ("limit", np.asarray(limit, "float32"))]
    graph = body(nodes, [("i", "int64", ()), ("c", "bool", ()), ("a", "float32", start.shape)], outputs, constants)
    condition = r.chance(0.85)
    value, rows, i, go = start, [], 0, condition if by_condition else True
    while go and (not by_count or i < steps) and i < 20:
        value = (value + np.float32(i)) + np.float32(1)
        rows.append(value)
        go = bool(value.max() < np.float32(limit)) if by_condition else True
        i += 1
    inputs = [np.asarray(steps, "int64") if by_count else None, np.asarray(condition) if by_condition else None, start]
    results = [plain(value)]
    if gathered and not rows:
        return loop(r)
    if gathered:
        results.append(plain(np.stack(rows)))
    names = ["x0" if by_count else "", "x1" if by_condition else "", "x2"]
    return call(inputs, [("Loop", names, ["y0", "y1"][: len(results)], {"body": graph})], *results, dynamic=True)


@onnx_row("Scan", opsets=(8, 9, 11))
def scan(r):
    """Adds up slices of the data along an axis, from either end, and gathers the sums along an axis."""
    shape = r.shape(2, 3, empty=0)
    x = r.reals(shape)
    batch = r.int(1, 2)
    attrs = {"num_scan_inputs": 1}
    axis, back, out_axis, out_back = 0, False, 0, False
    if r.opset >= 9:
        axis, out_axis = r.int(0, len(shape) - 1), r.int(0, len(shape) - 1)
        back, out_back = r.chance(0.4), r.chance(0.4)
        lower = 0 if r.opset < 11 else len(shape)
        attrs |= {"scan_input_axes": [axis - lower if r.chance(0.3) else axis]} if axis or r.chance(0.5) else {}
        if out_axis or r.chance(0.5):
            attrs["scan_output_axes"] = [out_axis - lower if r.chance(0.3) else out_axis]
        attrs |= {"scan_input_directions": [int(back)]} if back or r.chance(0.5) else {}
        attrs |= {"scan_output_directions": [int(out_back)]} if out_back or r.chance(0.5) else {}
    elif r.chance(0.5):
        back = r.chance(0.5)
        attrs["directions"] = [int(back)]
    element = shape[:axis] + shape[axis + 1 :]
    start = r.reals(element)
    inputs = [("s", "float32", element), ("e", "float32", element)]
    nodes = [("Add", ["s", "e"], ["t"]), ("Identity", ["t"], ["u"])]
    attrs["body"] = body(nodes, inputs, ["t", "u"])

    def run(state, data):
        rows = []
        slices = [np.take(data, i, axis) for i in range(shape[axis])]
        for item in slices[::-1] if back else slices:
            state = state + item
            rows.append(state)
        return state, np.stack(rows[::-1] if out_back else rows, out_axis)

    if r.opset >= 9:
        state, rows = run(start, x)
        return call([start, x], [("Scan", ["x0", "x1"], ["y0", "y1"], attrs)], plain(state), plain(rows))
    many = r.reals((batch,) + shape)
    starts = r.reals((batch,) + element)
    pairs = [run(starts[i], many[i]) for i in range(batch)]
    results = [plain(np.stack([pair[k] for pair in pairs])) for k in (0, 1)]
    return call([starts, many], [("Scan", ["", "x0", "x1"], ["y0", "y1"], attrs)], *results)


def sequence(r, same=False):
    """Tensors of one data type, all of one shape if `same`."""
    dtype, shape = r.dtype(bools=True), r.shape(1, 3)
    return [r.any(shape if same else r.shape(1, 3), dtype) for _ in range(r.int(1, 4))]


def construct(tensors):
    return ("SequenceConstruct", [f"x{i}" for i in range(len(tensors))], ["s"])


def position(r, count, past=0):
    return np.asarray(r.int(-count, count - 1 + past), r.choice(("int64", "int32")))


def parts_of(name, items):
    """Nodes that take a sequence apart, and the results."""
    nodes = []
    for i in range(len(items)):
        nodes.append(("Constant", [], [f"p{i}"], {"value": np.asarray(i, "int64")}))
        nodes.append(("SequenceAt", [name, f"p{i}"], [f"y{i}"]))
    return nodes, [plain(item) for item in items]


@onnx_row("SequenceConstruct", "SequenceAt", "SequenceLength", opsets=(11,))
def sequence_at(r, name):
    tensors = sequence(r, same=r.chance(0.5))
    if name == "SequenceLength":
        return call(tensors, [construct(tensors), (name, ["s"], ["y0"])], plain(np.array(len(tensors), "int64")))
    if name == "SequenceConstruct":
        nodes, results = parts_of("s", tensors)
        return call(tensors, [construct(tensors), *nodes], *results)
    at = position(r, len(tensors))
    known = any(item.shape != tensors[0].shape for item in tensors) or r.chance(0.5)
    place = f"x{len(tensors)}"
    constant = {len(tensors)} if known else set()
    return call(
        [*tensors, at], [construct(tensors), (name, ["s", place], ["y0"])], plain(tensors[int(at)]), constant=constant
    )


@onnx_row("SequenceInsert", "SequenceErase", opsets=(11,))
def sequence_change(r, name):
    tensors = sequence(r, same=r.chance(0.6))
    same = all(item.shape == tensors[0].shape for item in tensors)
    wanted = list(tensors)
    inputs, names = list(tensors), ["s"]
    if name == "SequenceInsert":
        new = r.any(tensors[0].shape if same else r.shape(1, 3), tensors[0].dtype.name)
        names.append(f"x{len(inputs)}")
        inputs.append(new)
    at = position(r, len(tensors), name == "SequenceInsert") if r.chance(0.8) else None
    place = len(wanted) - (name == "SequenceErase") if at is None else int(at)
    if name == "SequenceInsert":
        wanted.insert(place, new)
    else:
        wanted.pop(place)
    constant = set()
    if at is not None:
        constant = {len(inputs)} if not same or r.chance(0.5) else set()
        names.append(f"x{len(inputs)}")
        inputs.append(at)
    if not wanted:
        return call(
            inputs,
            [construct(tensors), (name, names, ["t"]), ("SequenceLength", ["t"], ["y0"])],
            plain(np.array(0, "int64")),
            constant=constant,
        )
    nodes, results = parts_of("t", wanted)
    return call(inputs, [construct(tensors), (name, names, ["t"]), *nodes], *results, constant=constant)


@onnx_row("SequenceEmpty", opsets=(11,))
def sequence_empty(r):
    x = r.any(r.shape(1, 3), r.dtype())
    attrs = {"dtype": onnx_model.TYPES[x.dtype.name]}
    if r.chance(0.5):
        return call(
            [], [("SequenceEmpty", [], ["s"], attrs), ("SequenceLength", ["s"], ["y0"])], plain(np.array(0, "int64"))
        )
    nodes, results = parts_of("t", [x])
    return call([x], [("SequenceEmpty", [], ["s"], attrs), ("SequenceInsert", ["s", "x0"], ["t"]), *nodes], *results)


@onnx_row("ConcatFromSequence", opsets=(11,))
def concat_from_sequence(r):
    dtype, base = r.dtype(bools=True), list(r.shape(1, 3))
    new = r.chance(0.5)
    axis = r.int(-len(base) - new, len(base) - 1 + new)
    tensors = []
    for _ in range(r.int(1, 4)):
        if not new:
            base[axis] = r.int(1, 3)
        tensors.append(r.any(tuple(base), dtype))
    value = np.stack(tensors, axis) if new else np.concatenate(tensors, axis)
    attrs = {"axis": axis} | ({"new_axis": int(new)} if new or r.chance(0.5) else {})
    return call(tensors, [construct(tensors), ("ConcatFromSequence", ["s"], ["y0"], attrs)], plain(value))


@onnx_row("SplitToSequence", opsets=(11,))
def split_to_sequence(r):
    """Without lengths each part has one place, which keepdims=0 removes; a number is the length of all but the last."""
    x = r.any(r.shape(1, 3, empty=0), r.dtype(bools=True))
    axis = r.axis(x.ndim)
    size = x.shape[axis]
    attrs, inputs = ({"axis": axis} if axis or r.chance(0.5) else {}), [x]
    kind = r.choice(["none", "number", "lengths"])
    if kind == "none":
        keep = r.int(0, 1) if r.chance(0.7) else None
        attrs |= {} if keep is None else {"keepdims": keep}
        wanted = np.split(x, size, axis)
        wanted = [item.squeeze(axis) for item in wanted] if keep == 0 else wanted
    elif kind == "number":
        each = r.int(1, size)
        inputs.append(np.asarray(each, "int64"))
        wanted = np.split(x, list(range(each, size, each)), axis)
    else:
        places = sorted(set(r.ints(r.int(0, 2), 0, size)))
        places = [p for p in places if r.chance(0.3) or 0 < p < size]
        inputs.append(np.diff([0, *places, size]).astype("int64"))
        wanted = np.split(x, places, axis)
    nodes, results = parts_of("s", wanted)
    names = [f"x{i}" for i in range(len(inputs))]
    return call(
        inputs, [("SplitToSequence", names, ["s"], attrs), *nodes], *results, constant={1} if len(inputs) > 1 else set()
    )


@onnx_row("SequenceMap", opsets=(17,))
def sequence_map(r):
    """Adds a tensor to each element."""
    shape = r.shape(1, 2, empty=0)
    tensors = [r.reals(shape) for _ in range(r.int(1, 3))]
    other = r.reals(shape)
    graph = body([("Add", ["a", "b"], ["c"])], [("a", "float32", shape), ("b", "float32", shape)], ["c"])
    nodes, results = parts_of("t", [item + other for item in tensors])
    place = f"x{len(tensors)}"
    return call(
        [*tensors, other], [construct(tensors), ("SequenceMap", ["s", place], ["t"], {"body": graph}), *nodes], *results
    )


@onnx_row("Optional", "OptionalHasElement", "OptionalGetElement", opsets=(15,))
def optional(r, name):
    x = r.any(r.shape(1, 3), r.dtype(bools=True))
    if name != "OptionalHasElement":
        return call([x], [("Optional", ["x0"], ["o"]), ("OptionalGetElement", ["o"], ["y0"])], plain(x))
    return call([x], [("Optional", ["x0"], ["o"]), (name, ["o"], ["y0"])], plain(np.array(True)))


