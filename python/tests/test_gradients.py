"""Compares gradients of operators with finite differences."""

import numpy as np
import pytest

import tvm
from tvm import relay
from tvm.relay.testing import check_grad

RANDOM = np.random.RandomState(3)


def between(low, high, *shape):
    return RANDOM.uniform(low, high, shape)


def verify(make, *values, test=None):
    params = [relay.var(f"x{i}", shape=v.shape, dtype=str(v.dtype)) for i, v in enumerate(values)]
    inputs = [np.array(value) for value in values]
    tested = [inputs[i] for i in (range(len(inputs)) if test is None else test)]
    check_grad(relay.Function(params, make(*params)), inputs=inputs, test_inputs=tested)


@pytest.mark.parametrize("name", ["acos", "asin", "atanh", "asinh", "erf", "atan"])
def test_functions_of_one_number(name):
    verify(getattr(relay, name), between(-0.8, 0.8, 2, 3))


@pytest.mark.parametrize("name", ["acosh", "log2", "log10"])
def test_functions_of_one_great_number(name):
    verify(getattr(relay, name), between(1.5, 3, 2, 3))


def test_clip_has_no_gradient_outside():
    verify(lambda x: relay.clip(x, -0.5, 0.5), np.array([-0.9, -0.2, 0.1, 0.8]))


@pytest.mark.parametrize("options", [{}, {"axis": [0]}, {"axis": [0], "keepdims": True}, {"axis": [0], "exclude": True}])
@pytest.mark.parametrize("name", ["max", "min", "variance"])
def test_reductions(name, options):
    verify(lambda x: getattr(relay, name)(x, **options), between(-1, 1, 3, 4, 2))


def test_an_unbiased_variance():
    verify(lambda x: relay.variance(x, [0], unbiased=True), between(-1, 1, 3, 4))


@pytest.mark.parametrize("turns", [(False, False), (True, False), (True, True), (False, True)])
def test_products(turns):
    shapes = [(3, 2), (4, 3)]
    a, b = (between(-1, 1, *(shape[::-1] if not turn else shape)) for shape, turn in zip(shapes, turns))
    verify(lambda x, y: relay.nn.matmul(x, y, None, "", *turns), a, b)


def test_cross_entropies():
    verify(relay.nn.cross_entropy, between(0.2, 1, 2, 5), between(0, 1, 2, 5))
    verify(relay.nn.cross_entropy_with_logits, between(0.2, 1, 2, 5), between(0, 1, 2, 5))


@pytest.mark.parametrize("options", [{"ceil_mode": True}, {"padding": (1, 1)}])
def test_pooling(options):
    data = between(-1, 1, 1, 2, 5, 5)
    verify(lambda x: relay.nn.max_pool2d(x, (2, 2), (2, 2), **options), data)
    verify(lambda x: relay.nn.avg_pool2d(x, (2, 2), (2, 2), count_include_pad=True, **options), data)
    verify(relay.nn.global_avg_pool2d, data)


@pytest.mark.parametrize("axis", [None, 0, 1, -1])
@pytest.mark.parametrize("indices", [np.array(1), np.array([1, 0, 1]), np.array([[0, 1], [1, 1]])])
def test_taking(axis, indices):
    places = relay.const(indices, "int32")
    verify(lambda x: relay.take(x, places, axis=axis), between(-1, 1, 2, 3, 4))


def test_gathering_and_slices():
    places = relay.const(np.array([[0, 1, 1], [2, 0, 0]]), "int64")
    verify(lambda x: relay.gather_nd(x, places), between(-1, 1, 2, 3, 4))
    data = between(-1, 1, 5, 4, 3)
    verify(lambda x: relay.strided_slice(x, [4, 1], [0, 3], [-2, 1]), data)
    verify(lambda x: relay.strided_slice(x, [1, 0], [2, -1], slice_mode="size"), data)
    verify(lambda x: relay.strided_slice(x, [1], [3], axes=[2]), data)


def test_shapes():
    a, b = between(-1, 1, 2, 3), between(-1, 1, 2, 3)
    verify(lambda x, y: relay.stack([x, y], 1), a, b)
    verify(lambda x: relay.expand_dims(x, 1, 2), a)
    verify(lambda x: relay.collapse_sum_to(x, (3,)), a)


def test_numbers_in_steps_and_chosen_numbers():
    verify(
        lambda start, stop, step: relay.arange(start, stop, step, "float64"),
        np.array(2.5),
        np.array(9.5),
        np.array(1.8),
    )
    indices = relay.const(np.array([0, 2]), "int32")
    verify(
        lambda on, off: relay.one_hot(indices, on, off, 4, -1, "float64"), np.array(1.5), np.array(0.5)
    )


def test_what_has_no_gradient_says_so():
    x = relay.var("x", shape=(3,))
    with pytest.raises(tvm.TVMError, match="'argsort' has no gradient"):
        relay.transform.gradient(relay.Function([x], relay.argsort(x)))
