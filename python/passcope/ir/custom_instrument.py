"""Instruments that are written in Python: objects with hooks, which are called around passes."""

import functools
import inspect
import json
import weakref

from .. import _raw
from .._given import call_it
from .._host import HOST
from ..runtime.object import Object
from ._schema import SCHEMA
from .module import IRModule

_HOOKS = SCHEMA["hooks"]


def _snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


_NAMES = [_snake(hook["name"]) for hook in _HOOKS]
_TAKES = [hook["takes"] for hook in _HOOKS]


class PassInfo:
    """A pass's name, level and the passes that it requires."""

    def __init__(self, opt_level, name, required=None, traceable=False):
        self.opt_level = opt_level
        self.name = name
        self.required = list(required or ())
        self.traceable = traceable

    @classmethod
    def _from_json(cls, text):
        facts = json.loads(text)
        return cls(facts["optLevel"], facts["name"], facts["required"], facts["traceable"])

    def __str__(self):
        lines = [
            "The meta data of the pass - pass name: ",
            self.name,
            ", opt_level: ",
            str(self.opt_level),
        ]
        if self.required:
            names = "".join(f"{name}, " for name in self.required)
            return "".join(lines) + f", required passes: [\n{names}]\n"
        return "".join(lines) + ", required passes: []\n"

    __repr__ = __str__


class Instrument(Object):
    """The base of all instruments."""


call_it(Instrument, "an instrument", "instruments")


class PassInstrument(Instrument):
    """An instrument that is written in Python: a class with some of the hooks below."""

    def __init__(self):
        object.__setattr__(self, "_in_python", True)
        target = HOST.add(self._target())
        self._take(_raw.makeForeignInstrument(target, type(self).__name__))

    def _hooks(self):
        """The object whose methods are the hooks."""
        return self

    def _target(self):
        # By name and weakly: the engine keeps this callback, which must not keep the instrument's object alive.
        reference = weakref.ref(self)

        def call(hook, module, info, error):
            mod = IRModule._of(module) if module else None
            this = reference()
            method = getattr(this._hooks(), _NAMES[hook], None) if this is not None else None
            if method is None:
                return True
            facts = PassInfo._from_json(info) if info else None
            given = {"mod": mod, "info": facts, "error": error}
            answer = method(*(given[name] for name in _TAKES[hook]))
            return True if answer is None else answer is not False

        return call

    def enter_pass_ctx(self):
        """Called when the context is entered, or gets this instrument."""

    def exit_pass_ctx(self):
        """Called when the context is left, or loses this instrument."""

    def should_run(self, mod, info):
        """Whether a pass must run on a module; only False prevents it."""
        return True

    def run_before_pass(self, mod, info):
        """Called before a pass, with its input module."""

    def run_after_pass(self, mod, info):
        """Called after a pass, with its result."""


def pass_instrument(pi_cls=None):
    """Makes a class of instruments from a class with some of the five hooks.

    Raises TypeError if it is not a class or has none of the hooks.
    """

    def create(cls):
        if not inspect.isclass(cls):
            raise TypeError("pi_cls must be a class")
        if not any(hasattr(cls, name) for name in _NAMES):
            raise TypeError(f"{cls.__name__} needs at least one of {', '.join(_NAMES[:5])}")

        class PyPassInstrument(PassInstrument):
            """An instrument that calls the hooks of an object of the decorated class."""

            def __init__(self, *args, **kwargs):
                self.handle = 0
                self._inst = cls(*args, **kwargs)
                super().__init__()

            def _hooks(self):
                return self._inst

            def __getattr__(self, name):
                if name.startswith("__") or name in ("_inst", "handle"):
                    raise AttributeError(name)
                return getattr(self._inst, name)

            def __setattr__(self, name, value):
                own = name in ("handle", "_key", "_inst") or "_inst" not in self.__dict__
                if own:
                    object.__setattr__(self, name, value)
                else:
                    setattr(self._inst, name, value)

        for name in _NAMES:
            if hasattr(cls, name):
                setattr(PyPassInstrument, name, _forward(name))
        functools.update_wrapper(PyPassInstrument.__init__, cls.__init__)
        PyPassInstrument.__name__ = PyPassInstrument.__qualname__ = cls.__name__
        PyPassInstrument.__doc__ = cls.__doc__
        PyPassInstrument.__module__ = cls.__module__
        return PyPassInstrument

    return create(pi_cls) if pi_cls else create


def _forward(name):
    def call(self, *args):
        return getattr(self._inst, name)(*args)

    call.__name__ = name
    return call
