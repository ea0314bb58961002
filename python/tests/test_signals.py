"""Signals during calls of the engine, and the end of Python. Each test runs a script in another process."""

import os
import subprocess
import sys
import textwrap

import pytest


# In seconds. Python on the sanitizers' engine is slower, and the tests run beside others.
LIMIT = 1.0 if "PASSCOPE_STRICT" in os.environ else 4.0


def run_script(script, timeout=100, **options):
    """Runs a script in another process. Returns its exit code, output and errors."""
    code = "import passcope.as_tvm\nimport tvm\nfrom tvm import relay\n" + textwrap.dedent(script)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=timeout, check=False, **options
    )
    return done.returncode, done.stdout, done.stderr


# A call that takes minutes.
EVALUATE = """
import numpy as np
v = relay.var("v", shape=(3000000,), dtype="float64")
endless = tvm.IRModule.from_expr(relay.Function([v], relay.einsum([v, v], "i,j->")))
evaluate = lambda: relay.create_executor("debug", mod=endless).evaluate()(np.ones(3000000))
"""

LONG = {
    "evaluate": EVALUATE + "work = evaluate",
    "executor": """
        x = relay.var("x", shape=(6000, 6000))
        mod = tvm.IRModule.from_expr(relay.Function([x], relay.nn.dense(x, x)))
        g = tvm.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
        g.set_input("x", np.ones((6000, 6000), "float32"))
        work = g.run
    """,
    "optimize": """
        x = relay.var("x", shape=(4,))
        body = x
        for i in range(15000):
            body = relay.add(relay.tanh(body), relay.const(float(i)))
        mod = tvm.IRModule.from_expr(relay.Function([x], body))
        def work():
            while True:
                relay.optimize(mod, "llvm")
    """,
    "parse": """
        lines = ["%0 = tanh(%x);"] + [f"%{i} = add(%{i - 1}, {i}f);" for i in range(1, 200000)]
        text = '#[version = "0.0.5"]\\ndef @main(%x: Tensor[(4), float32]) {' + "".join(lines) + "%199999 }"
        def work():
            while True:
                tvm.parser.fromtext(text)
    """,
    "import": """
        import onnx
        from onnx import helper, TensorProto
        nodes = [helper.make_node("Tanh" if i % 2 else "Neg", [f"v{i}"], [f"v{i + 1}"]) for i in range(60000)]
        ends = [helper.make_tensor_value_info(v, TensorProto.FLOAT, (4,)) for v in ("v0", "v60000")]
        model = helper.make_model(helper.make_graph(nodes, "g", ends[:1], ends[1:])).SerializeToString()
        def work():
            while True:
                relay.frontend.from_onnx(model)
    """,
    "benchmark": """
        x = relay.var("x", shape=(10,))
        mod = tvm.IRModule.from_expr(relay.Function([x], relay.tanh(x)))
        g = tvm.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
        g.set_input("x", np.ones(10, "float32"))
        work = lambda: g.benchmark(tvm.cpu(), number=10**9, repeat=1)
    """,
    "bisect": """
        from passcope import transform
        v = relay.var("v", shape=(3000000,), dtype="float64")
        mod = tvm.IRModule.from_expr(relay.Function([v], relay.einsum([v, v], "i,j->")))
        work = lambda: transform.bisect(mod, [relay.transform.InferType(), relay.transform.FoldConstant()], "values")
    """,
    "Python pass": """
        @relay.transform.function_pass(opt_level=0)
        def endless(func, mod, ctx):
            while True:
                pass
        x = relay.var("x", shape=(2,))
        work = lambda: endless(tvm.IRModule.from_expr(relay.Function([x], x)))
    """,
    "waiting": """
        import threading
        x = relay.var("x", shape=(6000, 6000))
        mod = tvm.IRModule.from_expr(relay.Function([x], relay.nn.dense(x, x)))
        g = tvm.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
        g.set_input("x", np.ones((6000, 6000), "float32"))
        threading.Thread(target=g.run, daemon=True).start()
        time.sleep(0.3)
        work = lambda: str(mod)
    """,
}


@pytest.mark.parametrize("kind", LONG)
def test_ctrl_c_ends_a_long_call(kind):
    if kind == "import":
        pytest.importorskip("onnx")
    script = f"""
import os, signal, sys, time, threading
import numpy as np
{textwrap.dedent(LONG[kind])}
sent = []
def send():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
timer = threading.Timer(1.0, send)
timer.daemon = True
timer.start()
try:
    work()
    print("it has ended")
except KeyboardInterrupt:
    print("took", time.monotonic() - sent[0])
    if {kind != 'waiting'}:
        x = relay.var("x", shape=(2, 2))
        mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], relay.tanh(x))))
        assert "tanh" in str(mod)
        print("works")
sys.stdout.flush()
if {kind == 'waiting'}:
    os._exit(0)
"""
    code, out, errors = run_script(script)
    assert code == 0 and "took" in out, (code, out, errors)
    assert float(out.split()[1]) < LIMIT, out
    assert kind == "waiting" or "works" in out


def test_the_exception_of_a_signal_handler_arrives_unchanged():
    code, out, errors = run_script(
        EVALUATE
        + """
import signal
class Late(Exception):
    pass
def late(number, frame):
    raise Late("too late")
signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.5)
try:
    evaluate()
except Late as error:
    print(type(error).__name__, error)
"""
    )
    assert (code, out.strip()) == (0, "Late too late"), errors


def test_a_signal_handler_that_returns_does_not_end_the_call():
    code, out, errors = run_script(
        """
        import signal, numpy as np
        seen = []
        def handler(number, frame):
            try:
                str(mod)
            except RuntimeError as error:
                seen.append(str(error))
        signal.signal(signal.SIGALRM, handler)
        x = relay.var("x", shape=(2000, 2000))
        mod = tvm.IRModule.from_expr(relay.Function([x], relay.nn.dense(relay.nn.dense(relay.nn.dense(x, x), x), x)))
        g = tvm.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](tvm.cpu()))
        g.set_input("x", np.ones((2000, 2000), "float32"))
        signal.setitimer(signal.ITIMER_REAL, 0.07, 0.07)
        g.run()
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(g.get_output(0).numpy()[0, 0] == 2000.0**3, any("signal handler" in text for text in seen))
        """
    )
    assert (code, out.strip()) == (0, "True True"), (out, errors)


@pytest.mark.parametrize(
    "work",
    [
        "relay.transform.FoldConstant()(tvm.IRModule.from_expr(relay.Function([x], relay.tanh(x))))",
        "evaluate()",
        "slow(tvm.IRModule.from_expr(relay.Function([x], x)))",
        "waits(tvm.IRModule.from_expr(relay.Function([x], x)))",
    ],
)
def test_python_ends_while_daemon_threads_work(work):
    code, out, errors = run_script(
        f"""
{EVALUATE}
import threading, time
x = relay.var("x", shape=(2,))
# The threads can hold the engine for minutes.
kept = [tvm.IRModule.from_expr(relay.Function([x], relay.tanh(x))) for _ in range(100)]
@relay.transform.function_pass(opt_level=0)
def slow(func, mod, ctx):
    sum(range(10000))
    return func
@relay.transform.function_pass(opt_level=0)
def waits(func, mod, ctx):
    time.sleep(1000)
    return func
def loop():
    while True:
        {work}
for _ in range(3):
    threading.Thread(target=loop, daemon=True).start()
time.sleep(0.5)
print("ends")
"""
    )
    assert (code, out.strip(), errors) == (0, "ends", "")
