"""Compares the references of topi.testing with the engine's kernels, and with explicit sums."""

import numpy as np
import pytest

import tvm
from tvm import relay
from tvm.topi import testing as ref


def run(expr, *arrays):
    function = relay.Function(relay.analysis.free_vars(expr), expr)
    return relay.create_executor("graph").evaluate(function)(*arrays).numpy()


def random(*shape):
    return np.random.RandomState(sum(shape)).uniform(-1, 1, shape).astype("float32")


@pytest.mark.parametrize("groups, stride, padding", [(1, 1, 0), (2, 2, (1, 0, 2, 1)), (4, 1, "SAME")])
def test_a_convolution_is_a_sum_over_windows(groups, stride, padding):
    data, weight = random(2, 4, 7, 6), random(8, 4 // groups, 3, 2)
    pads = tvm.topi.nn.utils.get_pad_tuple(padding, (3, 2))
    x, w = relay.var("x", shape=data.shape), relay.var("w", shape=weight.shape)
    conv = relay.nn.conv2d(x, w, strides=stride, padding=pads, groups=groups, kernel_size=(3, 2), channels=8)
    expected = ref.conv2d_nchw_python(data, weight, stride, padding, groups)
    np.testing.assert_allclose(run(conv, data, weight), expected, rtol=1e-4, atol=1e-5)
    nhwc = ref.conv2d_nhwc_python(data.transpose(0, 2, 3, 1), weight.transpose(2, 3, 1, 0), stride, padding, groups)
    np.testing.assert_allclose(nhwc.transpose(0, 3, 1, 2), expected, rtol=1e-5, atol=1e-6)


def test_a_transposed_convolution_is_the_gradient_of_a_convolution():
    data, weight = random(1, 3, 5, 4), random(3, 2, 3, 3)
    made = ref.conv2d_transpose_nchw_python(data, weight, 2, 1, 1)
    # <conv(y), x> = <y, transpose(x)> for every y.
    y = random(*made.shape)
    forward = ref.conv2d_nchw_python(y, weight, 2, 1)
    assert np.vdot(forward, data) == pytest.approx(np.vdot(y, made), rel=1e-4)


@pytest.mark.parametrize("kind", ["max", "avg"])
@pytest.mark.parametrize("ceil_mode", [False, True])
def test_pooling_is_what_the_engine_computes(kind, ceil_mode):
    data = random(1, 2, 9, 8)
    x = relay.var("x", shape=data.shape)
    options = {"count_include_pad": False} if kind == "avg" else {}
    pool = getattr(relay.nn, f"{kind}_pool2d")(
        x, (3, 2), (2, 3), padding=(1, 1), ceil_mode=ceil_mode, **options
    )
    expected = ref.poolnd_python(
        data, [3, 2], [2, 3], [1, 1], [1, 1], [1, 1], kind, False, ceil_mode
    )
    np.testing.assert_allclose(run(pool, data), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("method", ["nearest_neighbor", "linear", "cubic"])
@pytest.mark.parametrize("mode", ["half_pixel", "align_corners", "asymmetric"])
def test_resizing_is_what_the_engine_computes(method, mode):
    data = random(1, 2, 4, 5)
    x = relay.var("x", shape=data.shape)
    rounding = "round" if mode == "align_corners" else "floor"
    resized = relay.image.resize2d(x, (8, 15), None, "NCHW", method, mode, rounding_method=rounding)
    expected = ref.resize2d_python(data, (2, 3), "NCHW", method, mode)
    np.testing.assert_allclose(run(resized, data), expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("method", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("align_corners", [True, False])
def test_sampling_a_grid_is_what_the_engine_computes(method, padding, align_corners):
    data, grid = random(2, 3, 5, 6), 1.5 * random(2, 2, 4, 3)
    x, g = relay.var("x", shape=data.shape), relay.var("g", shape=grid.shape)
    call = relay.image.grid_sample(x, g, method, "NCHW", padding, align_corners)
    expected = ref.grid_sample_python(data, grid, method, "NCHW", padding, align_corners)
    np.testing.assert_allclose(run(call, data, grid), expected, rtol=1e-4, atol=1e-4)


def test_slices_and_blocks():
    data = random(4, 6, 8)
    assert (ref.strided_slice_python(data, [1], [3], [2]) == data[1:3:2]).all()
    assert (ref.strided_slice_python(data, [1, 2], [2, -1], None, "size") == data[1:3, 2:]).all()
    assert (ref.strided_slice_python(data, [5], [1], [-2], axes=[1]) == data[:, 5:1:-2]).all()
    image = random(1, 8, 4, 4)
    assert (ref.space_to_depth_python(ref.depth_to_space_python(image, 2), 2) == image).all()
    spread = ref.space_to_batch_nd_python(image, [2, 2], [0, 0], [0, 0])
    assert (ref.batch_to_space_nd_python(spread, [2, 2], [0, 0], [0, 0]) == image).all()


def test_matrices_with_other_diagonals():
    zeros = np.zeros((3, 4))
    made = ref.matrix_set_diag(zeros, np.array([[1, 2, 3], [4, 5, 0]]), (-1, 0), "LEFT_LEFT")
    assert made.tolist() == [[1, 0, 0, 0], [4, 2, 0, 0], [0, 5, 3, 0]]
