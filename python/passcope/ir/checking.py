"""Looking for mistakes of passes: `transform.bisect` and `transform.reduce`. TVM does not have them."""

import contextlib
import dataclasses
from collections.abc import Callable, Sequence

from .. import _raw
from .._given import described, must_be
from .._host import HOST
from . import records
from .module import IRModule
from .transform import Pass, PassContext

_BisectRecord, _ReduceRecord = records.record("BisectResult"), records.record("ReduceResult")
_Progress = records.record("ReduceProgress")


@dataclasses.dataclass(frozen=True)
class BisectResult(_BisectRecord):
    """The failing pass.

    `before` and `after` are the programs before and after the failing execution. `after` is None if that raised an error.
    `program` is Python code that runs the passes up to the failing execution. It expects your `mod` and `passes`.
    """

    before: IRModule | None = None
    after: IRModule | None = None
    program: str | None = None

    def __str__(self):
        return self.sentence.text


@dataclasses.dataclass(frozen=True)
class ReduceResult(_ReduceRecord):
    """The smallest program `mod`, and those of the given `passes` that are needed."""

    mod: IRModule | None = None
    passes: list[Pass] = dataclasses.field(default_factory=list)

    def __str__(self):
        return self.sentence.text


@contextlib.contextmanager
def _lent(function):
    """The number of a function for the engine, during a call; 0 for None."""
    if function is None:
        yield 0
        return
    number = HOST.add(function)
    try:
        yield number
    finally:
        HOST.release_object(number)


def _predicate(name, test):
    def run(_, module, __):
        mod = IRModule._of(module)
        answer = test(mod)
        if isinstance(answer, bool):
            return _raw.clone(mod.handle) if answer else 0
        raise TypeError(f"the test of {name} must return True or False, not {described(answer)}")

    return run


def _check(name, call, mod, passes, test, options, on_progress):
    """The part that `bisect` and `reduce` share: checks the arguments and calls the engine."""
    must_be(name, "mod", mod, IRModule)
    for each in must_be(name, "passes", passes, list, tuple):
        must_be(name, "passes", each, Pass)
    given = {key: value for key, value in options.items() if value is not None}
    predicate = None
    if callable(test):
        predicate = _predicate(name, test)
    else:
        given["test"] = must_be(name, "test", test, str)
    progress = None if on_progress is None else lambda _, text: on_progress(_raw.loads(text))
    with _lent(predicate) as test_number, _lent(progress) as progress_number:
        answer = call(mod.handle, _raw.handles(passes), _raw.dumps(given), test_number, progress_number)
    return _raw.loads(answer)


def _program(limit):
    """Code that repeats an execution, under a context like the current one."""
    context = PassContext.current()
    given = {
        "opt_level": context.opt_level,
        "required_pass": list(context.required_pass),
        "disabled_pass": list(context.disabled_pass),
        "config": context.config,
    }
    settings = "".join(f"{key}={value!r}, " for key, value in given.items() if value or key == "opt_level")
    return (
        f"with passcope.transform.PassContext({settings}instruments=[passcope.instrument.OptBisect(limit={limit})]):\n"
        "    for each in passes:\n"
        "        mod = each(mod)\n"
    )


def bisect(
    mod: IRModule,
    passes: Sequence[Pass],
    test: str | Callable[[IRModule], bool] = "values",
    *,
    linear: bool = False,
    function: str = "main",
    seed: int = 0,
    rtol: float | None = None,
    atol: float | None = None,
    dynamic_size: int = 1,
    constant: float | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> BisectResult:
    """Finds the failing pass: the execution of a pass after which a test fails.

    Passes inside of other passes count as executions of their own, and function passes count once for each function.
    `bisect` calls the passes in order about log2(executions) + 4 times, with the settings of the current context and
    without its instruments. The program must run the same way each time.

    Parameters
    ----------
    test : the fault to look for in the program after the passes:
        "values": the program computes something else than before; "well-formed": it is ill-formed or ill-typed;
        "throws": a pass raises the error that it raises now; "text=…" or "no-text=…": its text contains this, or does not;
        "op=…" or "no-op=…": it calls this operator, or does not; or a function that returns True for a bad program
    linear : tests one execution after the other, in place of a binary search
    function, seed, rtol, atol, dynamic_size, constant : how programs are run for "values", as in VerifyValues
    on_progress : called before each run of the passes with its number, from 1, and its limit (-1 means no limit)
    """
    options = {"linear": linear, "function": function, "seed": seed, "rtol": rtol, "atol": atol}
    options.update(dynamic_size=dynamic_size, constant=constant)
    tell = None if on_progress is None else lambda told: on_progress(told["run"], told["limit"])
    found = _check("bisect", _raw.bisectPasses, mod, passes, test, options, tell)
    modules = {name: IRModule._of(found[name]) for name in ("before", "after") if name in found}
    result = found["result"]
    return BisectResult._read(result, **modules, program=_program(result["limit"]) if result["outcome"] == "found" else None)


def reduce(
    mod: IRModule,
    passes: Sequence[Pass],
    test: str | Callable[[IRModule], bool] = "values",
    *,
    max_seconds: float = 60,
    max_candidates: int = 0,
    function: str = "main",
    seed: int = 0,
    rtol: float | None = None,
    atol: float | None = None,
    dynamic_size: int = 1,
    constant: float | None = None,
    on_progress: Callable[..., None] | None = None,
) -> ReduceResult:
    """Makes a program smaller while a test still fails after the passes.

    It removes passes, functions, outputs and calls, shrinks shapes, and sets attributes to their defaults. `test` and the
    options about running are those of `bisect`.

    Parameters
    ----------
    max_seconds, max_candidates : limits for the time and for the number of programs to try; 0 means no limit
    on_progress : called with a ReduceProgress before each program that is tried
    """
    options = {"max_seconds": max_seconds, "max_candidates": max_candidates, "function": function, "seed": seed}
    options.update(rtol=rtol, atol=atol, dynamic_size=dynamic_size, constant=constant)
    tell = None if on_progress is None else lambda told: on_progress(_Progress._read(told))
    found = _check("reduce", _raw.reduceProgram, mod, passes, test, options, tell)
    result = found["result"]
    kept = [each for each, is_kept in zip(passes, result["kept"]) if is_kept]
    return ReduceResult._read(result, mod=IRModule._of(found["module"]), passes=kept)
