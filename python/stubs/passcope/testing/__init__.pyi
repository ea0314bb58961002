# Made by python/tools/describe.py.
"""Helpers of TVM's tests: what they ask of a machine, and what they compare."""

from typing import Any

from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import device as device
from . import scipy_stand_in as scipy_stand_in
from . import plugin as plugin

def enabled_targets() -> Any:
    """The targets that programs can run on, with their devices."""

def device_enabled(target: Any) -> Any:
    """Whether programs can run on a target."""

def assert_allclose(actual: Any, desired: Any, rtol: Any = 1e-07, atol: Any = 1e-07) -> Any:
    """As numpy's, after a check of the shapes."""

def uses_gpu(*args: Any) -> Any:
    """A test that runs on all enabled targets; there is no other device than the processor."""

def requires_gpu(*args: Any) -> Any:
    """Skips a test, which needs graphics processor."""

def requires_cuda(*args: Any) -> Any:
    """Skips a test, which needs CUDA."""

def requires_cudnn(*args: Any) -> Any:
    """Skips a test, which needs CUDA."""

def requires_cublas(*args: Any) -> Any:
    """Skips a test, which needs CUDA."""

def requires_cascadelake(*args: Any) -> Any:
    """Skips a test, which needs code generation."""

def requires_arm_dot(*args: Any) -> Any:
    """Skips a test, which needs code generation."""

def requires_llvm(*args: Any) -> Any:
    """A test that runs on all enabled targets; there is no other device than the processor."""

def requires_x86(*args: Any) -> Any:
    """A test that runs on all enabled targets; there is no other device than the processor."""

def requires_package(*packages: Any) -> Any:
    """Skips a test where a package of Python is missing."""

def skip_if_wheel_test(function: Any) -> Any:
    """There are no wheels to be tested."""

def parametrize_targets(*args: Any) -> Any:
    """Runs a test once for each of these targets that is there."""

def exclude_targets(*args: Any) -> Any:
    """Does not run a test on these targets."""

def known_failing_targets(*args: Any) -> Any:
    """Does not run a test on these targets."""

def parameter(*values: Any, ids: Any = None, by_dict: Any = None) -> Any:
    """A parameter that tests take by name, with each of its values in turn."""

def parameters(*value_sets: Any, ids: Any = None) -> Any:
    """Several parameters of which each set of values goes together."""

def fixture(func: Any = None, *, cache_return_value: bool = False) -> Any:
    """A fixture of pytest; with `cache_return_value` it is made once for each set of parameters."""

def xfail_parameterizations(*xfail_params: Any, reason: Any) -> Any:
    """Marks sets of parameters, by their identifiers, with which a test is known to fail."""

def skip_parameterizations(*skip_params: Any, reason: Any) -> Any:
    """Leaves sets of parameters out, by their identifiers."""

def slow(function: Any) -> Any:
    """A test that takes long; it runs all the same."""

def skip_if_32bit(reason: Any) -> Any:
    """A test that needs pointers of 64 bits."""

def is_ampere_or_newer() -> Any:
    """Whether the graphics processor is of that sort: there is none."""

IS_IN_CI: bool

SKIP_SLOW_TESTS: bool

def main() -> Any:
    """Runs the tests of the file that calls this."""
