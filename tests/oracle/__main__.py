"""Compares the engine's operators with references in numpy: `python3 tests/oracle --help`."""

import argparse
import os
import sys
import time
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True


import rows  # noqa: E402, F401
from calls import BFLOAT16, DYNAMIC, REASONS, ROWS, chosen_names, from_bfloat16, make  # noqa: E402
from compare import compare  # noqa: E402
from engines import MODES, EngineError, Native, Node, refusals  # noqa: E402
from hostile_runs import HostileCalls, check_hostile  # noqa: E402
from programs import opposite, program  # noqa: E402

BATCH = 25

# Means of nothing are NaN, as they have to be.
warnings.simplefilter("ignore", RuntimeWarning)


class Tally:
    """What is known about one operator."""

    def __init__(self, op):
        self.op, self.calls, self.worst, self.mismatches, self.seconds = op, 0, 0.0, [], 0.0


def differences(call, got, tally=None):
    """What is wrong with the results of a call."""
    if len(got) != len(call.results):
        return f"{len(got)} results and not {len(call.results)}"
    if call.statistic:
        return call.statistic([from_bfloat16(item) if item.dtype == BFLOAT16 else item for item in got])
    for index, (given, right) in enumerate(zip(got, call.results)):
        error, wrong = compare(given, right)
        if wrong:
            return wrong if len(got) == 1 else f"result {index}: {wrong}"
        if tally:
            tally.worst = max(tally.worst, error)
    return None


def is_wrapped(mode, calls):
    """Whether other operators are around each call. Random results have no right values to change."""
    return mode == "fused" and not any(call.statistic for call in calls)


def run_batch(engine, mode, calls, tally):
    """[(place in `calls`, what is wrong)]"""
    wrapped = is_wrapped(mode, calls)
    text, inputs = program(calls, wrapped)
    try:
        outputs = engine.run(mode, text, inputs)
    except EngineError as error:
        return refusals(error, calls, lambda batch: run_batch(engine, mode, batch, tally))
    wrongs, at = [], 0
    for place, call in enumerate(calls):
        own = outputs[at : at + len(call.results)]
        at += len(call.results)
        if wrapped:
            own = [opposite(item) for item in own]
        wrong = differences(call, own, tally)
        if wrong:
            wrongs.append((place, wrong))
    return wrongs


def run_operator(engine, op, options, tally):
    begin = time.monotonic()
    indices = [options.index] if options.index is not None else range(options.calls)
    for start in range(0, len(indices), BATCH):
        chosen = indices[start : start + BATCH]
        calls = [make(op, options.seed, index) for index in chosen]
        seen = set()
        modes = options.modes
        if op in DYNAMIC:
            modes = [mode for mode in modes if mode == "evaluator"]
        elif not options.all_modes and options.index is None and len(modes) == len(MODES):
            # Planning takes most of the time.
            modes = [modes[0], modes[1 + start // BATCH % 2]]
        for mode in modes:
            for place, wrong in run_batch(engine, mode, calls, tally):
                if place in seen:
                    continue
                seen.add(place)
                tally.mismatches.append((chosen[place], mode, wrong))
        tally.calls += len(calls)
    tally.seconds = time.monotonic() - begin


def show(engine, op, options, index, mode, wrong):
    """Prints a failing call as a program with its inputs."""
    print(f"\n{op}: {wrong}")
    again = f"python3 tests/oracle --op {op} --seed {options.seed} --index {index}"
    print(f"  engine {engine.name}, {mode}; again: {again}")
    call = make(op, options.seed, index)
    text, inputs = program([call], is_wrapped(mode, [call]))
    print(text)
    if sum(value.size for _, value in inputs) <= 4096 and isinstance(engine, Native) and options.alone:
        print(engine.alone(text, inputs))
        return
    for name, value in inputs:
        if value.size <= 64:
            print(f"  %{name} = {value.tolist()}")


def main():
    parser = argparse.ArgumentParser(prog="python3 tests/oracle", description=__doc__)
    parser.add_argument("--calls", type=int, default=200, help="the number of calls of each operator")
    parser.add_argument("--op", default="", help="operators, separated by commas; a final * takes all that begin so")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--index", type=int, help="only the call with this number")
    parser.add_argument("--engine", default="native", choices=["native", "node"])
    parser.add_argument("--modes", default=",".join(MODES), help="some of " + ", ".join(MODES))
    parser.add_argument("--all-modes", action="store_true", help="run each call in all modes, not in two of them")
    parser.add_argument("--part", default="0/1", help="I/N: every N-th operator, from the I-th on")
    parser.add_argument("--show", type=int, default=2, help="the number of failing calls that are printed per operator")
    parser.add_argument("--alone", action="store_true", help="print failing calls with their inputs as constants")
    parser.add_argument("--hostile", action="store_true", help="odd attributes and arguments; --calls 0 for all cases")
    parser.add_argument("--empties", action="store_true", help="calls with empty axes, through each pass")
    parser.add_argument("--first", type=int, default=0, help="with --hostile, the number of the first call")
    parser.add_argument("--share", type=int, default=1, help="with --hostile, only every N-th call")
    parser.add_argument("--seconds", type=int, default=120, help="with --hostile, the most of a call (processor time)")
    parser.add_argument("--programs", type=int, help="run random programs through passes, this many")
    parser.add_argument("--quick", action="store_true", help="do not make programs with findings smaller")
    parser.add_argument("--show-progress", action="store_true", help="print counts of programs")
    parser.add_argument("--onnx", action="store_true", help="ONNX's operators, through the importer")
    parser.add_argument("--torch", action="store_true", help="with --hostile, PyTorch's operators by their schemas")
    parser.add_argument("--quiet", action="store_true", help="print only operators with mismatches")
    options = parser.parse_args()
    options.modes = options.modes.split(",")
    if options.onnx and options.hostile:
        from hostile_onnx import HostileOnnx

        run_hostile(HostileOnnx(), options)
    if options.torch:
        from hostile_torch import HostileTorch

        run_hostile(HostileTorch(), options)
    if options.onnx:
        import onnx_run

        ended(onnx_run.main(options))
    engine = Native() if options.engine == "native" else Node()

    if options.programs is not None:
        from chain_runs import Runner

        ended(Runner(engine, options).run())

    if options.hostile:
        run_hostile(HostileCalls(engine), options)
    names = chosen_names(list(ROWS), options)
    if options.empties:
        from empties import Empties

        failed = Empties(engine, options).run(names)
        print(f"{len(names) - failed} passed, {failed} failed")
        ended(failed)
    part = int(options.part.split("/")[0])
    failed, passed = [], 0
    if isinstance(engine, Native) and not options.op and part == 0:
        for op in [item["name"] for item in engine.operators()]:
            if op not in ROWS and op not in REASONS:
                failed.append(op)
                print(f"{op}: has neither a row nor a reason")
    modes = ", ".join(options.modes)
    print(f"seed {options.seed}, {options.calls} calls of each operator, engine {engine.name}: {modes}")
    print(f"{'operator':48} {'calls':>7} {'worst error':>12} {'mismatches':>11} {'seconds':>8}")
    for op in names:
        tally = Tally(op)
        run_operator(engine, op, options, tally)
        if tally.mismatches or not options.quiet:
            print(f"{op:48} {tally.calls:7} {tally.worst:12.2f} {len(tally.mismatches):11} {tally.seconds:8.2f}")
            sys.stdout.flush()
        for mismatch in tally.mismatches[: options.show]:
            show(engine, op, options, *mismatch)
        if tally.mismatches:
            failed.append(op)
        else:
            passed += 1
    print(f"{passed} passed, {len(failed)} failed")
    ended(len(failed))


def run_hostile(subject, options):
    """Runs odd calls and ends this process."""
    names = chosen_names(subject.names, options)
    failed = check_hostile(subject, names, options)
    print(f"{len(names) - failed} passed, {failed} failed")
    ended(failed)


def ended(failed):
    """Ends this process, with exit code 1 if something failed."""
    # The engine's handles need not be released one by one.
    sys.stdout.flush()
    os._exit(1 if failed else 0)


main()
