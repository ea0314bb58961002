"""Random programs through random pipelines: `python3 tests/oracle --programs 1000`."""

import time
from collections import Counter

import numpy as np
from calls import DYNAMIC, ROWS
from chain_texts import FORMS
from chain_checks import Engine, Program, first_line, single_text, smaller
from chains import Builder, Dropped
from compare import compare
from pipelines import random_pipelines

# Marks whose places have rules.
LEFT_OUT = {"annotation.compiler_begin", "annotation.compiler_end"}


class Finding(Exception):
    """Something is wrong with a step."""


def operators():
    return [op for op in ROWS if op not in LEFT_OUT]


class Runner:
    def __init__(self, native, options):
        self.engine, self.options = Engine(native), options
        self.counts, self.ops, self.dropped = Counter(), Counter(), Counter()
        self.findings = []

    def evaluated(self, step):
        """The engine's results of a step, after a comparison with the right ones."""
        try:
            got = self.engine.single(step)
        except self.engine.errors as error:
            raise Finding(f"{step.call.op} refused: {first_line(error)}", step) from None
        if len(got) != len(step.call.results):
            raise Finding(f"{step.call.op}: {len(got)} results", step)
        for given, right in zip(got, step.call.results):
            _, wrong = compare(given, right)
            if wrong:
                raise Finding(f"{step.call.op}: {wrong}", step)
        self.counts["calls"] += 1
        return got

    def one(self, index):
        builder = Builder(self.options.seed, index, self.evaluated, self.all)
        try:
            outputs = builder.build()
        except Finding as finding:
            text, inputs = single_text(finding.args[1])
            self.found(index, "", finding.args[0], text, "", inputs)
            return
        seed = builder.below(1 << 30)
        try:
            form = (builder.pick(FORMS[1:]) if builder.chance(0.3) else FORMS[0], builder.random.random())
            program = Program(self.engine, outputs, seed, (), form)
            wrong = program.differences(self.engine.evaluate(program.module, program.inputs))
        except self.engine.errors as error:
            if any(step.call.op in DYNAMIC for step in builder.steps):
                # Some operators take no data of open sizes.
                self.counts["dynamic"] += 1
                return
            self.found(index, "", f"no program: {first_line(error)}", "\n" + str(error)[:1500], "", [])
            return
        if wrong:
            self.found(index, "", f"no pass: {wrong}", program.written.text, "", program.inputs)
            return
        ops = program.ops()
        self.counts["programs"] += 1
        self.counts["steps"] += len(ops)
        self.ops.update(ops)
        for pipeline in random_pipelines(builder.random, ops):
            execute = builder.chance(0.3)
            self.counts["pipelines"] += 1
            begin = time.monotonic()
            wrong = program.run(pipeline, execute)
            self.counts["refused"] += program.refused
            program.refused = False
            self.spent[str(pipeline)[:30]] += time.monotonic() - begin
            if wrong and not self.options.quick:
                found = smaller(self.engine, outputs, pipeline, seed, execute, form)
                if found:
                    small = found[4]
                    pipe, wrong = found[2], found[3]
                    after = small.after
                    inputs = [(name + "*" * value.constant, value.array) for name, value in small.written.inputs]
                    self.found(index, str(pipe), wrong, small.written.text, after, inputs)
                    continue
            if wrong:
                self.found(index, str(pipeline), wrong, program.written.text, program.after, [])
        program.release()

    def found(self, index, pipeline, wrong, text, after, inputs):
        self.findings.append((index, pipeline, wrong))
        again = f"python3 tests/oracle --programs 1 --seed {self.options.seed} --index {index}"
        print(f"\n=== {pipeline or 'no pass'}\n=== {wrong}\n  again: {again}")
        if len(text) < 20000:
            print(text)
        for name, array in inputs:
            if array.size <= 64:
                print(f"  %{name} = {array.tolist()}")
        if after and len(after) < 8000:
            print("--- after\n" + after, flush=True)

    def run(self):
        self.all = operators()
        self.spent = Counter()
        options = self.options
        part, parts = map(int, options.part.split("/"))
        indices = [options.index] if options.index is not None else range(part, options.programs, parts)
        begin = time.monotonic()
        with np.errstate(all="ignore"):
            for done, index in enumerate(indices):
                self.one(index)
                if options.show_progress and done % 500 == 499:
                    print(f"  {done + 1} programs, {len(self.findings)} findings, {time.monotonic() - begin:.0f} s", flush=True)
        counts = self.counts
        print(
            f"seed {options.seed}: {counts['programs']} programs with {counts['steps']} calls of {len(self.ops)} operators, "
            f"{counts['pipelines']} pipelines ({counts['refused']} refused), {time.monotonic() - begin:.0f} s"
        )
        missing = [op for op in self.all if not self.ops[op]]
        if options.show_progress and missing:
            print("  not called: " + " ".join(missing))
        if options.show_progress:
            print(self.spent.most_common(12))
        print(f"{counts['programs']} passed, {len(self.findings)} failed", flush=True)
        return bool(self.findings)


__all__ = ["Dropped", "Runner"]
