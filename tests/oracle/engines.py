"""The engines that evaluate programs: the Python package's in this process, and the Node package's in another."""

import json
import subprocess
from pathlib import Path

import numpy as np
from calls import BFLOAT16, NAMES

# How a program is run; `fused` runs FuseOps first, and takes a program with operators around each call.
MODES = ("evaluator", "plain", "fused")


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


class Native:
    """The engine of the Python package."""

    name = "native"

    def __init__(self):
        from passcope import _raw
        from passcope.error import DiagnosticError, TVMError

        self._raw, self._errors = _raw, (DiagnosticError, TVMError, ValueError, TypeError, KeyError, IndexError)
        self._fuse = _raw.makePass("FuseOps", '{"fuse_opt_level":2}')
        self._infer = _raw.makePass("InferType", "{}")

    def operators(self):
        return [item["name"] for item in json.loads(self._raw.ops())]

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
        script = Path(__file__).with_name("node.mjs")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(["node", str(script)], stdin=pipe, stdout=pipe)

    def run(self, mode, text, inputs):
        """The results of `@main`, tuples flattened."""
        described = [{"name": name, "shape": value.shape, "dtype": NAMES[value.dtype]} for name, value in inputs]
        head = json.dumps({"mode": mode, "text": text, "inputs": described}).encode()
        pipe = self._process.stdin
        pipe.write(len(head).to_bytes(4, "little") + head)
        for _, value in inputs:
            pipe.write(np.ascontiguousarray(value).tobytes())
        pipe.flush()
        answer = json.loads(self._read(int.from_bytes(self._read(4), "little")))
        if "error" in answer:
            raise EngineError(answer["error"])
        results = []
        for item in answer["outputs"]:
            dtype = type_named(item["dtype"])
            data = self._read(dtype.itemsize * int(np.prod(item["shape"], dtype="int64")))
            results.append(np.frombuffer(data, dtype=dtype).reshape(item["shape"]))
        return results

    def _read(self, count):
        data = self._process.stdout.read(count)
        if len(data) != count:
            raise SystemExit("the Node package ended in a call")
        return data
