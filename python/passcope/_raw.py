"""The engine's functions, by their names in src/api/functions.def. Each raises the error of a failed call.

Objects of the engine are integers here ("handles"). Structured data crosses as JSON text. All other modules of this package
use these functions.
"""

import atexit
import functools
import json
import os

import _passcope_engine as _engine
from ._host import HOST
from .error import DiagnosticError

_engine.set_host(HOST)
# A page has neither threads nor processes.
if hasattr(_engine, "close"):
    atexit.register(_engine.close)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=_engine.before_fork,
            after_in_parent=functools.partial(_engine.after_fork, False),
            after_in_child=functools.partial(_engine.after_fork, True),
        )

# Functions of a DiagnosticError that are called for each mistake in a program.
LISTENERS = []


def _guarded(function):
    @functools.wraps(function)
    def call(*args):
        try:
            result = function(*args)
        except BaseException:  # of a signal handler
            HOST.take_failure()
            raise
        if HOST.failures:
            failure = HOST.take_failure()
            if failure is None:
                return result  # the call of another thread has failed
            if isinstance(failure, DiagnosticError):
                for tell in LISTENERS:
                    tell(failure)
            raise failure
        return result

    return call


# The functions of the module that are not in the table, and the one that never fails.
_OTHERS = ("set_host", "before_fork", "after_fork", "close", "release")


def _plain(name):
    return not name.startswith("_") and name not in _OTHERS


globals().update({name: _guarded(getattr(_engine, name)) for name in dir(_engine) if _plain(name)})

# It never fails. It is also called while Python ends.
release = _engine.release


# The engine's JSON has no leading or trailing blanks. json.loads would search for them with patterns.
_scan = json.JSONDecoder().scan_once


def loads(text):
    """The value of a JSON text of the engine."""
    return _scan(text, 0)[0]


def dumps(value):
    """A value as JSON for the engine, with infinities and NaN as texts."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(_spelled(value), separators=(",", ":"))


def _spelled(value):
    if isinstance(value, float) and value != value:
        return "nan"
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {name: _spelled(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_spelled(item) for item in value]
    return value


def handles(objects):
    """The handles of objects as a list for the engine."""
    return json.dumps([item.handle for item in objects])
