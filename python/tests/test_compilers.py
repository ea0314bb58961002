"""External compilers: pattern tables and partitioning."""

import pytest

import tvm
from tvm import relay
from tvm.relay import transform
from tvm.relay.op.contrib import get_pattern_table, register_pattern_table


def _functions(mod):
    """The names of the patterns in a module's functions for compilers."""
    found = []
    for var, function in mod.functions.items():
        if var.name_hint != "main":
            relay.analysis.post_order_visit(
                function, lambda node: found.append(getattr(node, "attrs", None) and node.attrs.get("Composite"))
                if isinstance(node, relay.Function) else None
            )
    return sorted(str(name) for name in found if name)


def test_tables_are_known_by_the_compiler_s_name():
    for name in ("arm_compute_lib", "bnns", "cublas", "cudnn", "cutlass", "dnnl"):
        rows = get_pattern_table(name)
        assert rows and all(row[0].startswith(f"{name}.") for row in rows)
    assert get_pattern_table("no compiler") is None
    register_pattern_table("own", lambda: [("own.relu", relay.dataflow_pattern.is_op("nn.relu")(None))])
    assert get_pattern_table("own")[0][0] == "own.relu"


def _convolution(bias_shape=(8, 1, 1), dtype="float32"):
    x, w = relay.var("x", shape=(1, 4, 6, 6), dtype=dtype), relay.var("w", shape=(8, 4, 3, 3), dtype=dtype)
    b = relay.var("b", shape=bias_shape, dtype=dtype)
    call = relay.nn.relu(relay.add(relay.nn.conv2d(x, w, kernel_size=(3, 3), channels=8), b))
    return tvm.IRModule.from_expr(relay.Function([x, w, b], call))


def _with_dnnl(mod):
    passes = [
        transform.InferType(),
        transform.MergeComposite(get_pattern_table("dnnl")),
        transform.AnnotateTarget("dnnl"),
        transform.PartitionGraph(),
    ]
    return tvm.transform.Sequential(passes)(mod)


def test_the_largest_pattern_is_taken():
    assert _functions(_with_dnnl(_convolution())) == ["dnnl.conv2d_bias_relu"]
    # The summand is not a bias.
    assert "dnnl.conv2d_bias_relu" not in _functions(_with_dnnl(_convolution((1, 8, 4, 4))))


def test_calls_that_a_compiler_does_not_take_stay():
    x = relay.var("x", shape=(4,), dtype="int64")
    mod = _with_dnnl(tvm.IRModule.from_expr(relay.Function([x], relay.add(x, x))))
    assert len(mod.functions) == 1
    x = relay.var("x", shape=(1, 3, 7, 7))
    for ceil_mode, count in ((False, 2), (True, 1)):
        call = relay.nn.max_pool2d(x, pool_size=(2, 2), strides=(2, 2), ceil_mode=ceil_mode)
        assert len(_with_dnnl(tvm.IRModule.from_expr(relay.Function([x], call))).functions) == count


def test_convolutions_of_a_network_are_functions_of_a_compiler():
    mod, params = relay.testing.mobilenet.get_workload()
    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    simpler = [transform.SimplifyInference(), transform.FoldConstant(), transform.FoldScaleAxis()]
    with tvm.transform.PassContext(opt_level=3):
        mod = _with_dnnl(tvm.transform.Sequential([transform.InferType(), *simpler])(mod))
    assert _functions(mod).count("dnnl.conv2d_bias_relu") == 27


def test_partitioning_for_compilers():
    from tvm.relay.op.contrib import arm_compute_lib, bnns, cublas, cudnn, cutlass

    x, w, b = relay.var("x", shape=(8, 16)), relay.var("w", shape=(4, 16)), relay.var("b", shape=(4,))
    dense = relay.nn.relu(relay.nn.bias_add(relay.nn.dense(x, w), b))
    mod = tvm.IRModule.from_expr(relay.Function([x, w, b], dense))
    assert _functions(cutlass.partition_for_cutlass(mod)) == ["cutlass.dense_bias_relu"]
    assert _functions(cublas.partition_for_cublas(mod)) == ["cublas.dense"]
    assert not _functions(arm_compute_lib.partition_for_arm_compute_lib(mod))
    values = {"w": tvm.nd.array([[1.0] * 16] * 4), "b": tvm.nd.array([1.0] * 4)}
    values = {name: tvm.nd.array(value.numpy().astype("float32")) for name, value in values.items()}
    found = _functions(arm_compute_lib.partition_for_arm_compute_lib(mod, values))
    assert found == ["arm_compute_lib.dense"]
    softmax = tvm.IRModule.from_expr(relay.Function([x], relay.nn.log_softmax(x)))
    assert _functions(cudnn.partition_for_cudnn(softmax)) == ["cudnn.log_softmax"]
    image, kernel = relay.var("x", shape=(1, 4, 6, 6)), relay.const(tvm.nd.empty((8, 4, 3, 3)))
    call = relay.nn.relu(relay.nn.conv2d(image, kernel, kernel_size=(3, 3), channels=8))
    made = bnns.partition_for_bnns(tvm.IRModule.from_expr(relay.Function([image], call)))
    assert _functions(made) == ["bnns.conv2d_relu"]
    assert not arm_compute_lib.is_arm_compute_runtime_enabled()


def test_activations_that_a_compiler_has_not():
    from tvm.relay.op.contrib import cutlass, dnnl

    with pytest.raises(ValueError, match="softsign"):
        dnnl.make_conv_pattern("nn.conv2d", with_eltwise="softsign")
    with pytest.raises(ValueError, match="softsign"):
        cutlass.make_conv2d_pattern(with_act="softsign")
