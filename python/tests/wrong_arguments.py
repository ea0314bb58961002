"""Calls each public function, class and method with wrong arguments, and prints those whose error is not a sentence.

    python wrong_arguments.py

An error is a sentence if the package raises it on purpose, or if Python tells which parameter is missing or unknown. An
error such as "'NoneType' object has no attribute 'handle'" is about the inside of the package. This runs in a process of
its own, because some of these calls register things.
"""

import contextlib
import inspect
import io
import linecache
import os
import re
import sys
import tempfile
import traceback
import types
from pathlib import Path

import numpy

import passcope
from passcope import relay

SOURCES = str(Path(passcope.__file__).parent)
sys.path.insert(0, str(Path(SOURCES).parent / "tools"))

import describe  # noqa: E402 pylint: disable=wrong-import-position

# Modules with TVM's helpers for tests and with numpy code only, which take no objects of the engine, and fixtures of pytest.
SKIPPED_MODULES = re.compile(
    r"passcope\.(testing|topi|tir|te|arith|contrib\.(download|utils)|as_tvm|pytest_plugin|relay\.testing\.init)\b"
)
# Functions that only the package itself calls, some of which change the classes of nodes; and the networks of relay.testing,
# whose weights take most of the time. `get_net` makes the same networks.
SKIPPED = {"get_workload", "register_kind", "add_sorts", "reader", "record", "snake", "write_report"}

# What Python says of calls that do not fit a signature.
OF_PYTHON = re.compile(
    r"missing \d+ required|unexpected keyword|positional arguments? but|multiple values for|missing a required"
    r"|takes no arguments|too many positional|is not callable|unhashable type|is not iterable"
)
INTERNAL = (AttributeError, TypeError, NameError, RecursionError)


def samples():
    """Objects of the classes whose methods are called, by class name; and wrong arguments by name."""
    x = relay.var("x", shape=(2, 3))
    w = relay.const(numpy.ones((2, 3), "float32"))
    call = relay.add(relay.nn.relu(x), w)
    function = relay.Function([x], call)
    mod = relay.transform.InferType()(passcope.IRModule.from_expr(function))
    objects = [
        mod,
        mod["main"],
        mod["main"].body,
        x,
        w,
        relay.Tuple([x, x]),
        relay.split(x, 3, 1),
        relay.TupleGetItem(relay.Tuple([x]), 0),
        relay.Let(x, w, x),
        relay.If(x, w, w),
        relay.GlobalVar("main"),
        relay.TensorType((2, 3)),
        relay.TypeVar("t"),
        relay.ScopeBuilder(),
        relay.ExprVisitor(),
        relay.ExprMutator(),
        relay.TypeVisitor() if hasattr(relay, "TypeVisitor") else None,
        passcope.nd.array(numpy.ones((2, 3), "float32")),
        passcope.transform.PassContext(opt_level=3),
        passcope.transform.PassContext.current(),
        relay.transform.FoldConstant(),
        passcope.transform.Sequential([relay.transform.FoldConstant()]),
        relay.dataflow_pattern.wildcard(),
        relay.dataflow_pattern.is_op("add")(relay.dataflow_pattern.wildcard(), relay.dataflow_pattern.wildcard()),
        relay.op.get("add"),
        passcope.target.Target("llvm"),
        relay.create_executor("graph", mod),
        relay.build(mod, "llvm"),
        relay.vm.compile(mod, "llvm"),
        passcope.contrib.graph_executor.GraphModule(relay.build(mod, "llvm")["default"](passcope.cpu())),
    ]
    for name in dir(passcope.instrument):
        made = getattr(passcope.instrument, name)
        if isinstance(made, type) and name not in ("DumpIR", "PassInstrument") and hasattr(made, "handle"):
            with contextlib.suppress(TypeError):
                objects.append(made())
    wrong = {
        "None": None,
        "a module": mod,
        "an expression": x,
        "a call": call,
        "a type": relay.TensorType((2, 3)),
        "a text": "no such thing",
        "a number": 3,
        "a list": [None],
        "a dictionary": {"a": None},
        "an object": object(),
        "a function": lambda *args: None,
        "a pass": relay.transform.FoldConstant(),
        "a class": dict,
    }
    return [each for each in objects if each is not None], wrong


def is_sentence(error):
    """Whether an error tells the user what is wrong."""
    if not isinstance(error, INTERNAL) or isinstance(error, passcope.TVMError):
        return True
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.endswith("_given.py")]
    last = frames[-1]
    if not last.filename.startswith((SOURCES, __file__)):
        # The error of another package, such as numpy, or of the user's function.
        return not any(word in str(error) for word in ("handle", "_raw", "NoneType"))
    if last.filename == __file__:
        return bool(OF_PYTHON.search(str(error)))
    line = linecache.getline(last.filename, last.lineno).strip()
    raised = line.startswith("raise ") or "_raw." in line and "incompatible function arguments" not in str(error)
    return raised and not re.search(r"'NoneType' object|attribute 'handle'|_raw", str(error))


def calls(value, wrong):
    """Lists of arguments with one wrong value: at each place, with None and with the value itself at the other places."""
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    places = [each for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)]
    needed = sum(each.default is each.empty for each in places)
    good = [passcope_value(each.name) for each in places]
    for what, bad in wrong.items():
        yield what, [bad] * needed
        for i in range(len(places)):
            given = [good[j] if j < needed else places[j].default for j in range(max(needed, i + 1))]
            given[i] = bad
            yield f"{what} as {places[i].name}", given
    if any(each.kind is each.VAR_POSITIONAL for each in parameters):
        yield from ((what, [bad]) for what, bad in wrong.items())


X = relay.var("x", shape=(2, 3))
MODULE = passcope.IRModule.from_expr(relay.nn.relu(X))
GOOD = {
    "mod": MODULE,
    "module": MODULE,
    "expr": X,
    "data": X,
    "lhs": X,
    "rhs": X,
    "x": X,
    "weight": X,
    "body": X,
    "args": [X],
    "params": [X],
    "fields": [X],
    "type_annotation": relay.TensorType((2, 3)),
    "name": "name",
    "name_hint": "name",
    "shape": (2, 3),
    "dtype": "float32",
    "passes": [],
    "pattern": relay.dataflow_pattern.wildcard(),
    "callback": None,
}


def passcope_value(name):
    """A right value for a parameter, as far as its name tells."""
    return GOOD.get(name, X)


def attempt(where, function, wrong, found):
    """Calls a function with wrong arguments, and adds the errors that are not sentences to `found`."""
    for what, given in calls(function, wrong):
        out = io.StringIO()
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                function(*given)
        except Exception as error:  # pylint: disable=broad-except
            passcope.ir.diagnostics.override_renderer(None)
            if not is_sentence(error):
                last = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{last.filename.removeprefix(SOURCES)}:{last.lineno}"
                found.setdefault(where, []).append(f"{what}: {type(error).__name__}: {str(error)[:160]} ({place})")


def main():
    """Prints the calls with other errors. Returns 1 if there are some."""
    objects, wrong = samples()
    found = {}
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        describer = describe.Describer(passcope, lambda function: None, lambda function: {})
        for module in describer.modules.values():
            if SKIPPED_MODULES.match(module.__name__):
                continue
            for name, value, home in describer.entries(module):
                if home or name in SKIPPED or isinstance(value, types.ModuleType) or not callable(value):
                    continue
                if isinstance(value, type) and issubclass(value, BaseException):
                    continue
                count += 1
                attempt(f"{module.__name__}.{name}", value, wrong, found)
        for each in objects:
            for name in dir(each):
                special = name in ("__call__", "__getitem__", "__setitem__", "__contains__", "__add__", "__or__")
                # Visitors call their methods for nodes of the right kind only.
                if name.startswith(("_", "visit_")) and not special:
                    continue
                method = inspect.getattr_static(type(each), name, None)
                if not (inspect.isfunction(method) or isinstance(method, (classmethod, staticmethod))):
                    continue
                count += 1
                attempt(f"{type(each).__name__}.{name}", getattr(each, name), wrong, found)
        os.chdir("/")
    for where, errors in found.items():
        print(where)
        for error in errors:
            print(f"    {error}")
    print(f"{count} functions and methods, {sum(map(len, found.values()))} errors that are not sentences in {len(found)}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
