"""The plugin of pytest for tests in TVM's style: `pytest_plugins = ["passcope.testing.plugin"]`.

A test can take `target` and `dev`, and parameters whose values form sets (`parameters`).
"""

import pytest

from ..runtime.ndarray import device
from . import device_enabled
from .scipy_stand_in import install as _install_scipy_stand_in

_install_scipy_stand_in()


def _says_targets(test):
    """Whether a test has its own values for the parameter `target`. Targets that programs cannot run on are skipped."""
    found = False
    for mark in test.iter_markers("parametrize"):
        names, values = (*mark.args, mark.kwargs.get("argnames"), mark.kwargs.get("argvalues"))[:2]
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        if "target" not in names:
            continue
        found = True
        for i, value in enumerate(values if isinstance(values, list) else ()):
            given = value.values if hasattr(value, "marks") else (value,) if len(names) == 1 else value
            target = str(given[names.index("target")])
            if not device_enabled(target):
                reason = pytest.mark.skip(reason=f"there is no {target} here")
                values[i] = pytest.param(*given, marks=[*getattr(value, "marks", ()), reason])
    return found


def pytest_generate_tests(metafunc):
    """Sets the targets and parameters of tests."""
    if "target" in metafunc.fixturenames and not _says_targets(metafunc.definition):
        targets = getattr(metafunc.function, "passcope_targets", None)
        if targets is None:
            targets = ["llvm"]
        metafunc.parametrize("target", targets)
    groups = {}
    for name in metafunc.fixturenames:
        definitions = metafunc._arg2fixturedefs.get(name)
        found = definitions and getattr(definitions[-1].func, "passcope_group", None)
        module_level = getattr(metafunc.module, name, None) if found is None else None
        found = found or getattr(module_level, "passcope_group", None)
        if found:
            number, values, ids = found
            groups.setdefault(number, []).append((name, values, ids))
    for group in groups.values():
        names = [name for name, _, _ in group]
        sets = list(zip(*(values for _, values, _ in group)))
        metafunc.parametrize(names, sets, ids=group[0][2], indirect=True)


def pytest_runtest_setup(item):
    """Skips the sets of parameters that `skip_parameterizations` and `xfail_parameterizations` list."""
    call = getattr(item, "callspec", None)
    for kind, ids, reason in getattr(getattr(item, "function", None), "passcope_marks", ()):
        if call is not None and call.id in ids:
            (pytest.xfail if kind == "xfail" else pytest.skip)(reason)


@pytest.fixture
def dev(target):
    """The device of a target."""
    return device(target)
