"""The plugin of pytest that compares programs with a recorded baseline.

    def test_pipeline(passcope_baseline):
        passcope_baseline("model.onnx", pipelines={"deploy": "InferType; bind; FoldConstant"})

`pytest --passcope-update` records the baseline. Its file is `passcope.baseline.json` in the root folder of the tests, or the
value of the option `passcope_baseline` in pytest's configuration.
"""

from pathlib import Path

import pytest

from .gate import check
from .ir import IRModule


def pytest_addoption(parser):
    """Adds the options."""
    group = parser.getgroup("passcope")
    group.addoption("--passcope-update", action="store_true", help="record Passcope's baseline instead of comparing with it")
    parser.addini("passcope_baseline", "the file of Passcope's baseline", default="passcope.baseline.json")


class Baseline:
    """Compares programs with the baseline of a test run."""

    def __init__(self, file, update, test):
        self.file = file
        self.update = update
        self._test = test

    def __call__(self, programs=(), pipelines=None, *, name=None, **options):
        """Fails the test if a program differs from the baseline. The parameters are those of `passcope.gate.check`.

        The name of a module's entry is the name of the test by default. Returns the report.
        """
        __tracebackhide__ = True  # pylint: disable=unused-variable
        if isinstance(programs, IRModule) and name is None:
            name = self._test
        options = {"baseline": self.file, "update": self.update, **options}
        report = check(programs, pipelines, name=name, **options)
        if not report.ok:
            pytest.fail(report.text, pytrace=False)
        return report


@pytest.fixture
def passcope_baseline(request):
    """A function that fails the test if a program differs from the baseline."""
    config = request.config
    file = Path(config.rootpath) / config.getini("passcope_baseline")
    return Baseline(file, config.getoption("--passcope-update"), request.node.name)
