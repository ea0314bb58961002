"""Imports models of ONNX's nodes, evaluates them, and compares the results."""

import json
import sys
import time

import onnx_model
import onnx_rows  # noqa: F401
from calls import chosen_names
from compare import compare
from engines import EngineError, Native, refusals
from onnx_calls import REASONS, ROWS, converted, make

BATCH = 25

# Evaluated as imported; run after the passes of relay.optimize; the same with weights as parameters, bound later.
MODES = ("evaluator", "optimized", "parameters")


class Importer(Native):
    """The importer of the Python package, with the evaluator and the executor."""

    def __init__(self):
        super().__init__()
        self._raw.enterContext(self._raw.makeContext('{"opt_level":3}', "[]"))
        self._static = self._raw.makePass("DynamicToStatic", "{}")

    def run_model(self, mode, data, inputs, shapes, dynamic=False):
        """The results of a model; `inputs` are pairs of name and array, and `shapes` of name and shape."""
        options = json.dumps({"freeze_params": mode != "parameters", "use_nt_batch_matmul": True})
        types = json.dumps([[*item, None] for item in shapes])
        read = lambda file: self._raw.fromOnnx(file, types, options, "{}", 0)  # noqa: E731
        return self.run_file(mode, data, inputs, read, dynamic)

    def run_file(self, mode, data, inputs, read, dynamic=False):
        """The results of a file with these bytes, which `read` imports."""
        raw, open_ = self._raw, []

        def kept(handle):
            open_.append(handle)
            return handle

        try:
            file = kept(raw.makeFile(len(data)))
            raw.fileBytes(file, 0, len(data))[:] = data
            facts = json.loads(read(file))
            module = kept(facts["mod"])
            params = {name: kept(handle) for name, handle in facts["params"]}
            values = {name: kept(self._array(value)) for name, value in inputs}
            if mode == "evaluator":
                return self._values(raw.evaluate(module, "main", json.dumps(values)))
            if params:
                function = kept(raw.moduleGet(module, "main"))
                module = kept(raw.moduleFromExpr(kept(raw.bindParams(function, json.dumps(params)))))
                module = kept(raw.runPass(self._static, module))
            module = kept(raw.optimize(module, "{}"))
            if dynamic:
                return self._values(raw.evaluate(module, "main", json.dumps(values)))
            executor = kept(raw.makeGraphExecutor(module, "{}", "{}"))
            names = {item["name"] for item in json.loads(raw.graphExecutorInfo(executor))["inputs"]}
            return self._run_graph(executor, {name: handle for name, handle in values.items() if name in names})
        except self._errors as error:
            raise EngineError(str(error)) from None
        finally:
            for handle in open_:
                raw.release(handle)

    def _values(self, handles):
        return [self._value(handle) for handle in json.loads(handles)]


def model_of(calls):
    """The bytes of a model of all calls, its inputs at run time [(name, array)], and known shapes of them."""
    nodes, inputs, outputs, initializers, given, shapes = [], [], [], [], [], []
    for place, call in enumerate(calls):

        def named(name, place=place):
            return f"c{place}_{name}" if name else ""

        for node in call.nodes:
            attrs = {key: item for key, item in node.attrs.items() if item is not None}
            own = [[named(name) for name in side] for side in (node.inputs, node.outputs)]
            nodes.append(onnx_model.node(node.op, *own, attrs, node.domain))
        for i, array in enumerate(call.inputs):
            name = named(f"x{i}")
            if array is None:
                continue
            if i in call.frozen:
                initializers.append((name, array))
            else:
                inputs.append(onnx_model.value(name, array.dtype.name, array.shape))
                given.append((name, array))
                if call.sized:
                    shapes.append((name, array.shape))
        outputs += [onnx_model.value(named(f"y{i}")) for i, item in enumerate(call.results) if item is not None]
    return onnx_model.model(onnx_model.graph(nodes, inputs, outputs, initializers), calls[0].opset), given, shapes


def wrong_results(call, got):
    """What is wrong with the results of a call, or None, and the greatest error."""
    if call.statistic:
        return call.statistic(got), 0
    worst = 0
    for index, (given, right) in enumerate(zip(got, [item for item in call.results if item is not None])):
        error, wrong = compare(given, right)
        if wrong:
            return (wrong if len(got) == 1 else f"result {index}: {wrong}"), 0
        worst = max(worst, error)
    return None, worst


def run_batch(engine, mode, calls, tally):
    """[(place in `calls`, what is wrong)]"""
    data, inputs, shapes = model_of(calls)
    try:
        outputs = engine.run_model(mode, data, inputs, shapes, calls[0].dynamic)
    except EngineError as error:
        return refusals(error, calls, lambda batch: run_batch(engine, mode, batch, tally))
    wrongs, at = [], 0
    for place, call in enumerate(calls):
        count = sum(item is not None for item in call.results)
        wrong, worst = wrong_results(call, outputs[at : at + count])
        tally["worst"] = max(tally["worst"], worst)
        at += count
        if wrong:
            wrongs.append((place, wrong))
    if at != len(outputs):
        wrongs.append((0, f"{len(outputs)} results and not {at}"))
    return wrongs


def batches(op, options):
    """The calls of an operator, by version and by whether their sizes are known: [[(index, call)]]."""
    indices = [options.index] if options.index is not None else range(options.calls)
    groups = {}
    for index in indices:
        call = make(op, options.seed, index)
        group = groups.setdefault((call.opset, call.dynamic), [])
        group.append((index, call))
        if len(group) == BATCH:
            yield groups.pop((call.opset, call.dynamic))
    yield from groups.values()


def run_operator(engine, op, options):
    begin = time.monotonic()
    tally = {"calls": 0, "worst": 0.0, "mismatches": []}
    for number, batch in enumerate(batches(op, options)):
        modes = [mode for mode in options.modes if mode in MODES] or MODES
        if not options.all_modes and options.index is None and len(modes) == len(MODES):
            modes = [MODES[0], MODES[1 + number % 2]]
        seen = set()
        for mode in modes:
            for place, wrong in run_batch(engine, mode, [call for _, call in batch], tally):
                if place not in seen:
                    seen.add(place)
                    tally["mismatches"].append((batch[place][0], mode, wrong))
        tally["calls"] += len(batch)
    tally["seconds"] = time.monotonic() - begin
    return tally


def show(op, options, index, mode, wrong):
    """Prints a failing call: its nodes and its inputs."""
    call = make(op, options.seed, index)
    print(f"\n{op}: {wrong}")
    again = f"python3 tests/oracle --onnx --op {op} --seed {options.seed} --index {index}"
    print(f"  {mode}, version {call.opset}; again: {again}")
    for node in call.nodes:
        print(f"  {', '.join(node.outputs)} = {node.op}({', '.join(node.inputs)}) {node.attrs}")
    for i, array in enumerate(call.inputs):
        if array is not None:
            known = "initializer" if i in call.frozen else "input"
            text = array.tolist() if array.size <= 64 else "…"
            print(f"  x{i}: {known} {array.dtype.name} {list(array.shape)} {text}")


def main(options):
    """Returns the number of operators that failed."""
    engine = Importer()
    names, failed, passed = chosen_names(list(ROWS), options), [], 0
    if not options.op and options.part.startswith("0/"):
        for op in converted():
            if op not in ROWS and op not in REASONS:
                failed.append(op)
                print(f"{op}: has neither a row nor a reason")
    print(f"seed {options.seed}, {options.calls} calls of each operator of ONNX")
    print(f"{'operator':48} {'calls':>7} {'worst error':>12} {'mismatches':>11} {'seconds':>8}")
    for op in names:
        tally = run_operator(engine, op, options)
        wrong = tally["mismatches"]
        if wrong or not options.quiet:
            print(f"{op:48} {tally['calls']:7} {tally['worst']:12.2f} {len(wrong):11} {tally['seconds']:8.2f}")
            sys.stdout.flush()
        for mismatch in wrong[: options.show]:
            show(op, options, *mismatch)
        if wrong:
            failed.append(op)
        else:
            passed += 1
    print(f"{passed} passed, {len(failed)} failed")
    return len(failed)
