"""Instruments, whose hooks are called around passes."""

import functools
import inspect
import json
import threading
import weakref

from .. import _raw
from .._given import call_it
from .._host import HOST
from ..error import TVMError
from ..runtime.object import Object
from .module import IRModule

_HOOKS = json.loads(_raw.schema())["hooks"]


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


_CLAIMS = threading.Lock()


def _of_engine(instruments):
    return [each for each in instruments if not each.__dict__.get("_in_python")]


def claim(instruments):
    """Notes that this thread enters instruments. Raises TVMError for one of the engine's that another thread has entered.

    Such an instrument expects the hooks of one run at a time. One in Python decides itself.
    """
    thread, claimed = threading.current_thread(), _of_engine(instruments)
    with _CLAIMS:
        for instrument in claimed:
            users = instrument.__dict__.setdefault("_threads", [])
            if any(user is not thread and user.is_alive() for user in users):
                raise TVMError(
                    f"this {type(instrument).__name__} is entered on another thread; make one for each thread"
                )
        for instrument in claimed:
            instrument.__dict__["_threads"].append(thread)


def disclaim(instruments):
    """Notes that this thread has left instruments."""
    thread = threading.current_thread()
    with _CLAIMS:
        for instrument in _of_engine(instruments):
            users = instrument.__dict__.get("_threads", [])
            if thread in users:
                users.remove(thread)


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


class _BuiltIn(Instrument):
    """An instrument of the engine's table."""

    _name = ""

    def __init__(self, sink=0, **options):
        self._take(_raw.makeInstrument(self._name, _raw.dumps(options), sink))


class PassTimingInstrument(_BuiltIn):
    """Measures the times of passes, including those inside of other passes."""

    _name = "PassTimingInstrument"

    def render(self):
        """The times of this context so far, as text; empty if no pass was measured."""
        return _raw.instrumentText(self.handle)


class _Printing(_BuiltIn):
    def __init__(self):
        super().__init__(HOST.add(lambda file, text: print(text, end="")))


class PrintBeforeAll(_Printing):
    """Prints the name of each pass and the program before it."""

    _name = "PrintBeforeAll"


class PrintAfterAll(_Printing):
    """Prints the name of each pass and the program after it."""

    _name = "PrintAfterAll"


class DumpIR(_BuiltIn):
    """Writes the program after each pass into files of a folder, which must not exist yet."""

    _name = "DumpIR"

    def __init__(self, dump_dir, refresh=False):
        from pathlib import Path
        import shutil

        folder = Path(dump_dir)
        if folder.exists() and refresh:
            shutil.rmtree(folder)
        folder.mkdir(parents=True)

        def write(file, text):
            (folder / file).write_text(text, encoding="utf-8")

        super().__init__(HOST.add(write))
