"""Calls with odd attributes and arguments: each has a value or is refused with a diagnostic."""

import mmap
import os
import random
import resource
import signal
import zlib

import numpy as np
from calls import BFLOAT16, DYNAMIC, make
from engines import EngineError
from programs import program

INTEGERS = [0, 1, -1, 2, -2, 3, 7, 64, 1000, 2**31 - 1, -(2**31), 2**31, 2**32, -(2**32), 2**62, 2**63 - 1, -(2**63)]
REALS = [0.0, -0.0, 1.0, -1.0, 1e-30, 1e30, -1e30, 3.4e38]
TEXTS = ["", "?", "NCHW", "NHWC", "NCHW16c", "NCHW2147483647c", "OIHW", "HWIO", "C", "add", "float16", "int8", "bool"]
TYPES = ["float32", "float64", "float16", "int8", "uint8", "int32", "int64", "uint64", "bool"]

# A call that takes longer hangs (seconds of the processor).
SECONDS = 120


def changed(r, value):
    """Another value for an attribute."""
    if isinstance(value, (bool, np.bool_)):
        return not value
    if isinstance(value, (int, np.integer)):
        return r.choice(INTEGERS)
    if isinstance(value, (float, np.floating)):
        return r.choice(REALS)
    if isinstance(value, str):
        return r.choice(TEXTS)
    if isinstance(value, (list, tuple)):
        items = list(value)
        kind = r.randrange(6)
        if kind == 0 or not items:
            return r.choice([[], [0], [1, 1], [r.choice(INTEGERS)] * r.randrange(1, 7)])
        if kind == 1:
            del items[r.randrange(len(items))]
        elif kind == 2:
            items.append(r.choice(items))
        elif kind == 3:
            return [changed(r, item) for item in items]
        else:
            at = r.randrange(len(items))
            items[at] = changed(r, items[at])
        return items
    return value


def changed_array(r, array):
    """An array with another shape, another type or other values."""
    kind = r.randrange(5)
    if kind == 4 and array.dtype != BFLOAT16:
        return np.zeros(array.shape, r.choice(TYPES))
    if kind == 3 and array.dtype.kind in "iu" and array.size:
        limits = np.iinfo(array.dtype)
        array = array.copy()
        array.flat[r.randrange(array.size)] = r.choice([limits.min, limits.max, 0, 1, limits.max // 2])
        return array
    shape = list(array.shape)
    if kind == 2 or not shape:
        shape = shape[1:] if r.random() < 0.5 else [*shape, r.choice([0, 1, 2])]
    else:
        shape[r.randrange(len(shape))] = r.choice([0, 0, 1, 2, 17])
    return np.zeros(shape, array.dtype)


def hostile_call(op, seed, index):
    """Call number `index` with one to three changes."""
    call = make(op, seed, index)
    r = random.Random(zlib.crc32(f"{op} {seed} {index}".encode()))
    for _ in range(r.choice([1, 1, 2, 3])):
        if call.attrs and r.random() < 0.7:
            name = r.choice(list(call.attrs))
            call.attrs[name] = changed(r, call.attrs[name])
        elif call.args:
            at = r.randrange(len(call.args))
            if isinstance(call.args[at], np.ndarray):
                call.args[at] = changed_array(r, call.args[at])
            elif isinstance(call.args[at], (list, tuple)) and len(call.args[at]):
                items = list(call.args[at])
                place = r.randrange(len(items))
                if isinstance(items[place], np.ndarray):
                    items[place] = changed_array(r, items[place])
                call.args[at] = items
    return call


def run_calls(engine, op, seed, indices, progress):
    """Runs calls in this process and notes the one that runs."""
    for index in indices:
        call = hostile_call(op, seed, index)
        text, inputs = program([call])
        for number, mode in enumerate(("evaluator", "plain")):
            if mode == "plain" and (op in DYNAMIC or index % 4):
                continue
            progress[:16] = index.to_bytes(8, "little") + number.to_bytes(8, "little")
            used = resource.getrusage(resource.RUSAGE_SELF)
            soft = int(used.ru_utime + used.ru_stime) + SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
            try:
                engine.run(mode, text, inputs)
            except EngineError as error:
                if "bug in Passcope" in str(error) or "error[internal]" in str(error):
                    print(f"{op}: {error}")
                    os.abort()


def check_operator(engine, op, seed, indices):
    """[(index, what happened)] A process of its own runs the calls, since one may end it."""
    found, start = [], indices.start
    progress = mmap.mmap(-1, 16)
    while start < indices.stop:
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try:
                run_calls(engine, op, seed, range(start, indices.stop), progress)
            except BaseException as error:  # noqa: BLE001
                print(f"{op}: {type(error).__name__}: {error}", flush=True)
                os._exit(3)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            break
        index = int.from_bytes(progress[:8], "little")
        what = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else f"exit code {status >> 8}"
        found.append((index, what))
        start = index + 1
        if len(found) == 5:
            break
    return found


def check_hostile(engine, names, options):
    """Runs `options.calls` calls of each operator, prints what ended a process, and returns their number."""
    first, last = (0, options.calls) if options.index is None else (options.index, options.index + 1)
    failed = 0
    for op in names:
        found = check_operator(engine, op, options.seed, range(first, last))
        failed += bool(found)
        if found or not options.quiet:
            print(f"{op:48} {last - first:7} calls, {len(found)} findings", flush=True)
        for index, what in found:
            call = hostile_call(op, options.seed, index)
            text, inputs = program([call])
            print(f"{what}; again: python3 tests/oracle --hostile --op {op} --seed {options.seed} --index {index}")
            print(text)
            for name, value in inputs:
                if value.size <= 16:
                    print(f"  %{name} = {value.tolist()}")
    return failed
