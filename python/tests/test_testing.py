"""Helpers of tests: parameters, features, and comparisons."""

import numpy as np
import pytest

import tvm
import tvm.testing
from tvm import te

_RAN = []


@pytest.mark.parametrize("target", ["llvm", "cuda", pytest.param("opencl", id="other")])
def test_targets_that_a_test_says_itself(target):
    _RAN.append(target)


@pytest.mark.parametrize("target, number", [("llvm", 1), ("vulkan -max_num_threads=8", 2)])
def test_targets_beside_other_parameters(target, number, dev):
    assert dev == tvm.cpu() and number == 1
    _RAN.append(number)


def test_others_are_left_out():
    assert _RAN in (["llvm", 1], [])


_lacking = tvm.testing.Feature("passcope-lacking", "a thing", run_time_check=lambda: "not today")
_there = tvm.testing.Feature("passcope-there", compile_time_check=lambda: True)
tvm.testing.Feature("passcope-child", parent_features=["passcope-there", "passcope-lacking"])


@_lacking
def test_what_lacks_a_feature_is_skipped():
    raise AssertionError("this is not to be run")


@tvm.testing.Feature.require("passcope-child")
def test_what_lacks_a_parent_feature_is_skipped():
    raise AssertionError("this is not to be run")


@_there()
def test_what_has_a_feature_runs():
    assert not _there.marks()[0].args[0] and _lacking.marks()[0].kwargs["reason"] == "not today"


def test_gradients_are_compared_with_differences():
    x = np.random.uniform(1, 2, (2, 3))

    def cubes(x):
        return (x**3).sum()

    tvm.testing.check_numerical_grads(cubes, [x], [3 * x**2])
    tvm.testing.check_numerical_grads(cubes, {"x": x}, {"x": 3 * x**2}, function_value=cubes(x))
    with pytest.raises(AssertionError, match="differ too much"):
        tvm.testing.check_numerical_grads(cubes, [x], [3 * x])
    with pytest.raises(AssertionError, match="unexpected shape"):
        tvm.testing.check_numerical_grads(cubes, [x], [x[0]])
    with pytest.raises(ValueError, match="infinity"):
        tvm.testing.check_numerical_grads(lambda x: np.nan, [x], [x])


def test_sizes_are_compared():
    n, m = te.var("n"), te.var("m")
    tvm.testing.assert_prim_expr_equal(n * 2 + m, m + n + n)
    with pytest.raises(ValueError):
        tvm.testing.assert_prim_expr_equal(n * 2, n * 3)
    tvm.testing.check_bool_expr_is_true(n * 2 < 10, {n: tvm.ir.Range(0, 5)})
    tvm.testing.check_bool_expr_is_true(n < 3, {n: tvm.ir.Range(0, 5)}, cond=n * 2 < 5)
    with pytest.raises(AssertionError):
        tvm.testing.check_bool_expr_is_true(n * 2 < 10, {n: tvm.ir.Range(0, 6)})
    analyzer = tvm.arith.Analyzer()
    assert analyzer.simplify(n - n + 3) == 3 and analyzer.can_prove(n + 1 > n)
    assert not analyzer.can_prove(n > m)
