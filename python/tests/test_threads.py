"""Threads, garbage collection and forks."""

import asyncio
import concurrent.futures
import gc
import multiprocessing
import os
import sys
import threading
import time

import numpy as np
import pytest

import tvm
from tvm import relay

from passcope import _raw

# The number of objects that a stress test makes. `PASSCOPE_STRESS=1000000` is a long run.
STRESS = int(os.environ.get("PASSCOPE_STRESS", "20000"))


def program(size, layers=3):
    """A typed program whose types depend on `size`."""
    x = relay.var("x", shape=(2, size))
    body = x
    for index in range(layers):
        body = relay.tanh(relay.add(body, relay.const(float(index))))
    return relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], body)))


def run_all(count, work):
    """Runs `work(index)` on threads at once. Raises their first exception."""
    start = threading.Barrier(count)

    def begin(index):
        start.wait()
        return work(index)

    with concurrent.futures.ThreadPoolExecutor(count) as pool:
        return list(pool.map(begin, range(count)))


@pytest.fixture(autouse=True)
def often():
    """Threads take turns often, and the garbage collector runs often."""
    interval, threshold = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-5)
    gc.set_threshold(50)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*threshold)


# --- freeing ---


def test_the_collector_of_another_thread_frees_objects():
    stop = threading.Event()

    def lists():
        while not stop.is_set():
            _ = [[] for _ in range(100)]

    other = threading.Thread(target=lists, daemon=True)
    other.start()
    try:
        for size in range(1, 300):
            mod = program(size % 50 + 1)
            main = mod["main"]
            main.cycle = [mod, main.body.checked_type, main]
    finally:
        stop.set()
        other.join()


def test_objects_are_dropped_by_other_threads():
    made = [program(size) for size in range(1, 100)]
    gc.collect()
    before = _raw.liveHandles()
    lock = threading.Lock()

    def drop(_):
        while True:
            with lock:
                if not made:
                    return
                mod = made.pop()
            assert mod["main"].body.checked_type.shape[0] == 2
            del mod

    run_all(4, drop)
    gc.collect()
    assert _raw.liveHandles() <= before - 99


def test_a_thread_that_only_drops_frees_at_once():
    mods = [program(3) for _ in range(10)]
    before = _raw.liveHandles()
    thread = threading.Thread(target=mods.clear)
    thread.start()
    thread.join()
    assert _raw.liveHandles() == before - 10


def test_handles_dropped_during_a_long_call_are_freed_after_it():
    gc.collect()
    before = _raw.liveHandles()
    mods = [program(4) for _ in range(20)]
    executor = products(1200)
    working = threading.Thread(target=executor.run)
    working.start()
    time.sleep(0.05)
    mods.clear()
    working.join()
    del executor, working
    gc.collect()
    assert _raw.liveHandles() <= before


def test_many_objects_of_many_threads():
    shared = [None] * 64

    def work(index):
        x = relay.var("x", shape=(index + 1, 3))
        for step in range(STRESS // 4 // 4):
            # Objects move to other threads and die there.
            expr = relay.add(x, relay.const(float(step)))
            shared[(step * 7 + index) % 64] = relay.Tuple([expr, x])
            taken = shared[(step * 13) % 64]
            if taken is not None:
                assert len(taken.fields) == 2
        return True

    gc.collect()
    before = _raw.liveHandles()
    assert all(run_all(4, work))
    shared.clear()
    gc.collect()
    assert _raw.liveHandles() <= before + 10


# --- calls on several threads ---


def test_one_table_of_types_and_operators():
    def types(index):
        return relay.TensorType((index % 2 + 1, 5), "float32")

    made = run_all(4, types)
    assert made[0] == made[2] and made[1] == made[3] and made[0] != made[1]
    ops = run_all(4, lambda _: relay.op.get("nn.dense"))
    assert len({op._identity() for op in ops}) == 1


def test_programs_are_optimised_on_threads():
    expected = str(relay.transform.FoldConstant()(program(8, 10)))

    def work(_):
        texts = set()
        for _ in range(10):
            texts.add(str(relay.transform.FoldConstant()(program(8, 10))))
        return texts

    assert set().union(*run_all(4, work)) == {expected}


def test_errors_reach_the_thread_that_caused_them():
    def work(index):
        for _ in range(50):
            if index % 2:
                with pytest.raises(tvm.TVMError, match="wrong"):
                    tvm.parser.parse_expr("wrong")
            else:
                assert program(3)["main"] is not None

    run_all(4, work)


def test_registered_operators_are_those_of_all_threads():
    run_all(1, lambda _: relay.op.op.register("threads.op", "from a thread"))
    assert relay.op.get("threads.op").name == "threads.op"


def test_contexts_belong_to_threads():
    inside, leave = threading.Event(), threading.Event()
    seen = []

    def enter():
        with tvm.transform.PassContext(opt_level=0):
            inside.set()
            assert leave.wait(60)
            seen.append(tvm.transform.PassContext.current().opt_level)

    other = threading.Thread(target=enter)
    other.start()
    assert inside.wait(60)
    with tvm.transform.PassContext(opt_level=3), tvm.target.Target("llvm"):
        assert tvm.transform.PassContext.current().opt_level == 3
        leave.set()
        other.join()
        assert tvm.transform.PassContext.current().opt_level == 3
        assert run_all(1, lambda _: tvm.target.Target.current()) == [None]
    assert tvm.transform.PassContext.current().opt_level == 2
    assert seen == [0]


def test_the_engine_uses_the_context_of_its_thread():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.add(x, relay.const(1.0) + relay.const(2.0))))
    fold = tvm.transform.Sequential([relay.transform.FoldConstant()])

    def calls(level):
        with tvm.transform.PassContext(opt_level=level):
            time.sleep(0.01)
            return str(fold(mod)).count("add")

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(calls, [0, 3] * 10)) == [2, 1] * 10


def test_a_thread_that_ends_inside_a_context_leaves_nothing():
    log = []

    @tvm.instrument.pass_instrument
    class Watch:
        def run_before_pass(self, mod, info):
            log.append(info.name)

    def enter():
        tvm.transform.PassContext(opt_level=0, instruments=[Watch()]).__enter__()

    for _ in range(20):
        run_all(1, lambda _: enter())
    program(2)
    assert log == []
    assert tvm.transform.PassContext.current().opt_level == 2


def test_an_instrument_of_the_engine_on_two_threads():
    timing = tvm.instrument.PassTimingInstrument()
    context = tvm.transform.PassContext(instruments=[timing])

    def enter():
        with context:
            program(4)
            return timing.render()

    with tvm.transform.PassContext(instruments=[timing]):
        with pytest.raises(tvm.TVMError, match="make one for each thread"):
            run_all(1, lambda _: enter())
        with context:
            pass
    for text in [enter(), run_all(1, lambda _: enter())[0]]:
        assert "InferType" in text


def test_an_instrument_in_python_on_two_threads():
    seen = set()

    @tvm.instrument.pass_instrument
    class Watch:
        def run_before_pass(self, mod, info):
            seen.add(threading.get_ident())

    context = tvm.transform.PassContext(instruments=[Watch()])

    def work(_):
        with context:
            for _ in range(20):
                program(4)

    run_all(3, work)
    assert len(seen) == 3


def test_a_context_is_left_on_its_thread():
    context = tvm.transform.PassContext()
    context.__enter__()
    with pytest.raises(RuntimeError, match="not entered on this thread"):
        run_all(1, lambda _: context.__exit__(None, None, None))
    context.__exit__(None, None, None)


# --- hooks ---


def test_a_hook_may_wait_for_another_thread_that_calls_the_engine():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:

        @relay.transform.function_pass(opt_level=0)
        def halves(func, mod, ctx):
            texts = list(pool.map(str, [func, mod]))
            assert all(texts)
            return pool.submit(lambda: relay.Function(func.params, relay.tanh(func.body))).result(60)

        mod = halves(program(3, 1))
    assert str(mod).count("tanh") == 2


def test_a_hook_may_take_a_lock_that_another_thread_holds_during_a_call():
    lock, done = threading.Lock(), threading.Event()

    def other():
        while not done.is_set():
            with lock:
                program(2)

    @tvm.instrument.pass_instrument
    class Locks:
        def run_before_pass(self, mod, info):
            with lock:
                str(mod)

    thread = threading.Thread(target=other)
    thread.start()
    try:
        with tvm.transform.PassContext(instruments=[Locks()]):
            for _ in range(50):
                program(3)
    finally:
        done.set()
        thread.join()


def test_hooks_of_several_threads_do_not_mix():
    def work(index):
        names = []

        @tvm.instrument.pass_instrument
        class Watch:
            def run_before_pass(self, mod, info):
                names.append((threading.get_ident(), int(mod["main"].params[0].type_annotation.shape[1])))

        with tvm.transform.PassContext(instruments=[Watch()]):
            for _ in range(10):
                relay.transform.FoldConstant()(program(index + 1))
        return names

    for index, names in enumerate(run_all(4, work)):
        assert len(names) >= 10
        assert {size for _, size in names} == {index + 1}
        assert len({thread for thread, _ in names}) == 1


# --- long calls ---


def products(size, count=6):
    """An executor that multiplies matrices."""
    x = relay.var("x", shape=(size, size))
    body = x
    for _ in range(count):
        body = relay.nn.dense(body, x)
    mod = tvm.IRModule.from_expr(relay.Function([x], body))
    module = tvm.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
    module.set_input("x", np.ones((size, size), "float32"))
    return module


def test_other_threads_run_during_a_long_call():
    executor = products(1500)
    count, done = 0, threading.Event()

    def run():
        executor.run()
        done.set()

    thread = threading.Thread(target=run)
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(0.001)
    thread.join()
    # A call that kept the GIL would let this thread run once.
    assert count > 10


def onnx_model():
    """The bytes of a model with a few layers."""
    onnx = pytest.importorskip("onnx")
    numpy_helper = pytest.importorskip("onnx.numpy_helper")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    weights = np.random.default_rng(0).random((64, 64), "float32")
    nodes, name = [], "x"
    for index in range(10):
        nodes.append(helper.make_node("MatMul", [name, f"w{index}"], [f"y{index}"]))
        nodes.append(helper.make_node("Relu", [f"y{index}"], [f"z{index}"]))
        name = f"z{index}"
    graph = helper.make_graph(
        nodes,
        "layers",
        [helper.make_tensor_value_info("x", kind, (1, 64))],
        [helper.make_tensor_value_info(name, kind, (1, 64))],
        [numpy_helper.from_array(weights, f"w{index}") for index in range(10)],
    )
    return helper.make_model(graph).SerializeToString()


def test_a_pool_imports_models():
    model = onnx_model()
    expected = str(relay.frontend.from_onnx(model)[0])
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(relay.frontend.from_onnx, [model] * 12))
    assert {str(mod) for mod, _ in results} == {expected}

    async def all_of_them():
        return await asyncio.gather(*[asyncio.to_thread(relay.frontend.from_onnx, model) for _ in range(6)])

    assert {str(mod) for mod, _ in asyncio.run(all_of_them())} == {expected}


# --- forks, other interpreters ---


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
def test_a_child_process_works():
    executor, forked = products(1200), threading.Event()

    def run():
        executor.run()
        # ASan's allocator can be locked while a thread ends. A child that is forked meanwhile would wait forever.
        forked.wait()

    working = threading.Thread(target=run)
    working.start()
    time.sleep(0.05)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    children = [context.Process(target=_send_text, args=(sender, 3)) for _ in range(2)]
    try:
        for child in children:
            child.start()
        for child in children:
            assert receiver.poll(300), "the child does not answer"
            assert receiver.recv() == _text_of(3)
    finally:
        forked.set()
        working.join()
        for child in children:
            child.kill()
            child.join()


def _send_text(sender, size):
    sender.send(_text_of(size))


def _text_of(size):
    with tvm.transform.PassContext(opt_level=3):
        return str(relay.transform.FoldConstant()(program(size)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
def test_a_fork_inside_a_hook():
    @relay.transform.function_pass(opt_level=0)
    def forks(func, mod, ctx):
        child = os.fork()
        if child == 0:
            os._exit(0 if "tanh" in str(mod) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        return func

    forks(program(2))


def test_another_interpreter_is_refused():
    interpreters = pytest.importorskip("_xxsubinterpreters")
    script = "import sys; sys.path[:] = %r\ntry:\n    import passcope\nexcept ImportError as error:\n    assert 'main interpreter' in str(error), error\nelse:\n    raise AssertionError('imported')"
    made = interpreters.create()
    try:
        interpreters.run_string(made, script % (sys.path,))
    finally:
        interpreters.destroy(made)
    assert program(2)["main"] is not None
