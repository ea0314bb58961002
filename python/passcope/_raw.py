"""The engine's functions, by the names of src/api/functions.def, each raising what went wrong.

Objects of the engine are integers here ("handles"); structured data crosses as JSON text. Everything else in this
package is made of these functions.
"""

import functools
import json

import _passcope_engine as _engine
from ._host import HOST
from .error import DiagnosticError

_engine.set_host(HOST)

# Who is told of mistakes in programs: functions of a DiagnosticError.
LISTENERS = []


def _guarded(function):
    @functools.wraps(function)
    def call(*args):
        result = function(*args)
        if HOST.failure is not None:
            failure = HOST.take_failure()
            if isinstance(failure, DiagnosticError):
                for tell in LISTENERS:
                    tell(failure)
            raise failure
        return result

    return call


def _plain(name):
    return not name.startswith("_") and name not in ("set_host", "release")


globals().update({name: _guarded(getattr(_engine, name)) for name in dir(_engine) if _plain(name)})

# Never fails, and is called when Python is about to end, too.
release = _engine.release


# What the engine writes begins with the value and ends with it, which json.loads would look for with patterns.
_scan = json.JSONDecoder().scan_once


def loads(text):
    """The value of a JSON text of the engine."""
    return _scan(text, 0)[0]


def dumps(value):
    """A value as the engine reads it: infinities and NaN as texts."""
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
    """A list of objects as the engine takes it."""
    return json.dumps([item.handle for item in objects])
