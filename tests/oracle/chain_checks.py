"""Runs programs of steps before and after pipelines, and compares their values."""

import json
import re

import inexact
import numpy as np
from calls import UNIT
from chain_texts import Written
from compare import FACTS

# Runs with noise: at first, and before a difference is a finding.
FEW, MANY = 2, 30

# Documented limits of passes, and of the executor.
REFUSED = re.compile(
    r"requires (constant|known shapes)|cannot be converted to|ToMixedPrecision does not support calls of global functions"
)
NOT_EXECUTED = "graph executor does not support"


def _numbers(array):
    """Integers; a size that is not known is 0."""
    return [int(number) if isinstance(number, int) else 0 for number in array]


def _random_blocks(random):
    """Rules of AlterOpLayout that give convolutions and dense layers blocks of random sizes."""
    from passcope import relay

    def divisor(size):
        fit = [n for n in range(1, size + 1) if size % n == 0] or [1]
        return fit[int(random.integers(len(fit)))]

    def conv2d(attrs, inputs, tinfos, _out):
        data, weight = (_numbers(t.shape) for t in tinfos)
        if attrs.data_layout != "NCHW" or attrs.kernel_layout != "OIHW" or random.random() < 0.1:
            return None
        if str(tinfos[0].dtype) != "float32" or attrs.out_layout not in ("", "NCHW") or 0 in data + weight:
            return None
        inner, outer = divisor(data[1]), divisor(weight[0])
        new = {name: attrs[name] for name in ("strides", "padding", "dilation", "groups")}
        padding = _numbers(attrs.padding)
        new["padding"] = padding * 4 if len(padding) == 1 else padding
        new |= {"channels": weight[0], "kernel_size": weight[2:], "out_dtype": attrs.out_dtype}
        new |= {"data_layout": f"NCHW{inner}c"}
        if attrs.groups == 1:
            new |= {"kernel_layout": f"OIHW{inner}i{outer}o", "out_layout": f"NCHW{outer}c"}
            return relay.nn.contrib_conv2d_nchwc(*inputs, **new)
        if weight[1] == 1 and weight[0] == data[1] == attrs.groups:
            new |= {"kernel_layout": f"OIHW1i{inner}o", "out_layout": f"NCHW{inner}c"}
            return relay.nn.contrib_depthwise_conv2d_nchwc(*inputs, **new)
        return None

    def dense(attrs, inputs, tinfos, _out):
        weight = _numbers(tinfos[1].shape)
        if str(tinfos[0].dtype) != "float32" or len(tinfos[0].shape) != 2 or random.random() < 0.1:
            return None
        layout = f"NC{divisor(weight[0])}n"
        return relay.nn.contrib_dense_pack(*inputs, layout, None, attrs.out_dtype)

    return {"nn.conv2d": conv2d, "nn.dense": dense}


class Engine:
    """Programs in the engine of the Python package."""

    def __init__(self, native):
        self.native, self.raw = native, native._raw
        self.errors = native._errors
        self._passes = {}
        self._contexts = {}
        self._infer = self.raw.makePass("InferType", "{}")

    def parse(self, text, constants):
        """A typed module with these parameters as constants: [(name, array)]."""
        raw = self.raw
        module = raw.parse(text, "program")
        if constants:
            handles = {name: self.native._array(array) for name, array in constants}
            function = raw.moduleGet(module, "main")
            bound = raw.bindParams(function, json.dumps(handles))
            raw.moduleSet(module, "main", bound)
            for handle in (function, bound, *handles.values()):
                raw.release(handle)
        typed = raw.runPass(self._infer, module)
        raw.release(module)
        return typed

    def evaluate(self, module, inputs):
        raw = self.raw
        handles = {name: self.native._array(array) for name, array in inputs}
        try:
            results = json.loads(raw.evaluate(module, "main", json.dumps(handles)))
            return [self.native._value(handle) for handle in results]
        finally:
            for handle in handles.values():
                raw.release(handle)

    def execute(self, module, inputs):
        raw = self.raw
        executor = raw.makeGraphExecutor(module, "{}", "{}")
        handles = {name: self.native._array(array) for name, array in inputs}
        try:
            for name, handle in handles.items():
                raw.setGraphInput(executor, name, handle)
            raw.runGraph(executor)
            count = len(json.loads(raw.graphExecutorInfo(executor))["outputs"])
            return [self.native._value(raw.graphOutput(executor, index)) for index in range(count)]
        finally:
            raw.release(executor)
            for handle in handles.values():
                raw.release(handle)

    def single(self, step):
        """The results of one step."""
        text, inputs = single_text(step)
        module = self.raw.parse(text, "call")
        try:
            return self.evaluate(module, inputs)
        finally:
            self.raw.release(module)

    def through(self, pipeline, module, seed):
        """The typed result of a pipeline."""
        raw, open_ = self.raw, []
        key = (pipeline.level, pipeline.target)
        if key not in self._contexts:
            config = {"passcope.target": "llvm"} if pipeline.target else {}
            self._contexts[key] = raw.makeContext(json.dumps({"opt_level": key[0], "config": config}), "[]")
        raw.enterContext(self._contexts[key])
        try:
            for part in pipeline.parts:
                module = self._through_part(part, module, seed)
                open_.append(module)
            if pipeline.optimize:
                module = raw.optimize(module, "{}")
                open_.append(module)
            return raw.runPass(self._infer, module)
        finally:
            raw.exitContext(self._contexts[key])
            for handle in open_:
                raw.release(handle)

    def _through_part(self, part, module, seed):
        raw = self.raw
        if part != "blocks":
            if part not in self._passes:
                if len(self._passes) > 500:
                    for handle in self._passes.values():
                        raw.release(handle)
                    self._passes.clear()
                self._passes[part] = raw.makePipeline(part)
            return raw.runPass(self._passes[part], module)
        from contextlib import ExitStack

        from passcope import relay
        from passcope.relay.testing.temp_op_attr import TempOpAttr

        random = np.random.Generator(np.random.PCG64(seed))
        with ExitStack() as stack:
            for op, rule in _random_blocks(random).items():
                stack.enter_context(TempOpAttr(op, "FTVMAlterOpLayout", rule))
            altered = relay.transform.AlterOpLayout()
            return raw.runPass(altered.handle, module)


def single_text(step):
    """The text of one step and its inputs."""
    from chains import Step, Value

    def copied(arg):
        if isinstance(arg, list):
            return [copied(one) for one in arg]
        return Value(arg.array) if isinstance(arg, Value) else arg

    alone = Step(step.call, [copied(arg) for arg in step.args])
    alone.results = [Value(right.value, alone, place) for place, right in enumerate(step.call.results)]
    written = Written(alone.results)
    return written.text, [(name, value.array) for name, value in written.inputs]


# Smaller than any error.
_LEAST = {"float16": 2.0**-24, "float32": 2.0**-100, "float64": 2.0**-500}


def _noise(random, array, size, least):
    """Random noise of this size. With `least` also zeros have some, which then can have either sign."""
    if array.dtype.kind == "f":
        if least:
            size = np.maximum(size, _LEAST[array.dtype.name])
        return (np.asarray(random.uniform(-1, 1, array.shape)) * size).astype(array.dtype)
    limits = np.iinfo(array.dtype)
    exact = np.asarray(array.astype(object))
    moved = exact + np.asarray(random.integers(-1, 2, array.shape)) * size.astype("int64")
    return np.asarray(np.clip(moved, limits.min, limits.max) - exact).astype(array.dtype)


class Program:
    """A program with its right results."""

    def __init__(self, engine, outputs, seed, cut=(), form=("graph", 0.5)):
        self.engine, self.outputs, self.cut, self.seed, self.form = engine, outputs, cut, seed, form
        self.written = Written(outputs, cut, False, *form)
        constants = [(name, value.array) for name, value in self.written.inputs if value.constant]
        self.inputs = [(name, value.array) for name, value in self.written.inputs if not value.constant]
        if form[0] == "if":
            self.inputs.append(("c", np.asarray(bool(seed % 2))))
        self.module = engine.parse(self.written.text, constants)
        self._noisy = {}
        self._recast = {}
        self.refused, self.after = None, ""

    def ops(self):
        return [step.call.op for step, _ in self.written.steps]

    def right(self, kind):
        """The right results after a change of this kind (`inexact.kind_of`)."""
        if not kind.startswith("Recast"):
            return [value.array for value in self.outputs]
        if kind not in self._recast:
            written = Written(self.outputs, self.cut, False, *self.form, recast=inexact.Recast(kind))
            # The inputs come in the same order.
            constants = [(name, value.array) for name, value in written.inputs if value.constant]
            module = self.engine.parse(written.text, constants)
            try:
                self._recast[kind] = self.engine.evaluate(module, self.inputs)
            finally:
                self.engine.raw.release(module)
        return self._recast[kind]

    def runs(self, count, kind):
        """The results of at least `count` runs with noise, or fewer if they fail."""
        if kind not in self._noisy:
            self._noisy[kind] = Noisy(self.engine, self.outputs, self.cut, self.seed, kind)
        return self._noisy[kind].runs(count)

    def differences(self, got, loose=False, kind=""):
        """What is wrong with results, or None."""
        right = self.right(kind)
        if len(got) != len(right):
            return f"{len(got)} results and not {len(right)}"
        if self._wrong(got, right, FEW, loose, kind) is None:
            return None
        return self._wrong(got, right, MANY, loose, kind)

    def _wrong(self, got, right, count, loose, kind):
        runs = None
        for place, (given, want) in enumerate(zip(got, right)):
            halved = kind == "half" and want.dtype.kind == "f"
            if halved and given.dtype in (np.float16, np.float32):
                want = want.astype(given.dtype)
            if given.dtype != want.dtype or given.shape != want.shape:
                return f"result {place} is {given.dtype}{list(given.shape)} and not {want.dtype}{list(want.shape)}"
            if given.tobytes() == want.tobytes():
                continue
            if runs is None:
                runs = self.runs(count, kind)
            unit = "float16" if halved else want.dtype.name
            wrong = judge(given, want, [run[place] for run in runs], loose, unit)
            if wrong:
                return f"result {place}: {wrong}"
        return None

    def run(self, pipeline, execute=False):
        """What is wrong after the pipeline, or None."""
        engine, self.refused = self.engine, None
        try:
            module = engine.through(pipeline, self.module, self.seed)
        except engine.errors as error:
            # Functions in cells could have effects.
            in_cells = "several blocks share" in str(error) and "LazyGradientInit" in str(pipeline)
            if in_cells or REFUSED.search(str(error)):
                self.refused = first_line(error)
                return None
            return "refused: " + first_line(error)
        try:
            got = engine.evaluate(module, self.inputs)
            kind = inexact.kind_of(pipeline)
            if kind == "half" and not inexact.fits_half(step for step, _ in self.written.steps):
                # What gets infinite is not compared.
                sizes = [value.array.shape for value in self.outputs]
                wrong = None if [item.shape for item in got] == sizes else "other sizes"
                execute = False
            else:
                wrong = self.differences(got, pipeline.loose, kind)
            if wrong is None and execute:
                try:
                    wrong = self.differences(engine.execute(module, self.inputs), pipeline.loose, kind)
                    wrong = wrong and "executor, " + wrong
                except engine.errors as error:
                    if NOT_EXECUTED not in str(error):
                        raise
        except engine.errors as error:
            wrong = "cannot run: " + first_line(error)
        if wrong:
            self.after = engine.raw.text(module, 2 + 8)
        engine.raw.release(module)
        return wrong

    def release(self):
        self.engine.raw.release(self.module)
        for noisy in self._noisy.values():
            noisy.release()


class Noisy:
    """Runs of a program with random errors in its inputs and its values."""

    def __init__(self, engine, outputs, cut, seed, kind):
        self.engine, self.kind = engine, kind
        recast = inexact.Recast(kind) if kind.startswith("Recast") else None
        self._written = Written(outputs, cut, noisy=True, kind=kind, recast=recast)
        try:
            self._module = engine.parse(self._written.text, [])
        except engine.errors:
            # The noise does not fit values of open sizes: only inputs have noise.
            self._written = Written(outputs, cut, recast=recast)
            self._module = engine.parse(self._written.text, [])
        self._random = np.random.Generator(np.random.PCG64([seed, 1]))
        self._runs = []

    def runs(self, count):
        while len(self._runs) < count:
            inputs = []
            least = len(self._runs) >= FEW and len(self._runs) % 2 == 1
            for name, value in self._written.inputs:
                array = value.array
                if array.dtype.kind == "f" and array.size:
                    unit = UNIT["float16" if inexact.is_halved(self.kind, array) else array.dtype.name]
                    change = 4 * unit * self._random.choice((-1, 0, 1), array.shape)
                    array = (array.astype("float64") * (1 + change)).astype(array.dtype)
                    if least:
                        zeros = _noise(self._random, array, 0.0, True)
                        array = np.where(array == 0, zeros, array)
                inputs.append((name, array))
            for name, value, size in self._written.noises:
                inputs.append((name, _noise(self._random, value.array, size, least)))
            try:
                self._runs.append(self.engine.evaluate(self._module, inputs))
            except self.engine.errors:
                # A changed index is out of range, for example.
                self._runs.append(None)
        return [run for run in self._runs if run is not None]

    def release(self):
        self.engine.raw.release(self._module)


def first_line(error):
    lines = str(error).strip().splitlines()
    if not lines:
        return type(error).__name__
    return lines[-1] if lines[0].startswith("Traceback") else lines[0]


def judge(given, want, runs, loose, unit):
    """What is wrong with a result, from the results of runs with noise; None if nothing is."""
    if given.size == 0:
        return None
    if given.dtype.kind != "f":
        doubt = np.zeros(want.shape, bool)
        for run in runs:
            doubt |= run != want
        wrong = (given != want) & ~doubt
        allowed = None
    else:
        facts = FACTS[unit]
        exact, got = want.astype("float64"), given.astype("float64")
        moved, doubt = np.zeros(want.shape), np.zeros(want.shape, bool)
        for run in runs:
            run = run.astype("float64")
            same = (run == exact) | (np.isnan(run) & np.isnan(exact))
            doubt |= ~same & ~(np.isfinite(run) & np.isfinite(exact))
            moved = np.maximum(moved, np.where(same | doubt, 0, np.abs(run - exact)))
        usual = float(np.quantile(moved, 0.75))
        size = np.where(np.isfinite(exact), np.abs(exact), 0)
        factor = 500 if loose else 8
        allowed = factor * (moved + usual + 2 * facts.unit * size) + 4 * facts.tiny
        same = (got == exact) | (np.isnan(got) & np.isnan(exact))
        high = size + allowed > facts.most
        apart = np.where(same | doubt | high, 0, np.abs(got - exact))
        wrong = ~(apart <= allowed)
    if not wrong.any():
        return None
    place = tuple(int(i) for i in np.unravel_index(int(np.argmax(wrong)), wrong.shape))
    bound = "" if allowed is None else f" ± {allowed[place]:.3g}"
    count = f"{int(wrong.sum())} of {wrong.size} differ"
    return f"element {list(place)} is {given[place]!r} and not {want[place]!r}{bound} ({count})"


def smaller(engine, outputs, pipeline, seed, execute, form, limit=200):
    """A smaller program and pipeline with a finding: (outputs, cut, pipeline, what is wrong, program)."""
    tries = [0]

    def wrong(outputs, cut, pipeline):
        tries[0] += 1
        if tries[0] > limit:
            return None
        try:
            program = Program(engine, outputs, seed, cut, form)
            if program.differences(engine.evaluate(program.module, program.inputs)):
                return None
        except engine.errors:
            return None
        found = program.run(pipeline, execute)
        return found and (outputs, cut, pipeline, found, program)

    best = wrong(outputs, [], pipeline)
    if not best:
        return None
    if form[0] != "graph":
        own, form = form, ("graph", 0.5)
        best = wrong(outputs, [], pipeline) or best
        form = own if best[4].form != form else form
    for value in outputs:
        if len(best[0]) > 1:
            best = wrong([value], [], best[2]) or best
    if best[2].optimize and best[2].parts:
        best = wrong(best[0], best[1], best[2].without_optimize()) or best
    place = 0
    while place < len(best[2].parts) and (len(best[2].parts) > 1 or best[2].optimize):
        found = wrong(best[0], best[1], best[2].without(place))
        best, place = (found, place) if found else (best, place + 1)
    for value in [value for step, _ in best[4].written.steps for value in step.results][::-1]:
        if all(value is not output for output in best[0]):
            best = wrong(best[0], best[1] + [value], best[2]) or best
    # Results of steps before the last ones can show it, too.
    for step, _ in best[4].written.steps:
        for value in step.results:
            if len(best[4].written.steps) > 1 and all(value is not output for output in best[0]):
                found = wrong([value], best[1], best[2])
                if found and len(found[4].written.steps) < len(best[4].written.steps):
                    best = found
    return best
