"""The functions that the engine calls: hooks of instruments and passes in Python, and the report of a failure.

A Python exception must not cross the engine's C++ frames. So the host keeps the exception of a hook under a number, and
returns the number. `_raw.py` raises the exception again where the engine was called. CPython (python/bindings.cc) and Pyodide
use the same protocol, so one package runs on both.
"""

import itertools
import json
import traceback
import zlib
from _thread import get_ident

from .error import DiagnosticError, InternalError, OutOfMemoryError, TVMError

_FOREIGN, _DIAGNOSTIC, _OUT_OF_MEMORY = 1, 2, 4


class Host:
    """Python's objects and exceptions by number, and the failures of calls that have just returned."""

    def __init__(self):
        self._targets = {}
        self._exceptions = {}
        self.number_from(0)
        # By thread: the failure of the call that has just returned.
        self.failures = {}
        # Returns a new handle of the context that another language on this engine entered last; 0 if there is none.
        self.outer_context = lambda: 0

    def add(self, target):
        """Keeps `target` until the engine releases it. Returns its number, which is never 0."""
        number = next(self._target_numbers)
        self._targets[number] = target
        return number

    def number_from(self, first):
        """Lets numbers start after `first`, when other languages share the engine."""
        # Two threads never get the same number from a counter.
        self._target_numbers = itertools.count(first + 1)
        self._exception_numbers = itertools.count(first + 1)

    def take_failure(self):
        """Returns the exception of this thread's call that has just returned, if any, and clears it."""
        return self.failures.pop(get_ident(), None)

    def exception(self, number):
        """The exception of a hook or a pass, until the engine releases it."""
        return self._exceptions.get(number)

    # --- called by the engine; none of these raises ---

    def hook(self, target, hook, module, info, error):
        """Returns the hook's answer, 0 or 1. If the hook raises, returns the negative number of the exception."""
        try:
            return 1 if self._targets[target](hook, module, info, error) else 0
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def write(self, sink, file, text):
        """Returns 0, or a negative number as `hook` does."""
        try:
            self._targets[sink](file, text)
            return 0
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def run_pass(self, target, function, module, info):
        """Returns the handle of the pass's result, or a negative number as `hook` does."""
        try:
            return self._targets[target](function, module, info)
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def ask_rule(self, target, question):
        """Returns the answer of a rule as JSON, or a negative number as `hook` does."""
        try:
            return self._targets[target](json.loads(question))
        except BaseException as exception:  # pylint: disable=broad-except
            return self._keep(exception)

    def inflate(self, source, destination):
        """Returns True if the inflated data (RFC 1951) fills `destination` exactly."""
        try:
            inflater = zlib.decompressobj(-15)
            data = inflater.decompress(source, len(destination) + 1)
            if len(data) != len(destination) or not inflater.eof:
                return False
            destination[:] = data
            return True
        except (zlib.error, ValueError):
            # The data is damaged. The engine reports it.
            return False

    def message(self, exception):
        """The text of an exception."""
        try:
            return str(self._exceptions.get(exception))
        except Exception:  # pylint: disable=broad-except
            return "an exception without a text"

    def ending(self, exception):
        """The exception if it ends Python, as KeyboardInterrupt does, or None."""
        kept = self._exceptions.get(exception)
        return None if isinstance(kept, Exception) else kept

    def release_exception(self, exception):
        """Forgets an exception."""
        self._exceptions.pop(exception, None)

    def release_object(self, target):
        """Forgets a target."""
        self._targets.pop(target, None)

    def fail(self, kind, exception, text, data):
        """Records the failure of the current call."""
        if kind == _FOREIGN:
            failure = _passed_on(self._exceptions.get(exception))
        elif kind == _DIAGNOSTIC:
            failure = DiagnosticError(text, json.loads(data))
        elif kind == _OUT_OF_MEMORY:
            failure = OutOfMemoryError("the engine is out of memory")
        else:
            failure = InternalError(text)
        self.failures[get_ident()] = failure

    def _keep(self, exception):
        number = next(self._exception_numbers)
        self._exceptions[number] = exception
        return -number


# The exceptions that keep their type on the way through the compiler, as in TVM. Others become TVMErrors.
_KEPT = (AttributeError, IndexError, KeyError, TypeError, ValueError)


def _passed_on(error):
    """The exception that the engine's caller gets for an exception of a hook or a pass.

    As in TVM it is a new exception. Its text is the traceback, which ends with the original's type and text. Its `__cause__`
    is the original. Exceptions that end Python are passed on unchanged.
    """
    if error is None or not isinstance(error, Exception) or isinstance(error, TVMError):
        return error
    kept = type(error) in _KEPT
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__)).rstrip("\n")
    made = type(error)(text) if kept else TVMError(text)
    made.__cause__ = error
    return made


HOST = Host()
