"""The code of the page's code tab: a module whose passes and instruments a pipeline uses, or a script."""

import builtins
import gc
import json
import linecache
import sys
import types

from passcope_output import Lines, Output, failure_of

# The file name of the code in tracebacks.
FILE = "code.py"
_MODULE = "code_tab"
_MAIN = "__main__"


def _is_own(file):
    return file == FILE


def _current_line():
    """The line of the innermost frame of the code, 0 if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        if _is_own(frame.f_code.co_filename):
            return frame.f_lineno
        frame = frame.f_back
    return 0


def describe(error):
    """Describes an exception: its type, its traceback from the first line of the code on, and its place in the code."""
    trace = error.__traceback__
    while trace is not None and not _is_own(trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    # An error without a line of the code, such as a syntax error, needs no frames of this module.
    failure, places = failure_of(error, trace, _is_own)
    if places:
        _, line, column = places[-1]
        failure["place"] = {"line": line, "column": column}
    return failure


class Code:
    """Loads code and makes the passes and instruments for a pipeline. New code replaces the old."""

    def __init__(self, tell, host):
        """`tell(level, text, line)` takes printed text; the line is 0 if it is unknown."""
        self._lines = Lines(tell, _current_line)
        self._host = host
        self._names = {}
        # Keeps instruments alive, because the engine has only weak references to them.
        self._made = []
        sys.stdout, sys.stderr = Output("log", self._lines), Output("warn", self._lines)

    def load(self, source, is_script):
        """Runs the code's top level in a module of its own. Returns `{}` or `{"failure": …}` as JSON.

        A script runs as `__main__`; code for a pipeline does not.
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
        """The pass or the instrument of a name. For a class, makes a new object.

        Returns JSON: `{"handle": …}` with a new handle, or `{"failure": …}`. If the name is not defined, returns `{"names":
        […]}`. If it is something else, returns `{"what": …, "type": …}`.
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
        """Describes an exception by its number, as JSON."""
        return json.dumps(describe(self._host.exception(exception)))

    def flush(self):
        """Passes on printed text that is still waiting."""
        self._lines.flush()

    def _outcome(self, run):
        try:
            outcome = run()
        except BaseException as error:  # pylint: disable=broad-except
            outcome = {"failure": describe(error)}
        self._lines.flush()
        return json.dumps(outcome)

    def _forget(self):
        """Releases the code that was loaded before."""
        self._made.clear()
        self._names.clear()
        gc.collect()


def _bases(sort):
    """The classes of passes, or of instruments."""
    if sort == "pass":
        from passcope.ir.transform import Pass

        return (Pass,)
    from passcope.ir import instrument

    return instrument.Instrument


def _sort_of(value):
    if isinstance(value, type):
        return "class"
    return "function" if callable(value) and hasattr(value, "__name__") else "object"


def _public(names):
    """The names that the code defines itself, in its order, without modules and private names."""
    return [
        name
        for name, value in names.items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    ]


def start(tell):
    """Makes this package importable as `tvm`, and returns the loader of code. `tell` takes its printed text."""
    import passcope.as_tvm  # pylint: disable=import-outside-toplevel,unused-import
    from passcope._host import HOST

    return Code(tell, HOST)
