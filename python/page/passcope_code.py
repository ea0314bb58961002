"""The code of the page's code tab: a module whose passes and instruments a pipeline uses, or a script."""

import builtins
import gc
import json
import linecache
import sys
import types

from passcope_output import Lines, Output, failure_of

# What tracebacks call the code.
FILE = "code.py"
_MODULE = "code_tab"
_MAIN = "__main__"


def _is_own(file):
    return file == FILE


def _current_line():
    """The line of the innermost frame of the code, 0 where there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        if _is_own(frame.f_code.co_filename):
            return frame.f_lineno
        frame = frame.f_back
    return 0


def describe(error):
    """What is told of an exception: its type, its traceback from the first line of the code on, where in that it was."""
    trace = error.__traceback__
    while trace is not None and not _is_own(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    # What has nothing to do with the code's lines, such as its syntax, needs no frames of this module.
    failure, places = failure_of(error, trace, _is_own)
    if places:
        _, line, column = places[-1]
        failure["place"] = {"line": line, "column": column}
    return failure


class Code:
    """Loads code, one after the other, and makes what a pipeline uses of it."""

    def __init__(self, tell, host):
        """`tell(level, text, line)` takes what is printed; the line is 0 where it is unknown."""
        self._lines = Lines(tell, _current_line)
        self._host = host
        self._names = {}
        # The engine knows instruments by weak references.
        self._made = []
        sys.stdout, sys.stderr = Output("log", self._lines), Output("warn", self._lines)

    def load(self, source, is_script):
        """Runs the code's top level, in a module of its own. Returns `{}` or `{"failure": …}` as JSON.

        As a script it is `__main__`, for a pipeline it is not.
        """
        self._forget()
        name = _MAIN if is_script else _MODULE
        module = types.ModuleType(name)
        module.__dict__.update(__builtins__=builtins, __file__=FILE)
        sys.modules[name] = module
        self._names = module.__dict__
        linecache.cache[FILE] = (len(source), None, source.splitlines(True), FILE)

        def run():
            code = compile(source, FILE, "exec", dont_inherit=True)
            exec(code, self._names)  # pylint: disable=exec-used
            return {}

        return self._outcome(run)

    def use(self, sort, name):
        """The pass or the instrument of a name; one of a class is made anew.

        Returns `{"handle": …}`, a new one, or `{"failure": …}`, or why there is none, as JSON: `{"names": […]}` where the
        name is not defined, `{"what": …, "type": …}` where it is something else.
        """

        def make():
            if name not in self._names:
                return {"names": _public(self._names)}
            from passcope import _raw

            bases = _bases(sort)
            given = self._names[name]
            value = given() if isinstance(given, type) and issubclass(given, bases) else given
            if not isinstance(value, bases):
                return {"what": _sort_of(given), "type": type(given).__name__}
            self._made.append(value)
            return {"handle": _raw.clone(value.handle)}

        return self._outcome(make)

    def describe(self, exception):
        """What is told of an exception by its number, as JSON."""
        return json.dumps(describe(self._host.exception(exception)))

    def flush(self):
        """Tells what was printed and not told."""
        self._lines.flush()

    def _outcome(self, run):
        try:
            outcome = run()
        except BaseException as error:  # pylint: disable=broad-except
            outcome = {"failure": describe(error)}
        self._lines.flush()
        return json.dumps(outcome)

    def _forget(self):
        """Lets go of what was loaded before."""
        self._made.clear()
        self._names.clear()
        gc.collect()


def _bases(sort):
    """The classes whose objects are passes, or instruments."""
    if sort == "pass":
        from passcope.ir.transform import Pass

        return (Pass,)
    from passcope.ir import instrument

    return (instrument.PassInstrument, instrument._BuiltIn)  # pylint: disable=protected-access


def _sort_of(value):
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) and hasattr(value, "__name__") else "object"


def _public(names):
    """What the code defines itself, in its order: no modules, nothing that begins with an underscore."""
    return [
        name
        for name, value in names.items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    ]


def start(tell):
    """Makes `tvm` a name of this package, and what loads code; what it prints, `tell` takes."""
    import passcope.as_tvm  # pylint: disable=import-outside-toplevel,unused-import
    from passcope._host import HOST

    return Code(tell, HOST)
