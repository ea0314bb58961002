"""Helpers of TVM's tests: features of the machine, and comparisons."""

import inspect
import sys

from ..runtime.ndarray import cpu, device
from .numeric import assert_prim_expr_equal, check_bool_expr_is_true, check_numerical_grads

_OURS = ("llvm", "c")


def enabled_targets():
    """The targets that programs can run on, with their devices."""
    return [("llvm", cpu(0))]


def device_enabled(target):
    """Whether programs can run on a target."""
    return str(target).split(" ")[0] in _OURS


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7):
    """Like numpy's, after a check of the shapes."""
    import numpy as np

    actual, desired = np.asanyarray(actual), np.asanyarray(desired)
    np.testing.assert_allclose(actual.shape, desired.shape)
    np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=True)


DEFAULT_TEST_TARGETS = ["llvm"]


def identity_after(x, sleep):
    """Returns the value after `sleep` seconds."""
    import time

    if sleep:
        time.sleep(sleep)
    return x


def terminate_self():
    """Ends the process."""
    sys.exit(-1)


def install_request_hook(depth):
    """Does nothing, because Passcope makes no network requests."""


def fetch_model_from_url(url, model_format, sha256):
    """Raises NotImplementedError, because Passcope does not fetch files from a network."""
    raise NotImplementedError(f"{url} cannot be downloaded: Passcope makes no connections")


class Feature:
    """A feature of the machine that a test needs. It marks tests, which are skipped without the feature.

    Parameters
    ----------
    name : the name for other features
    long_name : the description
    compile_time_check, run_time_check : functions that return whether the feature is there, or the reason why not
    parent_features : names of features that it needs, too
    """

    _all = {}

    def __init__(
        self,
        name,
        long_name=None,
        cmake_flag=None,
        target_kind_enabled=None,
        compile_time_check=None,
        target_kind_hardware=None,
        run_time_check=None,
        parent_features=None,
    ):
        parents = [parent_features] if isinstance(parent_features, str) else list(parent_features or ())
        self.name, self.long_name, self._parents = name, long_name or name, parents
        self._kinds = [kind for kind in (target_kind_enabled, target_kind_hardware) if kind]
        self._checks = [check for check in (compile_time_check, run_time_check) if check]
        Feature._all[name] = self

    def _lacking(self):
        for kind in self._kinds:
            if not device_enabled(kind):
                return f"there is no {kind} here"
        for check in self._checks:
            answer = check()
            if answer is not True:
                return answer if isinstance(answer, str) else f"there is no {self.long_name} here"
        reasons = (Feature._all[parent]._lacking() for parent in self._parents if parent in Feature._all)
        return next(filter(None, reasons), None)

    def marks(self, support_required="compile-and-run"):
        """The marks for a test that needs the feature."""
        reason = self._lacking()
        return [_pytest().mark.skipif(bool(reason), reason=reason or "")]

    def __call__(self, func=None, *, support_required="compile-and-run"):
        def decorate(function):
            for mark in self.marks(support_required):
                function = mark(function)
            return function

        return decorate if func is None else decorate(func)

    @classmethod
    def require(cls, name, support_required="compile-and-run"):
        """A decorator for tests that need a feature by its name."""
        return lambda function: cls._all[name](function, support_required=support_required)


# --- marks of tests ---


def _pytest():
    import pytest

    return pytest


def uses_gpu(*args):
    """Marks a test that runs on all enabled targets. The CPU is the only device."""
    return args[0] if args else lambda function: function


def _requires(what):
    def requires(*args):
        mark = _pytest().mark.skip(reason=f"there is no {what} here")
        return mark(args[0]) if args else mark

    requires.__doc__ = f"Skips a test, which needs {what}."
    return requires


requires_gpu = _requires("graphics processor")
requires_cuda = requires_cudnn = requires_cublas = _requires("CUDA")
requires_cascadelake = requires_arm_dot = _requires("code generation")
requires_llvm = requires_x86 = uses_gpu


def requires_package(*packages):
    """Skips a test if a Python package is missing."""
    import importlib.util

    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return _pytest().mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


def skip_if_wheel_test(function):
    """Does nothing, because there are no wheels to test."""
    return function


def parametrize_targets(*args):
    """Runs a test once for each enabled target of the given ones."""
    if len(args) == 1 and callable(args[0]):
        return parametrize_targets("llvm")(args[0])
    targets = [target for target in args if device_enabled(target)]

    def decorate(function):
        setattr(function, "passcope_targets", targets)
        return function

    return decorate


def exclude_targets(*args):
    """Skips a test on these targets."""
    targets = [target for target, _ in enabled_targets() if target not in args]

    def decorate(function):
        setattr(function, "passcope_targets", targets)
        return function

    return decorate


known_failing_targets = exclude_targets


# --- parameters of tests ---


def parameter(*values, ids=None, by_dict=None):
    """A parameter that tests take by name. They run once with each of its values."""
    if by_dict is not None:
        values, ids = list(by_dict.values()), list(by_dict)

    @_pytest().fixture(params=values, ids=ids)
    def as_fixture(*_owner, request):  # In a class, the first argument is an object of it.
        return request.param

    return as_fixture


_GROUPS = 0


def parameters(*value_sets, ids=None):
    """Several parameters whose values form sets."""
    global _GROUPS  # pylint: disable=global-statement
    _GROUPS += 1
    made = []
    for column in zip(*value_sets):

        def as_fixture(*_owner, request):
            return request.param

        # The plugin reads it from the function, because a class may have made a method of the function.
        as_fixture.passcope_group = (_GROUPS, list(column), ids)
        made.append(_pytest().fixture(as_fixture))
    return made


def fixture(func=None, *, cache_return_value=False):
    """A fixture of pytest. With `cache_return_value` it is made once for each set of parameters."""
    if func is None:
        return lambda function: fixture(function, cache_return_value=cache_return_value)
    if not cache_return_value:
        return _pytest().fixture(func)
    import copy
    import functools

    cache = {}

    @functools.wraps(func)
    def cached(*args, **kwargs):
        key = repr((args, sorted(kwargs.items())))
        if key not in cache:
            cache[key] = func(*args, **kwargs)
        return copy.deepcopy(cache[key])

    return _pytest().fixture(cached)


def _marked(kind, ids, reason):
    def decorate(function):
        # The plugin reads them when a test begins.
        marks = getattr(function, "passcope_marks", ())
        function.passcope_marks = (*marks, (kind, frozenset(ids), reason))
        return function

    return decorate


def xfail_parameterizations(*xfail_params, reason):
    """Marks sets of parameters, by their identifiers, for which a test is known to fail."""
    return _marked("xfail", xfail_params, reason)


def skip_parameterizations(*skip_params, reason):
    """Skips sets of parameters, by their identifiers."""
    return _marked("skip", skip_params, reason)


def slow(function):
    """Marks a slow test, which runs anyway."""
    return function


def skip_if_32bit(reason):
    """Skips a test on 32-bit machines."""
    return _pytest().mark.skipif(sys.maxsize < 2**32, reason=reason)


def is_ampere_or_newer():
    """Whether the graphics processor is of this generation; always False."""
    return False


IS_IN_CI = SKIP_SLOW_TESTS = False


def __getattr__(name):
    if name.startswith("requires_"):
        return _requires(name[len("requires_") :])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def main():
    """Runs the tests of the calling file."""
    file = inspect.getsourcefile(sys._getframe(1))
    sys.exit(_pytest().main([file, *sys.argv[1:]]))
