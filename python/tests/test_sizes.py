"""Expressions of sizes, and integers of the type int64."""

import numpy as np
import pytest

import tvm
from tvm import relay, te, tir


def infer(expr):
    """The type of an expression."""
    return relay.testing.run_infer_type(expr).checked_type


def test_sizes_are_computed_with_negative_numbers():
    n, w = te.size_var("n"), te.size_var("w")
    x = relay.var("x", shape=(n, 4, w))
    padded = relay.nn.pad(x, ((-1, -1), (0, -2), (1, -3)))
    assert infer(padded) == relay.TensorType((n + (-2), 2, w + (-2)), "float32")
    with pytest.raises(tvm.TVMError, match="-2 is not a size of a tensor"):
        relay.TensorType((-2,))


def test_what_is_enlarged_has_rounded_sizes():
    n, h = te.size_var("n"), te.size_var("h")
    x = relay.var("x", shape=(n, 3, h, 8))
    size = tir.Cast("int32", te.round(h * tir.const(1.5, "float64")))
    found = infer(relay.nn.upsampling(x, 1.5, 2))
    assert found == relay.TensorType((n, 3, size, 16), "float32")
    assert found.shape[2] == size and isinstance(found.shape[2], tir.Cast)


def test_numbers_compare():
    n = te.var("n")
    assert bool(tir.LT(1, 2)) and not tir.GE(1, 2)
    assert isinstance(n < 3, tir.LT) and isinstance(n % 2, tir.FloorMod)
    with pytest.raises(ValueError):
        bool(n < 3)
    with pytest.raises(RuntimeError, match="ambiguous"):
        n / 2
    assert te.max(2, 3) == 3 and isinstance(te.min(n, 3), tir.Min)


def test_integers_of_numpy_keep_their_type():
    x = relay.var("x", shape=(1, 1))
    wide = relay.broadcast_to(x, relay.const(np.array([2, 3]), dtype="int64"))
    assert "shape=[2i64, 3i64]" in wide.astext()
    assert infer(relay.argmax(wide, axis=[1])).dtype == "int64"
    narrow = relay.broadcast_to(x, relay.const([2, 3]))
    assert "shape=[2, 3]" in narrow.astext()
    assert infer(relay.argmax(narrow, axis=[1])).dtype == "int32"
    assert "3i64" in str(relay.TensorType((np.int64(3),)))
    assert "i64" not in str(relay.reshape(x, np.array([1, 1, 1])))


@pytest.mark.parametrize("dtype, tolerance", [("float16", 0), ("float32", 1e-6)])
def test_lrn_rounds_each_step(dtype, tolerance):
    data = np.random.RandomState(0).uniform(-1, 1, (1, 5, 4, 4)).astype(dtype)
    x = relay.var("x", shape=data.shape, dtype=dtype)
    run = relay.create_executor().evaluate(relay.Function([x], relay.nn.lrn(x, 3, 1, 0.5, 1e-5, 0.75)))
    squares, sums = data * data, np.zeros_like(data)
    for i in range(5):
        for j in range(max(i - 1, 0), min(i + 2, 5)):
            sums[:, i] += squares[:, j]
    number = np.dtype(dtype).type
    power = np.power(number(0.5) + number(1e-5) * sums / number(3), number(0.75))
    np.testing.assert_allclose(run(data).numpy(), data / power, rtol=tolerance)


def test_sizes_among_attributes_may_be_symbols():
    n, c, h, w = (te.size_var(name) for name in "nchw")
    high, wide = te.var("high"), te.var("wide")
    x = relay.var("x", relay.TensorType((n, c, h, w), "int8"))
    resized = relay.image.resize2d(x, (high, wide))
    assert infer(resized) == relay.TensorType((n, c, high, wide), "int8")
    assert "size=[meta[tir.Var][0], meta[tir.Var][1]]" in resized.astext(show_meta_data=False)
    with pytest.raises(tvm.TVMError, match="'size'"):
        relay.image.resize2d(x, "wide")


def test_arange_knows_how_many_numbers_there_are():
    def length(*bounds, dtype="int32"):
        return infer(relay.arange(*(relay.const(bound, dtype) for bound in bounds), dtype=dtype)).shape

    assert list(length(10)) == [10] and list(length(1, 20, 3)) == [7]
    assert list(length(1.0, 2.0, 0.25, dtype="float32")) == [4]
    stop = relay.var("stop", shape=(), dtype="int32")
    assert isinstance(infer(relay.arange(stop, dtype="int32")).shape[0], tir.Any)


def test_tile_forgets_sizes_that_are_not_known():
    n = te.size_var("n")
    x = relay.var("x", relay.TensorType((n, 3, 4), "float32"))
    first, second, third = infer(relay.tile(x, (2, 1))).shape
    assert isinstance(first, tir.Any) and (second, third) == (6, 4)
