"""Runs calls with odd attributes and arguments: each has a value of the inferred type, or a diagnostic refuses it."""

import mmap
import os
import re
import resource
import signal

import numpy as np
from calls import BFLOAT16, DYNAMIC, NAMES, ROWS, from_bfloat16
from engines import Native, NodeEnded
from hostile import BUG, Table, hostile_call
from programs import program, type_of

# The ways in which a call runs, after its type was inferred. `optimized` is the executor after `relay.optimize`.
STAGES = ("evaluator", "executor", "folded", "optimized")

# Operators with random results, or with integers of NaN as results.
NOISY = ("random.", "qnn.rsqrt", "qnn.sqrt", "qnn.log")


def types_in(text):
    """The tensors of a type: [(shape, data type)]; None for other types."""
    if re.search(r"fn|ref\(|\bAny\b|\?\?|Storage", text):
        return None
    found = re.findall(r"Tensor\[\(([^)]*)\), (\w+)\]|\b((?:u?int|b?float|bool)\w*)\b", text)
    return [
        ([size.removesuffix("i64") for size in shape.replace(" ", "").split(",") if size], dtype or scalar)
        for shape, dtype, scalar in found
    ]


def is_of(one, other):
    """Whether two tensors' types agree; an unknown size agrees with any."""
    if one[1] != other[1] or len(one[0]) != len(other[0]):
        return False
    return all(a == b or not a.isdigit() or not b.isdigit() for a, b in zip(one[0], other[0]))


def disagreement(what, types, inferred):
    if types is None or inferred is None or (len(types) == len(inferred) and all(map(is_of, types, inferred))):
        return None
    return f"{what} has the types {types} and not {inferred}"


def same_values(one, other):
    """Whether two results agree as far as rounding allows."""
    if one.dtype == BFLOAT16:
        one, other = from_bfloat16(one), from_bfloat16(other)
    if one.dtype.kind != "f":
        return np.array_equal(one, other)
    with np.errstate(all="ignore"):
        a, b = one.astype("float64"), other.astype("float64")
        finite = np.isfinite(a) & np.isfinite(b)
        scale = np.abs(a[finite]).max(initial=1e-3)
        near = np.abs(a - b) <= scale * (0.02 if one.dtype != np.float64 else 1e-4)
        huge = (np.abs(a) > 1e4) | (np.abs(b) > 1e4) | ~np.isfinite(a) | ~np.isfinite(b)
    return bool((near | huge).all())


def is_tame(array):
    """Whether no step of a computation overflows because of this argument."""
    return array.dtype.kind != "f" or bool((np.abs(array) < 1e3).all())


def wrong_answer(op, inputs, answer):
    """What is wrong with the answer of an engine, or None."""
    for stage, error in answer["errors"].items():
        if BUG.search(error):
            return f"{stage}: {error}"
    inferred = answer["type"] and types_in(answer["type"])
    for stage, text in answer["types"].items():
        wrong = disagreement(f"the program in {stage}", types_in(text), inferred)
        if wrong:
            return wrong
    comparable = not op.startswith(NOISY) and all(is_tame(array) for _, array in inputs)
    first = None
    for stage, arrays in answer["results"].items():
        types = [item for array in arrays for item in types_in(type_of(array))]
        wrong = disagreement(f"the result of {stage}", types, inferred)
        if wrong:
            return wrong
        if first is None:
            first = arrays
        elif comparable and any(a.shape == b.shape and not same_values(a, b) for a, b in zip(first, arrays)):
            return f"{stage} has other values: {arrays} and not {first}"
    return None


class HostileCalls:
    """The engine's operators. Other subjects of `check_hostile` have the same members."""

    names, what = list(ROWS), "calls with odd attributes and arguments"

    def __init__(self, engine):
        self.engine, self.table = engine, Table(engine.operators())

    def cases(self, op):
        return self.table.cases(op)

    def run_call(self, op, seed, index):
        """What is wrong with a call, or None."""
        text, inputs = program([hostile_call(self.table, op, seed, index)])
        stages = [stage for stage in STAGES if stage == "evaluator" or op not in DYNAMIC or stage == "folded"]
        try:
            answer = self.engine.answer(text, inputs, stages, index % 5)
        except ValueError as error:
            # numpy cannot hold arrays of more than 32 axes.
            if "maximum supported dimension" in str(error):
                return None
            raise
        return wrong_answer(op, inputs, answer)

    def show(self, op, seed, index):
        text, inputs = program([hostile_call(self.table, op, seed, index)])
        print(f"  again: python3 tests/oracle --hostile --op {op} --seed {seed} --index {index}")
        print(text)
        for name, value in inputs:
            if value.size <= 16:
                print(f"  %{name} = {value.tolist()}")


def run_calls(subject, op, options, indices, progress):
    """Runs calls in this process and notes the one that runs."""
    for index in indices:
        progress[:8] = index.to_bytes(8, "little")
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + options.seconds
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
        wrong = subject.run_call(op, options.seed, index)
        if wrong:
            print(f"{op}: {wrong}", flush=True)
            os._exit(4)


def native_findings(subject, op, options, indices):
    """[(index, what happened)] A process of its own runs the calls, since one may end it."""
    found, start = [], 0
    progress = mmap.mmap(-1, 8)
    while start < len(indices):
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try:
                run_calls(subject, op, options, indices[start:], progress)
            except BaseException as error:  # noqa: BLE001
                print(f"{op}: {type(error).__name__}: {error}", flush=True)
                os._exit(3)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            break
        index = int.from_bytes(progress[:], "little")
        what = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit code {status >> 8}"
        found.append((index, what))
        start = indices.index(index) + 1
        if len(found) == 5:
            break
    return found


def node_findings(subject, op, options, indices):
    """[(index, what happened)] The engine begins a new process when a call ends one."""
    found = []
    for index in indices:
        try:
            wrong = subject.run_call(op, options.seed, index)
        except NodeEnded as ended:
            wrong = str(ended)
        if wrong:
            found.append((index, wrong))
            if len(found) == 5:
                break
    return found


def check_hostile(subject, names, options):
    """Runs calls of each operator, prints what went wrong, and returns the number of operators with findings."""
    findings_of = native_findings if isinstance(subject.engine, Native) else node_findings
    failed = calls = 0
    for op in names:
        # Without a number, all cases of the sweep; a share of them begins at another one for each operator.
        count = options.calls or len(subject.cases(op))
        indices = [options.index] if options.index is not None else list(range(options.first, options.first + count))
        if options.share > 1:
            indices = indices[len(op) % options.share :: options.share]
        calls += len(indices)
        found = findings_of(subject, op, options, indices)
        failed += bool(found)
        if found or not options.quiet:
            print(f"{op:48} {len(indices):7} calls, {len(found)} findings", flush=True)
        for index, what in found:
            print(what)
            subject.show(op, options.seed, index)
    print(f"{calls} {subject.what}")
    return failed
