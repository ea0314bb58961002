"""The replacements of Legalize within a target's `with`."""

import numpy as np
import pytest

import tvm
from tvm import relay, topi
from tvm.relay import transform
from tvm.relay.testing import run_opt_pass
from tvm.relay.testing.temp_op_attr import TempOpAttr

ARM = "llvm -device=arm_cpu -mtriple=aarch64-linux-gnu"


def _dense(data, weight):
    x, w = relay.var("x", shape=(2, 8), dtype=data), relay.var("w", shape=(4, 8), dtype=weight)
    zeros, scales = [relay.const(number, "int32") for number in (1, 2)], [relay.const(1.0)] * 2
    call = relay.qnn.op.dense(x, w, *zeros, *scales, units=4)
    return transform.InferType()(tvm.IRModule.from_expr(relay.Function([x, w], call)))


def _legalized(mod, target):
    with tvm.target.Target(target):
        return relay.qnn.transform.Legalize()(mod)


@pytest.mark.parametrize(
    "target, data, weight, becomes",
    [
        ("llvm -mcpu=skylake-avx512", "uint8", "int8", None),
        ("llvm -mcpu=skylake-avx512", "int8", "uint8", ["uint8", "int8"]),
        ("llvm", "uint8", "int8", "nn.dense"),
        (ARM, "uint8", "int8", "nn.dense"),
        (ARM + " -mattr=+v8.2a,+dotprod", "uint8", "int8", ["int8", "int8"]),
        (ARM + " -mattr=+v8.4a", "int8", "int8", None),
        ("cuda", "uint8", "uint8", ["int8", "int8"]),
        ("vulkan", "uint8", "uint8", None),
        ("vulkan", "int8", "uint8", ["uint8", "uint8"]),
    ],
)
def test_quantised_products_for_processors(target, data, weight, becomes):
    mod = _dense(data, weight)
    made = _legalized(mod, target)
    call = made["main"].body
    if becomes is None:
        assert tvm.ir.structural_equal(made, mod)
    elif isinstance(becomes, str):
        assert call.op.name == becomes and call.args[0].checked_type.dtype == "int16"
    else:
        assert call.op.name == "qnn.dense" and [arg.checked_type.dtype for arg in call.args[:2]] == becomes
    x, w = np.arange(16).reshape(2, 8).astype(data), np.arange(32).reshape(4, 8).astype(weight)
    values = [relay.create_executor(mod=each).evaluate()(x, w).numpy() for each in (mod, made)]
    np.testing.assert_array_equal(*values)


def test_without_a_target_nothing_changes():
    mod = _dense("uint8", "int8")
    assert tvm.ir.structural_equal(relay.qnn.transform.Legalize()(mod), mod)
    with pytest.raises(ValueError):
        relay.qnn.op.legalizations.is_fast_int8_on_intel()


def test_zero_points_for_channels_are_taken_from_the_weight():
    x, w = relay.var("x", shape=(1, 5, 5, 3), dtype="uint8"), relay.var("w", shape=(3, 3, 3, 2), dtype="int8")
    zeros = relay.const(np.array([1, 2], "int32"))
    call = relay.qnn.op.conv2d(
        x,
        w,
        relay.const(1, "int32"),
        zeros,
        relay.const(1.0),
        relay.const(np.ones(2, "float32")),
        kernel_size=(3, 3),
        channels=2,
        data_layout="NHWC",
        kernel_layout="HWIO",
    )
    made = _legalized(transform.InferType()(tvm.IRModule.from_expr(relay.Function([x, w], call))), "llvm")
    bias = made["main"].body.args[1]
    assert bias.op.name == "nn.bias_add" and bias.attrs.axis == 3


def _for_cuda(name):
    def rule(attrs, inputs, types):
        with tvm.target.Target("cuda"):
            return getattr(topi.nn, f"{name}_legalize")(attrs, inputs, types)

    return TempOpAttr(f"nn.{name}", "FTVMLegalize", rule)


@pytest.mark.parametrize(
    "sizes, dtype, padded",
    [
        ((8, 16, 30), "float16", (8, 16, 32)),
        ((16, 16, 16), "float16", None),
        ((1, 16, 32), "float16", None),
        ((3, 10, 30), "int8", (4, 12, 32)),
        ((4, 4, 4), "int8", None),
        ((8, 16, 30), "float32", None),
    ],
)
def test_matrix_products_are_padded_for_tensor_cores(sizes, dtype, padded):
    m, k, n = sizes
    x, w = relay.var("x", shape=(m, k), dtype=dtype), relay.var("w", shape=(n, k), dtype=dtype)
    with _for_cuda("dense"):
        made = run_opt_pass(relay.Function([x, w], relay.nn.dense(x, w)), transform.Legalize()).body
    if padded is None:
        assert made.op.name == "nn.dense"
        return
    product = made.args[0] if made.op.name == "strided_slice" else made
    assert made.checked_type.concrete_shape == (m, n)
    assert product.args[0].checked_type.concrete_shape == (padded[0], padded[1])
    assert product.args[1].checked_type.concrete_shape == (padded[2], padded[1])


def test_batches_of_products_and_convolutions_are_padded_for_tensor_cores():
    x, y = relay.var("x", shape=(2, 8, 16), dtype="float16"), relay.var("y", shape=(2, 30, 16), dtype="float16")
    with _for_cuda("batch_matmul"):
        made = run_opt_pass(relay.Function([x, y], relay.nn.batch_matmul(x, y)), transform.Legalize()).body
    assert made.args[0].checked_type.concrete_shape == (2, 8, 32) and made.checked_type.concrete_shape == (2, 8, 30)
    for batch, channels, outputs, becomes in ((7, 16, 32, (8, 16, 32)), (8, 3, 32, None), (8, 16, 31, (8, 16, 32))):
        x = relay.var("x", shape=(batch, 4, 4, channels), dtype="float16")
        w = relay.var("w", shape=(3, 3, channels, outputs), dtype="float16")
        layouts = {"data_layout": "NHWC", "kernel_layout": "HWIO", "out_dtype": "float16"}
        call = relay.nn.conv2d(x, w, channels=outputs, kernel_size=(3, 3), padding=1, **layouts)
        with _for_cuda("conv2d"):
            made = run_opt_pass(relay.Function([x, w], call), transform.Legalize()).body
        if becomes is None:
            assert made.op.name == "nn.conv2d"
            continue
        inner = made.args[0]
        shapes = inner.args[0].checked_type.concrete_shape, inner.args[1].checked_type.concrete_shape
        assert (shapes[0][0], shapes[0][3], shapes[1][3]) == becomes
        assert made.checked_type.concrete_shape == (batch, 4, 4, outputs)
