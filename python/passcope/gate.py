"""`passcope check` for Python: compares programs and pipelines with a recorded baseline.

    from passcope.gate import check
    report = check("model.onnx", pipelines={"deploy": "InferType; bind; FoldConstant"})
    assert report.ok, report.text

In tests, the fixture `passcope_baseline` of pytest does the same.
"""

import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import _raw
from ._given import guard_module
from .ir import IRModule

# The pipeline of modules without another one: they are measured as they are.
AS_IT_IS = {"as it is": ""}


class CheckError(ValueError):
    """The check could not be made. The message says why."""


@dataclass(frozen=True)
class Finding:
    """A difference from the baseline. docs/ci.md lists the kinds."""

    kind: str
    severity: str
    message: str
    program: str = ""
    pipeline: str = ""
    pass_name: str = ""
    figure: str = ""
    before: float | None = None
    after: float | None = None
    unit: str = ""
    better: bool | None = None

    def __str__(self):
        return f"{self.severity}: {self.message}"


@dataclass(frozen=True)
class CheckReport:
    """The result of a check. `document` is what `passcope check --json` prints."""

    outcome: str
    text: str
    findings: tuple[Finding, ...]
    document: dict = field(repr=False)

    @property
    def ok(self) -> bool:
        """True if nothing differs that must not."""
        return self.outcome != "failed"

    @property
    def measured(self) -> dict:
        """What was measured, in the form of a baseline."""
        return self.document["measured"]

    def to_dicts(self) -> list[dict]:
        """The findings as dictionaries, for a data frame."""
        return [dict(item) for item in self.document["findings"]]

    def __str__(self):
        return self.text


def check(
    programs: str | os.PathLike | Sequence[str | os.PathLike] | IRModule = (),
    pipelines: dict[str, str] | None = None,
    *,
    name: str | None = None,
    baseline: str | os.PathLike = "passcope.baseline.json",
    update: bool = False,
    times: bool = True,
    time_limit: float | None = None,
    allow_better: bool = False,
    strict: bool = False,
    junit: str | os.PathLike | None = None,
    markdown: str | os.PathLike | None = None,
    page: str | None = None,
    arguments: tuple[str, ...] = (),
) -> CheckReport:
    """Measures programs and compares them with the baseline.

    Parameters
    ----------
    programs : path, list of paths, or IRModule
        Files (Relay text, .onnx, .pt, reproducers), or a module with the `name` of its entry. Without programs, all entries
        of the baseline are checked.
    pipelines : dict
        Pipelines by name, in the notation of `passcope run --passes`. Without them, the baseline's. A module without
        pipelines is measured as it is.
    time_limit : float
        How much slower passes may be, in percent; 50 by default.
    arguments : tuple of str
        More words of the command line, such as "--model=mlp".

    Raises CheckError if the check cannot be made. Differences do not raise: they are in the report.
    """
    if isinstance(programs, IRModule):
        if not name:
            raise CheckError("check needs the name of the module's entry: check(mod, name=\"mlp\")")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "module.relay"
            file.write_text(programs.astext(show_meta_data=True), encoding="utf-8")
            return check(file, AS_IT_IS if pipelines is None else pipelines, **{**_rest(locals()), "name": name})
    words = [f"--baseline={os.fspath(baseline)}"]
    flags = {"update": update, "no-times": not times, "allow-better": allow_better, "strict": strict}
    words += [f"--{flag}" for flag, given in flags.items() if given]
    values = {"name": name, "time-limit": time_limit, "junit": junit, "markdown": markdown, "page": page}
    words += [f"--{flag}={_text(value)}" for flag, value in values.items() if value is not None]
    words += [f"--pipeline={label}={passes}" for label, passes in (pipelines or {}).items()]
    files = [programs] if isinstance(programs, (str, os.PathLike)) else list(programs)
    return _report([*words, *arguments, "--", *map(os.fspath, files)])


def _rest(given):
    names = ("baseline", "update", "times", "time_limit", "allow_better", "strict", "junit", "markdown", "page", "arguments")
    return {name: given[name] for name in names}


def _text(value):
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _report(words):
    run = getattr(_raw, "run_check", None)
    if run is None:
        raise CheckError("check is not available in the page: use Passcope natively")
    try:
        document = _raw.loads(run(words))
    except ValueError as error:
        raise CheckError(str(error)) from None
    findings = tuple(
        Finding(**{"pass_name" if key == "pass" else key: value for key, value in item.items()})
        for item in document["findings"]
    )
    return CheckReport(document["outcome"], document["text"], findings, document)


guard_module(__name__)
