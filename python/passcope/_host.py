"""What the engine calls: hooks of instruments and passes written in Python, and the report of a failure.

A Python exception must not cross the engine's C++ frames. So what a hook raises is kept here under a number, the
number crosses, and the exception is raised again where the engine was called. The same protocol serves CPython
(python/bindings.cc) and Pyodide, so that one package runs on both.
"""

import json
import traceback
import zlib

from .error import DiagnosticError, InternalError, OutOfMemoryError, TVMError

_FOREIGN, _DIAGNOSTIC, _OUT_OF_MEMORY = 1, 2, 4


class Host:
    """Objects and exceptions of Python by number, and the failure of the call that has just returned."""

    def __init__(self):
        self._targets = {}
        self._exceptions = {}
        self._last_target = 0
        self._last_exception = 0
        self.failure = None
        # The handle, a new one, of the context that others who share the engine have entered last; 0 where there is none.
        self.outer_context = lambda: 0

    def add(self, target):
        """Keeps `target` until the engine releases it; answers its number, which is never 0."""
        self._last_target += 1
        self._targets[self._last_target] = target
        return self._last_target

    def number_from(self, first):
        """Numbers what is kept from here on with `first` and above, where others share the engine."""
        self._last_target = self._last_exception = first

    def take_failure(self):
        """The exception of the call that has just returned, once."""
        failure, self.failure = self.failure, None
        return failure

    def exception(self, number):
        """What a hook or a pass has raised, while the engine has not released it."""
        return self._exceptions.get(number)

    # --- called by the engine; none of them raises ---

    def hook(self, target, hook, module, info, error):
        """0 or 1: the hook's answer; below 0: the negative number of what it raised."""
        try:
            return 1 if self._targets[target](hook, module, info, error) else 0
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def write(self, sink, file, text):
        """0, or below 0 as `hook`."""
        try:
            self._targets[sink](file, text)
            return 0
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def run_pass(self, target, function, module, info):
        """Above 0: the handle of what the pass returned; below 0 as `hook`."""
        try:
            return self._targets[target](function, module, info)
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def ask_rule(self, target, question):
        """The answer of a rule, as JSON; below 0 as `hook`."""
        try:
            return self._targets[target](json.loads(question))
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def inflate(self, source, destination):
        """Whether what is deflated (RFC 1951) fills `destination` exactly."""
        try:
            inflater = zlib.decompressobj(-15)
            data = inflater.decompress(source, len(destination) + 1)
            if len(data) != len(destination) or not inflater.eof:
                return False
            destination[:] = data
            return True
        except (zlib.error, ValueError):
            # Damaged data, which the engine then names.
            return False

    def message(self, exception):
        """The text of an exception."""
        try:
            return str(self._exceptions.get(exception))
        except Exception:  # pylint: disable=broad-except
            return "an exception without a text"

    def release_exception(self, exception):
        """Forgets an exception."""
        self._exceptions.pop(exception, None)

    def release_object(self, target):
        """Forgets a target."""
        self._targets.pop(target, None)

    def fail(self, kind, exception, text, data):
        """Notes why the call that is under way fails."""
        if kind == _FOREIGN:
            self.failure = _passed_on(self._exceptions.get(exception))
        elif kind == _DIAGNOSTIC:
            self.failure = DiagnosticError(text, json.loads(data))
        elif kind == _OUT_OF_MEMORY:
            self.failure = OutOfMemoryError("the engine is out of memory")
        else:
            self.failure = InternalError(text)

    def _keep(self, exception):
        self._last_exception += 1
        self._exceptions[self._last_exception] = exception
        return -self._last_exception


# The exceptions that keep their type when they pass through the compiler, as in TVM; others are TVMErrors.
_KEPT = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def _passed_on(error):
    """What the caller of the engine gets for an exception of a hook or a pass.

    As in TVM it is a new one, whose text is the traceback and ends with the original's type and text;
    `__cause__` is the original. What asks Python to end is passed on as it is.
    """
    if error is None or not isinstance(error, Exception) or isinstance(error, TVMError):
        return error
    kept = type(error) in _KEPT
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__)).rstrip("\n")
    made = type(error)(text) if kept else TVMError(text)
    made.__cause__ = error
    return made


HOST = Host()
