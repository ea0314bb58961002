# Made by python/tools/describe.py.
"""What pytest needs for tests in TVM's manner: `pytest_plugins = ["passcope.testing.plugin"]`.

A test may take `target` and `dev`, and parameters that go together (`parameters`).
"""

from typing import Any

from passcope.runtime.ndarray import device as device
from passcope.testing import device_enabled as device_enabled

def pytest_generate_tests(metafunc: Any) -> Any:
    """Gives tests their targets and their parameters."""

def pytest_runtest_setup(item: Any) -> Any:
    """Leaves out what `skip_parameterizations` and `xfail_parameterizations` name."""

def dev(target: Any) -> Any:
    """The device of a target."""
