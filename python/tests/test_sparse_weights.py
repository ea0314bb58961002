"""Weights in sparse blocks: analyses, passes, and results of programs."""

import numpy as np
import pytest

import tvm
from passcope.topi.sparse.blocks import BlockMatrix
from tvm import relay
from tvm.relay.data_dep_optimization import bsr_conv2d, bsr_dense


def _value(function, *args, **params):
    return relay.create_executor().evaluate(function)(*args, **params).numpy()


def _weight(shape, filled):
    weight = np.zeros(shape, "float32")
    weight.reshape(-1)[:filled] = np.arange(1, filled + 1)
    return weight


def test_a_matrix_of_blocks():
    values = np.zeros((4, 6), "float32")
    values[0, 3], values[3, 0], values[2, 1] = 1, 2, 3
    blocks = BlockMatrix(values, (2, 3))
    assert blocks.indices.tolist() == [1, 0] and blocks.indptr.tolist() == [0, 1, 2]
    assert blocks.data.shape == (2, 2, 3) and blocks.nnz == 12
    np.testing.assert_array_equal(blocks.toarray(), values)
    with pytest.raises(ValueError, match="not made of blocks"):
        BlockMatrix(values, (3, 3))


def test_matrix_products_over_blocks():
    x, w, v = relay.var("x", shape=(2, 8)), relay.var("w", shape=(16, 8)), relay.var("v", shape=(4, 16))
    function = relay.Function([x, w, v], relay.nn.dense(relay.nn.relu(relay.nn.dense(x, w)), v))
    data, sparse = np.random.rand(2, 8).astype("float32"), _weight((16, 8), 20)
    full = np.random.rand(4, 16).astype("float32") + 1
    params = {"w": tvm.nd.array(sparse), "v": tvm.nd.array(full)}
    made, params = bsr_dense.convert(function, params, (4, 1), 0.5)
    assert sorted(params) == ["v", "w.data", "w.indices", "w.indptr"]
    assert [param.name_hint for param in made.params] == ["x", "v", "w.data", "w.indices", "w.indptr"]
    np.testing.assert_allclose(_value(made, data, **params), np.maximum(data @ sparse.T, 0) @ full.T, rtol=1e-5)


@pytest.mark.parametrize("layout, side", [("NHWC", 1), ("NCHW", 1), ("NHWC", 3), ("NCHW", 3)])
@pytest.mark.parametrize("blocks", [(8, 1), (4, 2)])
def test_convolutions_over_blocks(layout, side, blocks):
    last = layout == "NHWC"
    x = relay.var("x", shape=(1, 5, 6, 4) if last else (1, 4, 5, 6))
    shape = (side, side, 4, 8) if last else (8, 4, side, side)
    w = relay.var("w", shape=shape)
    options = {"data_layout": layout, "kernel_layout": "HWIO" if last else "OIHW"}
    call = relay.nn.conv2d(x, w, kernel_size=(side, side), padding=side // 2, channels=8, **options)
    function = relay.Function([x, w], call)
    weight, data = _weight(shape, 7), np.random.rand(*x.type_annotation.concrete_shape).astype("float32")
    expected = _value(function, data, weight)
    made, params = bsr_conv2d.convert(function, {"w": tvm.nd.array(weight)}, blocks, 0.2, layout, side)
    assert made.body.op.name == "nn.sparse_conv2d"
    np.testing.assert_allclose(_value(made, data, **params), expected, rtol=1e-4, atol=1e-3)
    frozen = relay.build_module.bind_params_by_name(function, {"w": tvm.nd.array(weight)})
    made, _ = bsr_conv2d.convert2(frozen, {}, blocks, 0.0, layout, side)
    assert made.body.op.name == "nn.sparse_conv2d" and isinstance(made.body.args[1], relay.Constant)
    np.testing.assert_allclose(_value(made, data), expected, rtol=1e-4, atol=1e-3)


def test_weights_with_many_values_stay():
    x, w = relay.var("x", shape=(2, 8)), relay.var("w", shape=(16, 8))
    function = relay.Function([x, w], relay.nn.dense(x, w))
    params = {"w": tvm.nd.array(np.ones((16, 8), "float32"))}
    made, after = bsr_dense.convert(function, dict(params), (4, 1), 0.2)
    assert list(after) == ["w"] and made.body.op.name == "nn.dense"
    image = relay.var("x", shape=(1, 4, 5, 6))
    kernel = relay.const(_weight((8, 4, 1, 1), 7))
    strided = relay.Function([image], relay.nn.conv2d(image, kernel, strides=2, kernel_size=(1, 1), channels=8))
    made, _ = bsr_conv2d.convert2(strided, {}, (8, 1), 0.2, "NCHW", 1)
    assert made.body.op.name == "nn.conv2d"


def test_sparse_matrices_where_scipy_is_not_installed():
    import scipy.sparse

    values = np.zeros((4, 6), "float32")
    values[1, 2], values[3, 5] = 7, 8
    rows = scipy.sparse.csr_matrix(values)
    assert rows.data.tolist() == [7, 8] and rows.indices.tolist() == [2, 5] and rows.indptr.tolist() == [0, 0, 1, 1, 2]
    np.testing.assert_array_equal(rows.toarray(), values)
    random = tvm.topi.sparse.utils.random_bsr_matrix(32, 16, 4, 2, 0.25, "float32")
    assert random.data.shape[1:] == (4, 2) and random.toarray().shape == (32, 16)


@pytest.mark.parametrize("kernel_size", [(2, 2), (1, 3), (0, 0)])
def test_kernels_that_have_no_middle(kernel_size):
    from passcope.relay.op._build import make

    names = ("data", "indices", "indptr")
    weight = dict(zip(names, BlockMatrix(_weight((8, 4), 7), (4, 1)).arrays()))
    inputs = [relay.var("x", shape=(1, 4, 5, 6)), *[relay.const(weight[name]) for name in names]]
    call = make("nn.sparse_conv2d", inputs, {"layout": "NCHW", "kernel_size": list(kernel_size)})
    with pytest.raises(tvm.TVMError, match="square with odd sides"):
        _value(relay.Function(inputs[:1], call), np.ones((1, 4, 5, 6), "float32"))
