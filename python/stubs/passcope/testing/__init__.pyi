# Made by python/tools/describe.py.
"""Helpers of TVM's tests: what they ask of a machine, and what they compare."""

from typing import Any

from passcope.runtime.ndarray import cpu as cpu
from passcope.runtime.ndarray import device as device
from . import numeric as numeric
from passcope.testing.numeric import assert_prim_expr_equal as assert_prim_expr_equal
from passcope.testing.numeric import check_bool_expr_is_true as check_bool_expr_is_true
from passcope.testing.numeric import check_numerical_grads as check_numerical_grads
from . import scipy_stand_in as scipy_stand_in
from . import plugin as plugin

def enabled_targets() -> Any:
    """The targets that programs can run on, with their devices."""

def device_enabled(target: Any) -> Any:
    """Whether programs can run on a target."""

def assert_allclose(actual: Any, desired: Any, rtol: Any = 1e-07, atol: Any = 1e-07) -> Any:
    """As numpy's, after a check of the shapes."""

DEFAULT_TEST_TARGETS: Any

def identity_after(x: Any, sleep: Any) -> Any:
    """The value, after so many seconds."""

def terminate_self() -> Any:
    """Ends the process."""

def install_request_hook(depth: Any) -> Any:
    """Nothing is asked of a network here, so that there is nothing to install."""

def fetch_model_from_url(url: Any, model_format: Any, sha256: Any) -> Any:
    """Files are not fetched from a network: NotImplementedError."""

class Feature:
    """Something that a test asks of a machine: a mark of tests, which are left out where it is not there.

    Parameters
    ----------
    name : by which other features name it
    long_name : what is said of it
    compile_time_check, run_time_check : functions that say whether it is there, or why not
    parent_features : names of what it needs, too
    """
    def __init__(self, name: Any, long_name: Any = None, cmake_flag: Any = None, target_kind_enabled: Any = None, compile_time_check: Any = None, target_kind_hardware: Any = None, run_time_check: Any = None, parent_features: Any = None) -> None: ...
    def marks(self, support_required: Any = 'compile-and-run') -> Any:
        """The marks of a test that needs it."""
    def __call__(self, func: Any = None, *, support_required: Any = 'compile-and-run') -> Any: ...
    @classmethod
    def require(cls, name: Any, support_required: Any = 'compile-and-run') -> Any:
        """A decorator for tests that need a feature by its name."""

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
