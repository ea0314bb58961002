"""Comparing pipelines, contexts and options: `compare` and `sweep`. TVM does not have them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import _raw
from .._given import call_it, described, must_be
from .._html import table
from ..error import ArgumentError
from ..runtime.object import Object
from ..runtime.params import handles_of
from . import records
from .module import IRModule
from .transform import Pass, PassContext, Sequential, make_pass

_Figures, _Progress = records.record("VariantFigures"), records.record("CompareProgress")


class Comparison(Object):
    """The figures and results of several variants. All are compared with the first one.

    After a sweep, `option` and `values` are those of the sweep.
    """

    variants: "passcope.ir.records.Records[passcope.ir.records.VariantFigures]"
    option: str | None
    values: list[Any]

    def __init__(self, handle: int, option: str | None = None, values: Sequence[Any] = ()):
        self._take(handle)
        self.option, self.values = option, list(values)
        figures = _raw.loads(_raw.comparisonFigures(handle))
        self.variants = records.Records(map(_Figures._read, figures))

    def _index(self, where, variant):
        if isinstance(variant, int):
            return variant
        names = [each.name for each in self.variants]
        if must_be(where, "variant", variant, str) not in names:
            raise ValueError(f"{where}: unknown variant '{variant}'; the variants are {', '.join(names)}")
        return names.index(variant)

    def result(self, variant: str | int) -> IRModule | None:
        """The program that a variant's pipeline made; None if the pipeline failed."""
        handle = _raw.comparisonResult(self.handle, self._index("Comparison.result", variant))
        return IRModule._of(handle) if handle else None

    def diff(self, variant: str | int, reference: str | int = 0) -> str:
        """The difference between the results of a variant and of another one, by default the first, as `diff -u` writes it.

        It aligns lines that are about the same expression, and omits lines that differ only in the numbers of variables.
        It is empty if one of the two failed.
        """
        where = "Comparison.diff"
        return _raw.comparisonDiff(self.handle, self._index(where, reference), self._index(where, variant))

    def origins(self, variant: str | int) -> records.record("VariantOrigins"):
        """The origin of each line of a variant's result, as `astext(False)` prints it, in the variant's first program."""
        answer = _raw.comparisonOrigins(self.handle, self._index("Comparison.origins", variant))
        return records.record("VariantOrigins")._read(_raw.loads(answer))

    def table(self, all: bool = False) -> str:  # pylint: disable=redefined-builtin
        """A table with a column for each variant. With `all`, it also has the rows in which the variants agree."""
        return _raw.comparisonText(self.handle, bool(all))

    def to_dicts(self) -> list[dict[str, Any]]:
        """The figures of each variant, ready for a data frame."""
        return self.variants.to_dicts()

    def __str__(self):
        return self.table()

    def __repr__(self):
        return f"<Comparison of {', '.join(each.name for each in self.variants)}>"

    def _repr_html_(self):
        def row(each):
            remarks, size, run = each.remarks, each.size, each.run
            return {
                "variant": each.name,
                "failure": each.failure and each.failure.text,
                "passes, ms": each.duration and each.duration / 1000,
                "calls of operators": sum(each.ops.values()),
                "missed remarks": remarks and remarks.missed,
                "lines": size and size.lines,
                "result, ms": run and run.median * 1000,
                "values": each.values and each.values.outcome,
            }

        return table(list(map(row, self.variants)), "Comparison")


def _program_of(where, given):
    """The module and the parameters of a program that the user gave."""
    if isinstance(given, IRModule):
        return given, {}
    is_pair = isinstance(given, tuple) and len(given) == 2
    if is_pair and isinstance(given[0], IRModule) and isinstance(given[1], Mapping):
        return given
    expected = "an IRModule, or one with its parameters (mod, params),"
    raise ArgumentError(f"{where} takes {expected} as 'program', not {described(given)}")


def _pass_of(step):
    if step.get("sequential") is not None:
        return Sequential([_pass_of(each) for each in step["sequential"]])
    if "code" in step:
        raise ValueError(f"the pipeline uses the pass code.{step['code']}, which runs only in the page")
    return make_pass(step["name"], step.get("options") or {})


class _Variant:
    """The objects of a variant in the engine's form. They live until the engine has the variant."""

    def __init__(self, where, name, pipeline, context, program):
        self._where, self._kept = where, []
        mod, params = _program_of(where, program)
        text, arrays = handles_of(params)
        self._kept += [mod, arrays]
        self.data = {
            "name": name,
            "module": mod.handle,
            "params": _raw.loads(text),
            "stages": self._stages(pipeline, self._settings(context)),
        }

    def _keep(self, item):
        self._kept.append(item)
        return item.handle

    def _settings(self, context):
        if context is None:
            return {}
        if not isinstance(context, PassContext):
            context = PassContext(**must_be(self._where, "context", context, dict))
        return {"context": self._keep(context)}

    def _stages(self, pipeline, settings):
        if isinstance(pipeline, str):
            return self._read(pipeline, settings)
        parts = pipeline if isinstance(pipeline, (list, tuple)) else [pipeline]
        stages, passes = [], None
        for part in parts:
            if isinstance(part, Pass):
                if passes is None:
                    passes = []
                    stages.append({"passes": passes, **settings})
                passes.append(self._keep(part))
                continue
            passes = None
            stages.append(self._stage(part, settings))
        return stages

    def _read(self, text, settings):
        # Raises the engine's error with the place of a mistake.
        reading = _raw.loads(_raw.readPipeline(text, False))
        if "mistake" in reading:
            _raw.release(_raw.makePipeline(text))
            mistake = reading["mistake"]
            raise ValueError(f"the pipeline '{text}' has a mistake at {mistake['at']}: expected {mistake['expected']}")
        return [
            {"bind": True}
            if stage["kind"] == "bind"
            else {"passes": [self._keep(_pass_of(step)) for step in stage["passes"]], **settings}
            for stage in reading["stages"]
        ]

    def _stage(self, part, settings):
        if isinstance(part, dict):
            if part.get("bind") is True:
                return {"bind": True}
            if isinstance(part.get("text"), str):
                return {"text": part["text"]}
            if "passes" in part:
                own = self._settings(part["context"]) if "context" in part else settings
                passes = [must_be(self._where, "passes", each, Pass) for each in part["passes"]]
                return {"passes": list(map(self._keep, passes)), **own}
        expected = "a pipeline is a string, or consists of passes and stages"
        raise ArgumentError(f"{self._where}: {expected}, not of {described(part)}")


def _letter(index):
    return chr(65 + index) if index < 26 else f"variant {index + 1}"


def _compared(where, variants, program, settings, on_progress, option=None, values=()):
    made = []
    for i, variant in enumerate(variants):
        full = variant if isinstance(variant, dict) and "pipeline" in variant else {"pipeline": variant}
        unknown = set(full) - {"name", "pipeline", "context", "program"}
        if unknown:
            raise ValueError(f"{where}: a variant has no '{min(unknown)}'; it has name, pipeline, context and program")
        own = full.get("program")
        own = program if own is None else own
        made.append(_Variant(where, full.get("name", _letter(i)), full["pipeline"], full.get("context"), own))
    given = {name: value for name, value in settings.items() if value is not None}
    handle = _raw.makeComparison(_raw.dumps([each.data for each in made]), _raw.dumps(given))
    try:
        more = True
        while more:
            if on_progress is not None:
                on_progress(_Progress._read(_raw.loads(_raw.comparisonProgress(handle))))
            more = _raw.advanceComparison(handle)
    except BaseException:
        _raw.release(handle)
        raise
    return Comparison(handle, option, values)


Program = IRModule | tuple[IRModule, Mapping[str, Any]]
Pipeline = str | Pass | Sequence[Pass | dict]


def compare(
    variants: Sequence[Pipeline | dict],
    program: Program | None = None,
    *,
    repeat: int = 5,
    run: bool = False,
    seed: int = 0,
    rtol: float | None = None,
    atol: float | None = None,
    dynamic_size: int = 1,
    on_progress: Callable[..., None] | None = None,
) -> Comparison:
    """Runs several pipelines, or one in several contexts or on several programs, and compares what they do.

    For each variant, the result has the times of the passes, the operators that are left, the number of remarks, the size of
    the result, and the cost of running it. With `run`, it also has how long that takes and whether all results agree. A
    pipeline that fails is not an error: its variant has a `failure`, and the comparison includes the others.

    Parameters
    ----------
    variants : pipelines, or dictionaries with a "pipeline" and optionally a "name", a "context" and a "program". A pipeline
        is a text such as "InferType; bind; Sequential{FoldConstant}", a pass, or a list of passes and stages. A stage is
        {"passes": […], "context": …}, {"bind": True}, which makes parameters constants, or {"text": …}, an edited program.
        A context is a PassContext, or a dictionary of its arguments.
    program : the program of all variants that have none of their own: a module, or (module, parameters by name)
    repeat : how many times pipelines and results are run to measure their times
    run : whether to run the results and compare the values that they compute
    on_progress : called with a CompareProgress before each step of the work

    Raises TVMError for unknown names of passes, wrong options and similar mistakes.
    """
    settings = {"repeat": repeat, "run": run, "seed": seed, "rtol": rtol, "atol": atol, "dynamic_size": dynamic_size}
    return _compared("compare", must_be("compare", "variants", variants, list, tuple), program, settings, on_progress)


def sweep(
    program: Program | Callable[[Any], Program],
    pipeline: Pipeline | Callable[[Any], Pipeline],
    option: str,
    values: Sequence[Any],
    *,
    context: dict | None = None,
    on_progress: Callable[..., None] | None = None,
    **settings: Any,
) -> Comparison:
    """Compares the results of one pipeline on one program, with an option at each of several values.

    Parameters
    ----------
    program, pipeline : as in `compare`, or functions of the value
    option : an option of passes in a pipeline that is given as text ("FuseOps.fuse_opt_level"), an option of contexts
        ("opt_level", "config.relay.FuseOps.max_depth"), or any name if `program` or `pipeline` is a function
    settings : repeat, run, seed, rtol, atol and dynamic_size of `compare`
    """
    values = list(must_be("sweep", "values", values, list, tuple, range))
    must_be("sweep", "option", option, str)
    makes_program = callable(program)
    makes_pipeline = callable(pipeline) and not isinstance(pipeline, Pass)
    of_context = option in ("opt_level", "required_pass", "disabled_pass")
    of_config = option.removeprefix("config.") if option.startswith("config.") else None
    texts = None
    if not (of_context or of_config or makes_program or makes_pipeline):
        must_be("sweep", "pipeline", pipeline, str)
        texts = _raw.loads(_raw.sweepPipeline(pipeline, option, _raw.dumps(values)))
    variants = []
    for i, value in enumerate(values):
        own = dict(context or {})
        if of_context:
            own[option] = value
        elif of_config:
            own["config"] = {**own.get("config", {}), of_config: value}
        variants.append(
            {
                "name": f"{option.rpartition('.')[2]}={value}",
                "program": program(value) if makes_program else program,
                "pipeline": pipeline(value) if makes_pipeline else texts[i] if texts else pipeline,
                "context": own or None,
            }
        )
    return _compared("sweep", variants, None, settings, on_progress, option, values)


call_it(Comparison, "a Comparison", "Comparisons")
