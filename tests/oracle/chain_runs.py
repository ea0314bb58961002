"""Random programs through random pipelines: `python3 tests/oracle --programs 1000`."""

import time
from collections import Counter

import numpy as np
from calls import DYNAMIC, ROWS
from chain_texts import FORMS
from chain_checks import Engine, Program, first_line, single_text, smaller
from chains import Builder
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
        self.counts, self.ops, self.passes = Counter(), Counter(), Counter()
        self.refusals, self.findings = Counter(), []

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
        """Makes calls, and of them two programs with different results, constants and forms."""
        builder = Builder(self.options.seed, index, self.evaluated, self.all)
        try:
            last = builder.build()
        except Finding as finding:
            text, inputs = single_text(finding.args[1])
            self.found(index, "", finding.args[0], text, "", inputs)
            return
        self.counts["sets"] += 1
        self.program(builder, index, builder.outputs(last))
        builder.other_constants()
        self.program(builder, index, builder.outputs([builder.pick(builder.steps).results[0]]))

    def program(self, builder, index, outputs):
        """Runs a program of these results through pipelines."""
        seed = builder.below(1 << 30)
        form = (builder.pick(FORMS[1:]) if builder.chance(0.3) else FORMS[0], builder.random.random())
        try:
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
            wrong = program.run(pipeline, execute)
            self.counts["pipelines"] += 1
            if program.refused:
                self.refusals[program.refused] += 1
            self.passes.update(part.split("(")[0] for part in pipeline.names)
            if not wrong:
                continue
            found = None if self.options.quick else smaller(self.engine, outputs, pipeline, seed, execute, form)
            if found:
                pipeline, wrong, program_ = found[2], found[3], found[4]
            else:
                program_ = program
            inputs = [(name + "*" * value.constant, value.array) for name, value in program_.written.inputs]
            self.found(index, str(pipeline), wrong, program_.written.text, program_.after, inputs)
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
        options = self.options
        part, parts = map(int, options.part.split("/"))
        indices = range(part, options.programs // 2, parts) if options.index is None else [options.index]
        begin = time.monotonic()
        with np.errstate(all="ignore"):
            for done, index in enumerate(indices):
                self.one(index)
                if options.show_progress and done % 500 == 499:
                    self.sum_up(begin)
        self.sum_up(begin)
        if options.show_progress:
            print("  not called: " + " ".join(op for op in self.all if not self.ops[op]))
            print("  refusals:", *[f"\n    {count} {why}" for why, count in self.refusals.most_common()])
            print("  passes: " + ", ".join(f"{name} {count}" for name, count in sorted(self.passes.items())))
        print(f"{self.counts['programs']} passed, {len(self.findings)} failed", flush=True)
        return bool(self.findings)

    def sum_up(self, begin):
        counts = self.counts
        print(
            f"seed {self.options.seed}: {counts['programs']} programs of {counts['sets']} sets of calls, "
            f"{counts['steps']} calls of {len(self.ops)} operators, {counts['pipelines']} pipelines "
            f"({sum(self.refusals.values())} refused), {len(self.findings)} findings, {time.monotonic() - begin:.0f} s",
            flush=True,
        )
