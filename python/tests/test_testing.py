"""Helpers of tests: parameters, features, and comparisons."""

import numpy as np
import pytest

import tvm
import tvm.testing
from tvm import relay, te
from tvm.relay.prelude import Prelude
from tvm.relay.testing import create_workload, init, run_as_python, to_python

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


def test_initializers_fill_parameters_by_their_names():
    data = relay.var("data", shape=(1, 3, 8, 8))
    shapes = {"a_weight": (4, 3, 3, 3), "a_gamma": (4,), "a_beta": (4,), "a_moving_mean": (4,), "a_moving_var": (4,)}
    weight, *rest = (relay.var(name, shape=shape) for name, shape in shapes.items())
    net = relay.nn.batch_norm(relay.nn.conv2d(data, weight), *rest)[0]
    net = relay.Function(relay.analysis.free_vars(net), net)
    mod, params = create_workload(net)
    assert set(params) == set(shapes) and len(mod["main"].params) == len(shapes) + 1
    # As in TVM, numpy's generator makes the weights.
    np.random.seed(0)
    width = (3.0 / ((3 * 9 + 4 * 9) / 2)) ** 0.5
    expected = np.random.uniform(-width, width, size=shapes["a_weight"])
    np.testing.assert_allclose(params["a_weight"].numpy(), expected, rtol=1e-6)
    for name, value in [("gamma", 1), ("beta", 0), ("moving_mean", 0), ("moving_var", 1)]:
        assert (params[f"a_{name}"].numpy() == value).all()
    _, params = create_workload(net, init.Constant())
    np.testing.assert_allclose(params["a_weight"].numpy(), 1 / 108, rtol=1e-6)
    _, params = create_workload(net, init.Xavier(factor_type="in", magnitude=2))
    assert np.abs(params["a_weight"].numpy()).max() <= (2 / 27) ** 0.5
    _, again = create_workload(net, init.Xavier(factor_type="in", magnitude=2), seed=1)
    assert not np.array_equal(params["a_weight"].numpy(), again["a_weight"].numpy())


def test_initializers_say_what_they_cannot_do():
    with pytest.raises(ValueError, match="name"):
        init.Xavier()("something", np.zeros((2, 2)))
    with pytest.raises(ValueError, match="vector"):
        init.Xavier()("a_weight", np.zeros(2))
    with pytest.raises(ValueError, match="factor_type"):
        init.Xavier(factor_type="none")
    with pytest.raises(NotImplementedError):
        init.Initializer()("a_weight", np.zeros((2, 2)))
    depthwise, whole = np.zeros((8, 1, 3, 3)), np.zeros((8, 1, 3, 3))
    init.Xavier()("depthwise_weight", depthwise)
    init.Xavier()("a_weight", whole)
    # A depthwise convolution sums over one window.
    assert np.abs(whole).max() <= (3 / 40.5) ** 0.5 < np.abs(depthwise).max() <= (3 / 9) ** 0.5


def test_scripts_compute_expressions():
    def run(expr, mod=None):
        names = {}
        exec(compile(to_python(expr, mod), "script", "exec"), names)  # pylint: disable=exec-used
        return names["_py_out"]

    mod = tvm.IRModule()
    Prelude(mod)
    _, cons, nil = mod.get_type("List")
    numbers = cons(relay.const(1), cons(relay.const(2), nil()))
    assert run(mod.get_global_var("length")(numbers), mod).numpy() == 2
    assert run(numbers, mod).constructor.name_hint == "Cons" and "_py_main" not in mod.astext()
    ones = relay.const(np.ones((2, 3), "float32"))
    for expr in (relay.add(ones, ones), relay.RefCreate(relay.const(3)).value):
        np.testing.assert_array_equal(run(expr).numpy(), run_as_python(expr).numpy())
