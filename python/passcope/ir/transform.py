"""Passes and the contexts in which they run."""

import contextlib
import functools
import inspect
import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from .. import _raw
from .._entered import Entered
from .._given import call_it, described, must_be
from ..error import ArgumentError, ConfigError, DiagnosticError
from .._host import HOST
from ..runtime.container import Array
from ..runtime.object import Object
from .expr import RelayExpr, expr_from
from ._claims import claim, disclaim
from .custom_instrument import Instrument, PassInfo
from .module import IRModule

_entered = Entered()

# TVM's settings of passes over loops. Passcope has no such passes: scripts can set these, but they have no effect.
_OF_LOOPS = {
    **dict.fromkeys(
        """debug_keep_trivial_loop detect_global_barrier disable_assert disable_cse_tir disable_storage_rewrite
        disable_vectorize dma_bypass_cache enable_equiv_terms_in_cse_tir instr_siblings instrument_bound_checkers
        instrument_lwp is_entry_func lwp_disable_func_prof lwp_max_depth lwp_min_height merge_async_commit_queue_scope
        noalias reset_start_id use_async_copy usmp.enable usmp.use_workspace_io vtcm_capacity""".split(),
        "IntImm",
    ),
    **dict.fromkeys(["usmp.algorithm", "usmp.custom_algorithm"], "runtime.String"),
    "add_lower_pass": "Array",
    **{
        name: f"{name}Config"
        for name in """HoistExpression HoistIfThenElse InjectDoubleBuffer LoopPartition ReduceBranchingThroughOvercompute
        RemoveNoOp Simplify UnrollLoop""".split()
    },
}


def _setting_of_loops(key, value):
    """Whether a setting belongs to passes over loops. Raises ConfigError for a value of a wrong type."""
    kind = _OF_LOOPS.get(key[len("tir.") :]) if str(key).startswith("tir.") else None
    takes = {"IntImm": int, "runtime.String": str, "Array": (list, tuple, Array)}.get(kind, dict)
    if kind is not None and not isinstance(value, takes):
        raise ConfigError(f"the configuration key '{key}' takes a value of type {kind}, not {value!r}")
    return kind is not None


class PassContext(Object):
    """The settings for passes, and their instruments."""

    _of_loops = {}

    def __init__(
        self,
        opt_level: int = 2,
        required_pass: Sequence[str] | None = None,
        disabled_pass: Sequence[str] | None = None,
        instruments: Sequence[Instrument] | None = None,
        config: Mapping | None = None,
    ):
        for name, value in [("required_pass", required_pass), ("disabled_pass", disabled_pass)]:
            if value is not None and not isinstance(value, (list, tuple, set, Array)):
                raise TypeError(f"{name} is expected to be the type of list/tuple/set.")
        given = dict(config or {})
        self._of_loops = {key: value for key, value in given.items() if _setting_of_loops(key, value)}
        settings = {
            "opt_level": opt_level,
            "required_pass": list(required_pass or ()),
            "disabled_pass": list(disabled_pass or ()),
            "config": {key: value for key, value in given.items() if key not in self._of_loops},
        }
        self._instruments = list(instruments or ())
        try:
            self._take(_raw.makeContext(_raw.dumps(settings), _raw.handles(self._instruments)))
        except DiagnosticError as error:
            if error.kind != "unknown-config":
                raise
            # As in TVM.
            raise ConfigError(str(error), error.diagnostics) from None

    def _info(self):
        return json.loads(_raw.contextInfo(self.handle))

    @property
    def opt_level(self) -> int:
        """The highest level of the passes that Sequential runs."""
        return self._info()["optLevel"]

    @property
    def required_pass(self) -> Array:
        """Passes that Sequential runs at any level."""
        return Array(self._info()["requiredPass"])

    @property
    def disabled_pass(self) -> Array:
        """Passes that Sequential skips."""
        return Array(self._info()["disabledPass"])

    @property
    def config(self) -> dict[str, Any]:
        """Settings by TVM's names."""
        return {**self._info()["config"], **self._of_loops}

    @property
    def instruments(self) -> Array:
        """The instruments, in order."""
        return Array(self._instruments)

    def __enter__(self) -> "PassContext":
        claim(self._instruments)
        with self._forgetting():
            _raw.enterContext(self.handle)
        return _entered.add(self)

    def __exit__(self, kind, value, trace):
        _entered.remove(self)
        disclaim(self._instruments)
        with self._forgetting():
            _raw.exitContext(self.handle)

    def count(self, counter: str, n: float = 1) -> None:
        """For passes: adds `n` to a counter of the running pass in PassStatistics."""
        _raw.countInContext(self.handle, must_be("PassContext.count", "counter", counter, str), n)

    def remark(
        self, type: Literal["passed", "missed", "analysis"], name: str, text: str, expr: RelayExpr | None = None
    ) -> None:  # pylint: disable=redefined-builtin
        """For passes: reports to the instrument Remarks what the running pass did ("passed"), missed, or found ("analysis").

        Parameters
        ----------
        name : the kind of remark, as a word: "NotFused"
        text : one sentence, lower case, without a full stop
        expr : the subject of the remark, in the program that the pass was given
        """
        for parameter, value in (("type", type), ("name", name), ("text", text)):
            must_be("PassContext.remark", parameter, value, str)
        _raw.remark(type, name, 0 if expr is None else must_be("PassContext.remark", "expr", expr, RelayExpr).handle, text)

    def override_instruments(self, instruments: Sequence[Instrument] | None):
        """Exits the current instruments, then sets the new ones and enters them."""
        before, given = self._instruments, list(instruments or ())
        handles = _raw.handles(given)
        claim(given)
        disclaim(before)
        self._instruments = before + given
        with self._forgetting():
            _raw.overrideInstruments(self.handle, handles)
        self._instruments = given

    @contextlib.contextmanager
    def _forgetting(self):
        """Removes the context's instruments if entering or leaving fails."""
        try:
            yield
        except BaseException:
            disclaim(self._instruments)
            self._instruments = []
            raise

    @staticmethod
    def current() -> "PassContext":
        """The innermost entered context, or the default one."""
        entered = _entered.innermost()
        if entered is not None:
            return entered
        outer = HOST.outer_context()
        return PassContext._of_others(outer) if outer else _default()

    @classmethod
    def _of_others(cls, handle):
        """A context that another language made. Its instruments are unknown here."""
        made = cls._of(handle)
        made._instruments = []
        return made

    @staticmethod
    def list_configs():
        """The keys of `config`, with TVM's names of their types."""
        names = {"string": "runtime.String"}
        keys = {row["name"]: names.get(row["type"], "IntImm") for row in json.loads(_raw.configKeys())}
        keys.update({f"tir.{name}": kind for name, kind in _OF_LOOPS.items()})
        return {name: {"type": kind} for name, kind in keys.items()}


@functools.lru_cache(maxsize=None)
def _default():
    # The engine's default context has the handle 0, which is never released.
    return PassContext._of_others(0)


class Pass(Object):
    """A function from module to module. The hooks of the current context's instruments are called around it."""

    @property
    def info(self) -> PassInfo:
        """The pass's name, level and the passes that it requires."""
        return PassInfo._from_json(_raw.passInfo(self.handle))

    def __call__(self, mod: IRModule) -> IRModule:
        if not isinstance(mod, IRModule):
            raise ArgumentError(f"the pass {self.info.name} takes an IRModule, not {described(mod)}")
        return IRModule._of(_raw.runPass(self.handle, mod.handle))

    def __repr__(self):
        return f"Run {self._sort} pass: {self.info.name} at the optimization level {self.info.opt_level}"

    _sort = "Module"


call_it(Pass, "a pass", "passes")


class ModulePass(Pass):
    """A pass over whole modules."""


class FunctionPass(Pass):
    """A pass over each function of a module."""

    _sort = "Function"


class Sequential(Pass):
    """Runs passes in order: those that the context enables, and before each one the passes that it requires."""

    _sort = "Sequential"

    def __init__(
        self,
        passes: "Sequence[Pass] | None" = None,
        opt_level: int = 0,
        name: str = "sequential",
        required: Sequence[str] | None = None,
    ):
        passes = passes or []
        if not isinstance(passes, (list, tuple, Array)):
            raise TypeError("passes must be a list of Pass objects.")
        if required is not None and not isinstance(required, (list, tuple)):
            raise TypeError("Required is expected to be the type of list/tuple.")
        info = {"opt_level": opt_level, "name": name, "required": list(required or ())}
        self._take(_raw.makeSequential(_raw.handles(passes), _raw.dumps(info)))


def make_pass(name: str, options: Mapping | None = None, kind: type = ModulePass) -> Pass:
    """Makes a pass of the engine's table by name. Options that are None have their defaults."""
    given = {key: value for key, value in (options or {}).items() if value is not None}
    return kind._of(_raw.makePass(name, _raw.dumps(given)))


def _foreign(over_modules, info, transform):
    """The handle of a pass that calls `transform`."""

    def run(function, module, _):
        mod = IRModule._of(module)
        context = PassContext.current()
        if over_modules:
            result = transform(mod, context)
            expected = IRModule
        else:
            result = transform(expr_from(function), mod, context)
            expected = RelayExpr
        if not isinstance(result, expected):
            what = "a module" if over_modules else "a function"
            given = "None" if result is None else type(result).__name__
            hint = ". Does it end with a return?" if result is None else ""
            raise TypeError(f"the pass {info.name} returned {given}, not {what}{hint}")
        return _raw.clone(result.handle)

    settings = {"name": info.name, "opt_level": info.opt_level, "required": info.required}
    return _raw.makeForeignPass(HOST.add(run), over_modules, _raw.dumps(settings))


def _wrap_class(worker, method, info, base, over_modules):
    """Makes a class of passes from a class whose objects do the work."""

    class Wrapped(base):
        """A pass that an object of the decorated class performs."""

        def __init__(self, *args, **kwargs):
            self.handle = 0
            self._inst = worker(*args, **kwargs)
            self._take(_foreign(over_modules, info, getattr(self._inst, method)))

        def __getattr__(self, name):
            if name.startswith("__") or name in ("_inst", "handle"):
                raise AttributeError(name)
            return getattr(self._inst, name)

    functools.update_wrapper(Wrapped.__init__, worker.__init__)
    Wrapped.__name__ = Wrapped.__qualname__ = worker.__name__
    Wrapped.__doc__ = worker.__doc__
    Wrapped.__module__ = worker.__module__
    return Wrapped


def decorate(given, opt_level, name, required, *, sort, method, base, over_modules):
    """The implementation of `module_pass` and `function_pass`."""
    if opt_level is None:
        raise ValueError(f"Please provide opt_level for the {sort} pass.")
    if required is not None and not isinstance(required, (list, tuple)):
        raise TypeError("Required is expected to be the type of list/tuple.")

    def create(what):
        info = PassInfo(opt_level, name or what.__name__, required)
        if inspect.isclass(what):
            return _wrap_class(what, method, info, base, over_modules)
        if not callable(what):
            raise TypeError(f"pass_func must be a callable for {sort.capitalize()} pass")
        return base._of(_foreign(over_modules, info, what))

    return create(given) if given else create


def module_pass(pass_func=None, opt_level=None, name=None, required=None):
    """Makes a pass over modules from a function of module and context, or from a class with `transform_module`."""
    return decorate(
        pass_func,
        opt_level,
        name,
        required,
        sort="module",
        method="transform_module",
        base=ModulePass,
        over_modules=True,
    )


def PrintIR(header: str = "", show_meta_data: bool = False) -> ModulePass:
    """A pass that prints the program and returns it unchanged."""
    sink = HOST.add(lambda file, text: print(text, file=sys.stderr, end=""))
    return ModulePass._of(_raw.makePrintIR(header, show_meta_data, sink))
