"""The engines that evaluate programs: the Python package's in this process, and the Node package's in another."""

import json
import subprocess
import threading
from pathlib import Path

import numpy as np
from calls import BFLOAT16, NAMES

# How a program is run; `fused` runs FuseOps first, and takes a program with operators around each call.
MODES = ("evaluator", "plain", "fused")

# A call of the Node package that takes longer hangs.
NODE_SECONDS = 120


def type_named(name):
    return BFLOAT16 if name == "bfloat16" else np.dtype(name)


class EngineError(Exception):
    """The engine refuses a program."""


def refusals(error, calls, run):
    """[(place in `calls`, what is wrong)] after a batch was refused. `run` gives the same for a batch."""
    if len(calls) == 1:
        return [(0, f"refused: {str(error).strip().splitlines()[0]}")]
    found = [(place, wrong) for place, call in enumerate(calls) for _, wrong in run([call])]
    return found or [(0, f"refused only beside others: {error}")]


class NodeEnded(Exception):
    """The process of the Node package has ended, or hangs."""


class Native:
    """The engine of the Python package."""

    name = "native"

    def __init__(self):
        from passcope import _raw
        from passcope.error import DiagnosticError, TVMError

        self._raw, self._errors = _raw, (DiagnosticError, TVMError, ValueError, TypeError, KeyError, IndexError)
        self._fuse = _raw.makePass("FuseOps", '{"fuse_opt_level":2}')
        self._infer = _raw.makePass("InferType", "{}")
        self._fold = _raw.makePass("FoldConstant", "{}")
        self._contexts = [_raw.makeContext(json.dumps({"opt_level": level}), "[]") for level in range(5)]

    def operators(self):
        """The engine's table of operators."""
        return json.loads(self._raw.ops())

    def _array(self, value):
        handle = self._raw.makeArray(json.dumps(list(value.shape)), NAMES[value.dtype])
        if value.size:
            self._raw.arrayBytes(handle)[:] = np.ascontiguousarray(value).tobytes()
        return handle

    def _value(self, handle):
        facts = json.loads(self._raw.arrayInfo(handle))
        data = bytes(self._raw.arrayBytes(handle)) if 0 not in facts["shape"] else b""
        self._raw.release(handle)
        return np.frombuffer(data, dtype=type_named(facts["dtype"])).reshape(facts["shape"])

    def run(self, mode, text, inputs):
        """The results of `@main`, tuples flattened."""
        raw, open_ = self._raw, []

        def kept(handle):
            open_.append(handle)
            return handle

        try:
            module = kept(raw.parse(text, "call"))
            values = {name: kept(self._array(value)) for name, value in inputs}
            if mode == "evaluator":
                return [self._value(handle) for handle in json.loads(raw.evaluate(module, "main", json.dumps(values)))]
            if mode == "fused":
                module = kept(raw.runPass(self._fuse, kept(raw.runPass(self._infer, module))))
            options = '{"step_by_step":true}' if mode == "plain" else "{}"
            executor = kept(raw.makeGraphExecutor(module, "{}", options))
            return self._run_graph(executor, values)
        except self._errors as error:
            raise EngineError(str(error)) from None
        finally:
            for handle in open_:
                raw.release(handle)

    def _run_graph(self, executor, values):
        raw = self._raw
        for name, handle in values.items():
            raw.setGraphInput(executor, name, handle)
        raw.runGraph(executor)
        count = len(json.loads(raw.graphExecutorInfo(executor))["outputs"])
        return [self._value(raw.graphOutput(executor, index)) for index in range(count)]

    def answer(self, text, inputs, stages, level):
        """What happens to a program in each stage of `hostile_runs.STAGES`.

        `type` is the inferred one. `types` are those of the programs that passes make. `results` and `errors` are by
        stage.
        """
        raw, open_ = self._raw, []
        answer = {"type": None, "types": {}, "results": {}, "errors": {}}

        def kept(handle):
            open_.append(handle)
            return handle

        def typed(module, stage=None):
            module = kept(raw.runPass(self._infer, module))
            text = json.loads(raw.exprInfo(kept(raw.moduleGet(module, "main"))))["retType"]
            if stage:
                answer["types"][stage] = text
            else:
                answer["type"] = text
            return module

        def executed(module, values, options="{}"):
            executor = kept(raw.makeGraphExecutor(module, "{}", options))
            names = {item["name"] for item in json.loads(raw.graphExecutorInfo(executor))["inputs"]}
            return self._run_graph(executor, {name: handle for name, handle in values.items() if name in names})

        def evaluated(module, values):
            return [self._value(handle) for handle in json.loads(raw.evaluate(module, "main", json.dumps(values)))]

        def folded(module):
            bound = kept(raw.bindParams(kept(raw.moduleGet(module, "main")), json.dumps(values)))
            return typed(kept(raw.runPass(self._fold, typed(kept(raw.moduleFromExpr(bound)), "bound"))), "folded")

        def optimized(module):
            raw.enterContext(self._contexts[level])
            try:
                return typed(kept(raw.optimize(module, "{}")), "optimized")
            finally:
                raw.exitContext(self._contexts[level])

        run = {
            "evaluator": lambda: evaluated(module, values),
            "executor": lambda: executed(module, values, '{"step_by_step":true}'),
            "folded": lambda: evaluated(folded(module), {}),
            "optimized": lambda: executed(optimized(module), values),
        }
        stage = "parser"
        try:
            module = kept(raw.parse(text, "call"))
            stage = "inference"
            module = typed(module)
            values = {name: kept(self._array(value)) for name, value in inputs}
            for stage in stages:
                try:
                    answer["results"][stage] = run[stage]()
                except self._errors as error:
                    answer["errors"][stage] = str(error)
        except self._errors as error:
            answer["errors"][stage] = str(error)
        finally:
            for handle in open_:
                raw.release(handle)
        return answer

    def alone(self, text, inputs):
        """The text of a program with its inputs as constants."""
        raw = self._raw
        module = raw.parse(text, "call")
        function = raw.moduleGet(module, "main")
        bound = raw.bindParams(function, json.dumps({name: self._array(value) for name, value in inputs}))
        return raw.text(raw.moduleFromExpr(bound), 1 + 2 + 8)


class Node:
    """The engine of the Node package, in a process of its own (node.mjs)."""

    name = "node"

    def __init__(self):
        self._process = None

    def operators(self):
        return self._ask({"mode": "operators", "text": ""}, [])[0]["operators"]

    def run(self, mode, text, inputs):
        """The results of `@main`, tuples flattened."""
        answer, results = self._ask({"mode": mode, "text": text}, inputs)
        if "error" in answer:
            raise EngineError(answer["error"])
        return results

    def answer(self, text, inputs, stages, level):
        """The same as that of `Native`."""
        answer, results = self._ask({"mode": "stages", "text": text, "stages": stages, "level": level}, inputs)
        results = iter(results)
        answer["results"] = {stage: [next(results) for _ in range(count)] for stage, count in answer["counts"].items()}
        return answer

    def _ask(self, request, inputs):
        """The answer of a process, which is a new one after one has ended, and its arrays."""
        if not self._process:
            script, pipe = Path(__file__).with_name("node.mjs"), subprocess.PIPE
            self._process = subprocess.Popen(["node", str(script)], stdin=pipe, stdout=pipe)
        process = self._process
        watch = threading.Timer(NODE_SECONDS, process.kill)
        watch.start()
        try:
            request["inputs"] = [
                {"name": name, "shape": value.shape, "dtype": NAMES[value.dtype]} for name, value in inputs
            ]
            head = json.dumps(request).encode()
            pipe = process.stdin
            pipe.write(len(head).to_bytes(4, "little") + head)
            for _, value in inputs:
                pipe.write(np.ascontiguousarray(value).tobytes())
            pipe.flush()
            answer = json.loads(self._read(int.from_bytes(self._read(4), "little")))
            # All bytes are read before numpy can refuse a shape.
            arrays = [self._array(item) for item in answer.get("outputs", [])]
            return answer, [array.reshape(shape) for array, shape in arrays]
        except BrokenPipeError:
            raise self._ended() from None
        finally:
            watch.cancel()

    def _array(self, item):
        dtype = type_named(item["dtype"])
        data = self._read(dtype.itemsize * int(np.prod(item["shape"], dtype="int64")))
        return np.frombuffer(data, dtype=dtype), item["shape"]

    def _ended(self):
        code, self._process = self._process.wait(), None
        return NodeEnded(f"the Node package hangs or ended in a call, with exit code {code}")

    def _read(self, count):
        data = self._process.stdout.read(count)
        if len(data) != count:
            raise self._ended()
        return data
