"""Calls with empty axes: each pass keeps their values, and refuses none that the evaluator computes."""

import random
import zlib

import numpy as np
from calls import DYNAMIC, Text, make
from chain_checks import NOT_EXECUTED, REFUSED, Engine, first_line
from chain_runs import LEFT_OUT
from hostile import filled
from hostile_runs import is_tame, same_values
from pipelines import GROUPS, LAYOUTS, PASSES, Pipeline, split
from programs import attributes, type_of

# Passes beside those of random programs, which keep a call's values, too.
OTHERS = ["FakeQuantizationToInteger", "FastMath", "CanonicalizeOps", "FoldExplicitPadding", "blocks"]

# Combining passes need calls of the same data.
BRANCHES = ("nn.conv2d", "nn.dense", "nn.batch_matmul")

# What follows a call, and lets its layout flow on.
FOLLOWERS = ("nn.relu(%0)", "add(%0, %0)", "sum(%0, axis=[1], keepdims=True)", "nn.softmax(%0, axis=1)")


def arrays_of(args):
    for arg in args:
        if isinstance(arg, (list, tuple)):
            yield from arrays_of(arg)
        elif not isinstance(arg, Text):
            yield arg


def emptied(r, call):
    """The call with one size, or one size in several places, changed to 0. Attributes of this size are left out."""
    places = [(id(x), axis, n) for x in arrays_of(call.args) for axis, n in enumerate(x.shape)]
    if not places:
        return None
    size = r.choice(places)[2]
    same = [place for place in places if place[2] == size]
    chosen = same if r.random() < 0.4 else r.sample(same, r.randint(1, min(2, len(same))))
    shapes = {}
    for owner, axis, _ in chosen:
        shapes.setdefault(owner, set()).add(axis)

    def changed(arg):
        if isinstance(arg, Text):
            return arg
        if isinstance(arg, (list, tuple)):
            return [changed(one) for one in arg]
        axes = shapes.get(id(arg), ())
        return filled(arg, [0 if axis in axes else n for axis, n in enumerate(arg.shape)])

    call.args = [changed(arg) for arg in call.args]
    for name in ("kernel_size", "channels", "units"):
        if name in call.attrs and r.random() < 0.7:
            call.attrs[name] = None
    if call.op.startswith("nn.") and "groups" in call.attrs and r.random() < 0.7:
        call.attrs["groups"] = 1
    return call


def text_of(r, call):
    """The text and the inputs of a program with the call, at times twice and with calls behind it."""
    inputs = []

    def argument(item):
        if isinstance(item, Text):
            return str(item)
        if isinstance(item, (list, tuple)):
            return "(" + ", ".join(map(argument, item)) + ("," if len(item) == 1 else "") + ")"
        inputs.append((f"x{len(inputs)}", item))
        return "%" + inputs[-1][0]

    args = [argument(arg) for arg in call.args]
    for place, (op, own) in call.inner.items():
        args[place] = f"{op}({', '.join([args[place], *attributes(own)])})"
    attrs = attributes(call.attrs)
    lines = [f"  %0 = {call.op}({', '.join(args + attrs)});"]
    fields = ["%0"]
    if call.op in BRANCHES and r.random() < 0.7:
        again = [args[0], *map(argument, call.args[1:])]
        lines.append(f"  %1 = {call.op}({', '.join(again + attrs)});")
        fields.append("%1")
    single = len(call.results) == 1 and not call.tuple_result
    if single and r.random() < 0.6:
        for _ in fields[:]:
            follower = r.choice(FOLLOWERS)
            source = fields.pop(0)
            lines.append(f"  %{len(lines)} = {follower.replace('%0', source)};")
            fields.append(f"%{len(lines) - 1}")
    head = f"def @main({', '.join(f'%{name}: {type_of(x)}' for name, x in inputs)}) {{\n"
    result = f"({', '.join(fields)},)" if len(fields) > 1 else fields[0]
    return '#[version = "0.0.5"]\n' + head + "\n".join(lines) + f"\n  {result}\n}}\n", inputs


def pipelines_of(op):
    """All single passes, groups and layouts for an operator, and `relay.optimize` at each level."""
    made = [Pipeline([], level, optimize=True) for level in range(5)]
    made += [Pipeline([text]) for text in PASSES + OTHERS]
    made += [Pipeline(split(text)) for text in GROUPS]
    made += [Pipeline(["AlterOpLayout"], target=True)]
    for layouts in LAYOUTS.get(op, []):
        text = ", ".join(f'"{layout}"' for layout in layouts)
        made.append(Pipeline([f'ConvertLayout(desired_layouts={{"{op}": [{text}]}})']))
    return made


class Empties:
    """Runs calls of operators with empty axes."""

    def __init__(self, native, options):
        self.native, self.engine, self.options = native, Engine(native), options
        self.calls = 0

    def wrong(self, module, inputs, right, pipeline, seed):
        """What is wrong with a program after a pipeline, or None."""
        engine = self.engine
        try:
            after = engine.through(pipeline, module, seed)
        except engine.errors as error:
            return None if REFUSED.search(str(error)) else "refused: " + first_line(error)
        try:
            for run in (engine.evaluate, engine.execute) if pipeline.optimize else (engine.evaluate,):
                got = run(after, inputs)
                if [(x.shape, x.dtype) for x in got] != [(x.shape, x.dtype) for x in right]:
                    return f"types {[(x.shape, str(x.dtype)) for x in got]}"
                if all(is_tame(x) for _, x in inputs) and not all(map(same_values, right, got)):
                    return f"values {got} and not {right}"
        except engine.errors as error:
            if NOT_EXECUTED not in str(error):
                return "cannot run: " + first_line(error)
        finally:
            engine.raw.release(after)
        return None

    def one(self, op, index):
        """[(pipeline, what is wrong)] for one call; None if the engine cannot compute it."""
        r = random.Random(zlib.crc32(f"{op} {self.options.seed} {index}".encode()))
        call = make(op, self.options.seed, index)
        if call.statistic or emptied(r, call) is None:
            return None
        text, inputs = text_of(r, call)
        engine = self.engine
        constant = [item for item in inputs[1:] if r.random() < 0.5]
        rest = [item for item in inputs if all(item is not other for other in constant)]
        try:
            module = engine.parse(text, constant)
            right = engine.evaluate(module, rest)
        except engine.errors:
            return None
        found = []
        for pipeline in pipelines_of(op):
            wrong = self.wrong(module, rest, right, pipeline, index)
            if wrong:
                found.append((str(pipeline), wrong, text))
        engine.raw.release(module)
        return found

    def run(self, names):
        """Prints what went wrong, and returns the number of operators with findings."""
        failed = 0
        for op in names:
            if op in DYNAMIC or op in LEFT_OUT or op.startswith("random."):
                continue
            indices = range(self.options.calls) if self.options.index is None else [self.options.index]
            count, seen = 0, {}
            for index in indices:
                found = self.one(op, index)
                if found is None:
                    continue
                count += 1
                for pipeline, wrong, text in found:
                    seen.setdefault((pipeline, wrong[:60]), (index, pipeline, wrong, text))
            self.calls += count
            failed += bool(seen)
            if seen or not self.options.quiet:
                print(f"{op:48} {count:7} calls, {len(seen)} findings", flush=True)
            for index, pipeline, wrong, text in list(seen.values())[: self.options.show]:
                again = f"python3 tests/oracle --empties --op {op} --seed {self.options.seed} --index {index}"
                print(f"{pipeline}: {wrong}; again: {again}\n{text}")
        print(f"{self.calls} calls with empty axes")
        return failed
