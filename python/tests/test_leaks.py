"""Long programs do not leak."""

import ctypes
import gc
import sys

import pytest

import tvm
from passcope import _raw
from passcope._host import HOST
from tvm import relay


class _Mallinfo(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def native_bytes():
    """The bytes of native memory in use, as the allocator counts them."""
    library = ctypes.CDLL(None)
    try:
        count = library.__sanitizer_get_current_allocated_bytes
    except AttributeError:
        library.mallinfo2.restype = _Mallinfo
        facts = library.mallinfo2()
        return facts.uordblks + facts.hblkhd
    count.restype = ctypes.c_size_t
    return count()


@tvm.instrument.pass_instrument
class OpDiff:
    """Counts each pass's changes of the numbers of calls, in Python."""

    def __init__(self):
        self.diffs = []
        self._before = []

    def run_before_pass(self, mod, info):
        """Counts the calls before a pass."""
        self._before.append(self._count(mod))

    def run_after_pass(self, mod, info):
        """Counts the calls after it."""
        before, after = self._before.pop(), self._count(mod)
        self.diffs.append((info.name, {name: after.get(name, 0) - before.get(name, 0) for name in before | after}))

    def _count(self, mod):
        counts = {}

        def visit(node):
            if isinstance(node, relay.Call):
                name = getattr(node.op, "name", "function")
                counts[name] = counts.get(name, 0) + 1

        relay.analysis.post_order_visit(mod["main"], visit)
        return counts


def program():
    """A small network with operators to fold and to fuse."""
    x, w = relay.var("x", shape=(1, 3, 8, 8)), relay.var("w", shape=(4, 3, 3, 3))
    net = relay.nn.conv2d(x, w, channels=4, kernel_size=(3, 3), padding=(1, 1))
    net = relay.nn.relu(relay.add(net, relay.const(1.0)))
    net = relay.add(net, relay.multiply(relay.const(2.0), relay.const(3.0)))
    return tvm.IRModule.from_expr(relay.Function([x, w], net))


def run(mod):
    """Runs the pipeline once."""
    diff = OpDiff()
    passes = [relay.transform.InferType(), relay.transform.FoldConstant(), relay.transform.FuseOps(2)]
    with tvm.transform.PassContext(opt_level=4, instruments=[diff]):
        tvm.transform.Sequential(passes)(mod)
    assert {name: change for _, diffs in diff.diffs for name, change in diffs.items()}["multiply"] <= 0


def fail(mod):
    """Runs a pipeline that an instrument ends with an exception."""

    @tvm.instrument.pass_instrument
    class Failing:
        """Fails."""

        def run_before_pass(self, mod, info):
            """Fails."""
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        with tvm.transform.PassContext(opt_level=4, instruments=[Failing()]):
            relay.transform.FoldConstant()(mod)


def left(work, mod, times, cycles=False):
    """The state after some runs: handles, Python objects that the engine keeps, blocks and bytes of memory.

    Without `cycles`, reference counting alone must release the objects of the engine.
    """
    gc.collect()
    gc.disable()
    try:
        for _ in range(times):
            work(mod)
        if cycles:
            gc.collect()
        handles = _raw.liveHandles(), len(HOST._targets), len(HOST._exceptions)
    finally:
        gc.enable()
    gc.collect()
    return handles, sys.getallocatedblocks(), native_bytes()


def check_flat(work, cycles=False):
    """Checks that a thousand runs, in four parts, do not leak in at least one part.

    Memory can grow in some parts, because tables of Python and of the allocator grow seldom, but by much. A leak makes it grow
    in all of them.
    """
    mod = program()
    parts = [left(work, mod, times, cycles) for times in (100, 250, 250, 250, 250)]
    assert len({handles for handles, _, _ in parts}) == 1
    growth = [(b[1] - a[1], b[2] - a[2]) for a, b in zip(parts, parts[1:])]
    # Less than a block of Python for four runs, and 16 bytes of the engine for each.
    assert min(blocks for blocks, _ in growth) < 64, growth
    assert min(native for _, native in growth) < 4000, growth


def test_the_op_diff_pipeline_a_thousand_times():
    check_flat(run)


def test_pipelines_that_fail_a_thousand_times():
    # An exception and its frames refer to each other.
    check_flat(fail, cycles=True)


def test_a_leak_would_be_noticed():
    kept = []
    with pytest.raises(AssertionError):
        check_flat(lambda mod: kept.append(tvm.nd.array([0.0] * 64)))
