"""Parts of TVM's Python package besides programs and passes: paths of modules, targets, containers, expressions of sizes."""

import importlib
import pickle

import numpy as np
import pytest

import tvm
from tvm import relay, te, tir
from tvm.runtime import ObjectPath


@pytest.mark.parametrize(
    "path",
    [
        "tvm.autotvm.task.space",
        "tvm.arith.analyzer",
        "tvm.script.parser.tir",
        "tvm.exec.rpc_server",
        "tvm.relay.frontend.keras",
        "tvm.relay.op.dyn.nn._make",
        "tvm.relay.quantize._calibrate",
        "tvm.relay.qnn.op._qnn",
        "tvm.runtime.executor.aot_executor",
        "tvm.target.generic_func",
        "tvm.utils.roofline",
    ],
)
def test_modules_of_tvm_can_be_imported(path):
    assert importlib.import_module(path)


def test_modules_that_are_asked_for_without_an_import():
    for module in (tvm.autotvm, tvm.rpc, tvm.driver, relay.op.strategy, relay.collage, relay.op.contrib.tensorrt):
        with pytest.raises(NotImplementedError):
            module.something()
    assert relay.op.contrib.dnnl.pattern_table() and relay.dataflow_pattern._ffi
    assert not hasattr(tvm, "nothing") and not hasattr(relay.op, "nothing")


def test_what_needs_other_tools_says_so():
    from tvm.relay.frontend import keras

    with pytest.raises(NotImplementedError, match="TorchScript"):
        keras.from_keras(None)
    with pytest.raises(NotImplementedError, match="from_tflite"):
        relay.frontend.from_tflite(None)
    with pytest.raises(NotImplementedError, match="tensor IR"):
        tvm.lower(None)
    for module in (te, tir, tvm.topi, tvm.topi.nn):
        with pytest.raises(NotImplementedError, match="no tensor IR"):
            module.no_such_function()
    with pytest.raises(NotImplementedError, match="machine code"):
        tvm.runtime.system_lib()


def test_importing_a_module_leaves_a_function_of_its_name():
    before = relay.quantize.quantize, relay.transform.recast
    importlib.import_module("tvm.relay.quantize.quantize")
    importlib.import_module("tvm.relay.transform.recast")
    assert (relay.quantize.quantize, relay.transform.recast) == before and callable(before[0])


def test_modules_of_global_functions():
    from tvm.ir import _ffi_api
    from tvm.relay.transform import _ffi_api as transforms

    assert _ffi_api.IRModule is tvm.IRModule and transforms.InferType is relay.transform.InferType
    tvm.register_func("ir.passcope_test_number", lambda: 7, override=True)
    assert _ffi_api.passcope_test_number() == 7
    with pytest.raises(AttributeError):
        _ffi_api.no_such_function  # pylint: disable=pointless-statement


def test_functions_by_target():
    @tvm.target.generic_func
    def number(x, plus=1):
        return x + plus

    @number.register(["cuda", "arm_cpu"])
    def _(x, plus=1):
        return x * plus

    assert number(3) == 4 and number.get_packed_func() is number.fdefault
    with tvm.target.Target("llvm -mtriple=aarch64-linux-gnu"):
        assert number(3, plus=5) == 15
    with tvm.target.Target("llvm"):
        assert number(3) == 4
    with pytest.raises(ValueError, match="already registered"):
        number.register("cuda", abs)

    @tvm.target.override_native_generic_func("passcope.test.native")
    def native(x):
        return x + 1

    native.register("gpu", lambda x: -x)
    assert native(1) == 2
    with tvm.target.Target("cuda"):
        assert tvm.target.get_native_generic_func("passcope.test.native")(1) == -1
    with pytest.raises(RuntimeError, match="Keyword"):
        native(x=1)


def test_targets_for_devices_and_what_they_can_do():
    board = tvm.target.arm_cpu("rasp4b64")
    assert list(board.keys) == ["arm_cpu", "cpu"] and board.mcpu == "cortex-a72" and board.features.has_asimd
    assert not board.features.has_dotprod and board.features.nothing is None
    dotprod = tvm.target.Target("llvm -mtriple=aarch64-linux-gnu -mattr=+v8.2a,+dotprod").features
    assert dotprod.has_dotprod and not dotprod.has_matmul_i8
    small = tvm.target.micro("nrf52840")
    assert small.kind == "c" and list(small.keys) == ["arm_cpu", "cpu"] and not small.features.has_dsp
    assert tvm.target.Target("c -mcpu=cortex-m55").features.has_mve
    assert tvm.target.riscv_cpu("sifive-e31").attrs["mabi"] == "ilp32"
    assert tvm.target.stm32("stm32F7xx").mcpu == "cortex-m7"
    for make in (tvm.target.micro, tvm.target.stm32):
        with pytest.raises(ValueError, match="not supported"):
            make("abacus")


def test_names_of_targets():
    from tvm.target import tag

    made = tag.register_tag("passcope/test", {"kind": "llvm", "mcpu": "skylake"}, override=True)
    assert tvm.target.Target("passcope/test") == made and "passcope/test" in tvm.target.list_tags()
    with pytest.raises(ValueError, match="previously"):
        tag.register_tag("passcope/test", {"kind": "c"})


def test_paths_below_objects():
    path = ObjectPath.root().attr("body").array_index(2).map_value("k")
    assert str(path) == '<root>.body[2]["k"]' and len(path) == 4
    assert path.get_prefix(2) == ObjectPath.root().attr("body") and path.get_prefix(2).is_prefix_of(path)
    assert path.parent == path.get_prefix(3) and ObjectPath.root().parent is None
    assert path != ObjectPath.root().attr("body").array_index(2).map_value("other")
    for length in (0, 5):
        with pytest.raises(IndexError):
            path.get_prefix(length)
    with pytest.raises(ValueError):
        ObjectPath()


def test_where_programs_differ():
    x = relay.var("x", shape=(2,))
    one, other = relay.Function([x], relay.exp(x)), relay.Function([x], relay.log(x))
    assert tvm.ir.get_first_structural_mismatch(one, one) is None
    found = tvm.ir.get_first_structural_mismatch(one, other)
    assert found.lhs_path == found.rhs_path and ObjectPath.root().attr("body").is_prefix_of(found.lhs_path)


def test_objects_can_be_pickled():
    x = relay.var("x", shape=(2,))
    function = relay.Function([x], x + relay.const(np.ones(2, "float32")))
    for value in (function, tvm.IRModule.from_expr(function), relay.TensorType((2, 3)), relay.GlobalVar("f")):
        assert tvm.ir.structural_equal(pickle.loads(pickle.dumps(value)), value)
    array = tvm.nd.array(np.arange(6, dtype="int16").reshape(2, 3))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(array)).numpy(), array.numpy())
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(relay.transform.FoldConstant())


def test_arrays_go_to_other_packages_and_come_from_them():
    array = tvm.nd.array(np.arange(4, dtype="float32"))
    np.testing.assert_array_equal(np.from_dlpack(array), array.numpy())
    np.testing.assert_array_equal(tvm.nd.from_dlpack(np.arange(4)).numpy(), np.arange(4))


def test_conditions_on_sizes():
    n = te.var("n")
    assert repr(tir.all(n > 1, n < 3)) == "((n > 1) && (n < 3))" and repr(tir.any(n > 1, n < 0)) == "((n > 1) || (n < 0))"
    assert tir.all(True, False) == 0 and tir.any(n > 1, True) == 1 and repr(tir.all(True, n > 1)) == "(n > 1)"
    assert te.if_then_else(True, n, 0) == n and repr(te.if_then_else(n > 1, n, 0)) == "if_then_else((n > 1), n, 0)"
    assert [tir.truncdiv(-7, 2), tir.truncmod(-7, 2), tir.ceildiv(7, 2)] == [-3, -1, 4]
    assert tir.floor(tir.const(2.5)) == 2 and tir.abs(tir.const(-3)) == 3
    assert tir.Select(n > 1, n, 2) == tir.Select(n > 1, n, 2) and repr(tir.Not(n > 1)) == "!(n > 1)"
    with pytest.raises(ValueError, match="tvm.tir.all"):
        bool(tir.And(n > 1, n < 3))
    with pytest.raises(ValueError, match="at least 1"):
        tir.all()


def test_data_types_that_are_not_said_are_empty_texts():
    x, w = relay.var("x", shape=(2, 4)), relay.var("w", shape=(3, 4))
    call = relay.nn.dense(x, w)
    assert call.attrs.out_dtype == "" and call.attrs["out_dtype"] == "" and call.attrs.units is None
    assert tvm.ir.structural_equal(relay.nn.dense(x, w, **{key: call.attrs[key] for key in call.attrs.keys()}), call)


def test_a_program_built_step_by_step():
    x = relay.var("x", shape=(2,))
    builder = relay.build_module.BuildModule()
    with pytest.raises(tvm.TVMError, match="nothing has been built"):
        builder.get_module()
    w = relay.var("w", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x, w], x + w))
    _, lib, params = builder.build(mod, "llvm", params={"w": tvm.nd.array(np.ones(2, "float32"))})
    assert builder.get_module() is lib and builder.get_params() == params
    runner = tvm.runtime.executor.AotModule(lib["default"](tvm.cpu()))
    runner.run(x=np.ones(2, "float32"))
    np.testing.assert_array_equal(runner.get_output(0).numpy(), [2, 2])


def test_quantisation_leaves_certain_calls_alone():
    x, w = relay.var("x", shape=(1, 3, 4, 4)), relay.var("w", shape=(2, 3, 1, 1))
    call = relay.nn.conv2d(x, w)
    with relay.quantize.qconfig(skip_conv_layers=[1]), relay.quantize.quantize_context() as context:
        assert [context.check_to_skip(call) for _ in range(3)] == [False, True, False]
        context.stop_quantize()
        assert context.check_to_skip(call) and relay.quantize.quantize_context() is context


def test_deep_programs_are_visited_in_python():
    x = relay.var("x", shape=(2,))
    body = x
    for _ in range(800):
        body = relay.exp(body)

    class Counter(relay.ExprVisitor):
        """Counts calls."""

        calls = 0

        def visit_call(self, call):
            self.calls += 1
            super().visit_call(call)

    counter = Counter()
    counter.visit(body)
    assert counter.calls == 800


def test_pools_of_memory_are_described():
    facts = tvm.ir.PoolInfoProperties(size_hint_bytes=64)
    pool = tvm.WorkspacePoolInfo("pool", [tvm.target.Target("llvm")], facts)
    assert pool.size_hint_bytes == 64 and tvm.WorkspaceMemoryPools([pool]).pools[0] is pool
