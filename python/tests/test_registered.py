"""Passes of the engine use rules and operators that are registered from Python."""

import gc

import numpy as np
import pytest

import tvm
from passcope import _raw
from tvm import relay
from tvm.relay import op as reg
from tvm.relay.testing import TempOpAttr, run_infer_type, run_opt_pass
from tvm.relay.transform import InferType
from tvm.relay.transform.infer_layout_utils import InferCorrectLayoutOutput


def test_the_highest_level_of_an_attribute_counts():
    op = relay.op.get("sin")
    tvm.ir.register_op_attr("sin", "fown", 1)
    tvm.ir.register_op_attr("sin", "fown", 2, level=11)
    tvm.ir.register_op_attr("sin", "fown", 3, level=9)
    assert op.get_attr("fown") == 2
    with pytest.raises(tvm.TVMError, match="already registered"):
        tvm.ir.register_op_attr("sin", "fown", 4, level=11)
    op.reset_attr("fown")
    assert op.get_attr("fown") is None and not relay.op.get("cos").has_attr("no such")


def test_an_operator_with_a_relation_of_its_own():
    reg.op.register("own.halves", "The first half.")
    op = relay.op.get("own.halves")
    op.set_num_inputs(1)
    op.add_argument("data", "Tensor", "A vector.")
    seen = []

    def relation(types, attrs):
        seen.append(types[0].shape[0])
        return relay.TensorType((int(types[0].shape[0]) // 2,), types[0].dtype)

    op.add_type_rel("Halves", relation)
    x = relay.var("x", shape=(8,))
    typed = run_infer_type(relay.Function([x], relay.exp(relay.Call(op, [x]))))
    assert typed.body.checked_type == relay.TensorType((4,), "float32")
    assert seen == [8]
    with pytest.raises(tvm.TVMError, match="takes 1 argument"):
        run_infer_type(relay.Call(op, [x, x]))
    op.add_type_rel("Halves", lambda types, attrs: None)
    with pytest.raises(tvm.TVMError, match="must return a type"):
        run_infer_type(relay.Call(op, [x]))
    with pytest.raises(tvm.TVMError, match="already"):
        reg.op.register("own.halves")


def test_a_gradient_of_ones_own():
    x = relay.var("x", shape=(3,))
    with TempOpAttr("sin", "FPrimalGradient", lambda call, grad: [grad * call.args[0]]):
        grad = relay.transform.gradient(run_infer_type(relay.Function([x], relay.sin(x))))
    value = np.array([1, 2, 3], "float32")
    _, (slope,) = relay.create_executor().evaluate(grad)(value)
    np.testing.assert_array_equal(slope.numpy(), value)


def test_an_exception_of_a_rule_is_a_traceback():
    def rule(call, grad):
        raise KeyError("nothing")

    x = relay.var("x", shape=(3,))
    function = run_infer_type(relay.Function([x], relay.sin(x)))
    with TempOpAttr("sin", "FPrimalGradient", rule):
        with pytest.raises(KeyError, match="in rule"):
            relay.transform.gradient(function)


def test_a_rule_of_layouts():
    x, w = relay.var("x", shape=(1, 4, 8, 8)), relay.var("w", shape=(4, 4, 1, 1))
    y = relay.nn.conv2d(x, w, kernel_size=(1, 1), channels=4)
    function = relay.Function([x, w], relay.sin(y))
    asked = []

    def layouts(attrs, new, old, types):
        asked.append([str(each) for each in new or ()])
        return InferCorrectLayoutOutput(old, old, attrs)

    convert = relay.transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})
    assert run_opt_pass(function, convert).body.op.name == "layout_transform"
    with TempOpAttr("sin", "FInferCorrectLayout", layouts):
        assert run_opt_pass(function, convert).body.op.name == "sin"
    assert ["NHWC"] in asked


def test_a_conversion_of_layouts():
    x, w = relay.var("x", shape=(1, 4, 8, 8)), relay.var("w", shape=(4, 4, 1, 1))
    function = relay.Function([x, w], relay.nn.conv2d(x, w, kernel_size=(1, 1), channels=4))

    def convert(attrs, args, types, desired):
        assert list(desired) == ["NHWC", "default"] and types[0].shape[1] == 4
        return relay.nn.conv2d(*args, **{**dict(attrs), "data_layout": "NHWC", "kernel_layout": "HWIO"})

    with TempOpAttr("nn.conv2d", "FTVMConvertOpLayout", convert):
        wanted = relay.transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})
        assert "NHWC" in run_opt_pass(function, wanted).astext()
    with relay.transform.LayoutConfig(skip_layers=[0]):
        wanted = relay.transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})
    assert "NHWC" not in run_opt_pass(function, wanted).astext()


def test_a_rule_of_fake_quantization():
    x = relay.var("x", shape=(4,), dtype="int8")
    one, zero = relay.const(1.0), relay.const(0)
    real = relay.sin(relay.qnn.op.dequantize(x, relay.const(2.0), zero))
    mod = InferType()(tvm.IRModule.from_expr(relay.qnn.op.quantize(real, one, zero)))

    def rule(expr, type_map):
        assert type_map[expr.args[0]].scale.data.numpy() == 2 and type_map[expr].dtype == "int8"
        return [relay.negative(expr.args[0]), type_map[expr]]

    convert = relay.transform.FakeQuantizationToInteger()
    with TempOpAttr("sin", "FTVMFakeQuantizationToInteger", rule):
        assert convert(mod)["main"].body.op.name == "negative"
    assert tvm.ir.structural_equal(convert(mod), mod)


def test_a_rule_of_mixed_precision():
    x = relay.var("x", shape=(4,))
    mod = InferType()(tvm.IRModule.from_expr(relay.exp(x)))
    to_small = relay.transform.ToMixedPrecision("float16")
    rule = relay.transform.mixed_precision.generic_always_op
    with TempOpAttr("exp", "FTVMMixedPrecisionConversionType", rule):
        assert to_small(mod)["main"].body.checked_type.dtype == "float16"
    assert to_small(mod)["main"].body.checked_type.dtype == "float32"


def test_rules_leave_no_handles():
    x = relay.var("x", shape=(3,))
    function = run_infer_type(relay.Function([x], relay.sin(x)))

    def once():
        with TempOpAttr("sin", "FPrimalGradient", lambda call, grad: [grad]):
            relay.transform.gradient(function)
        gc.collect()
        return _raw.liveHandles()

    once()
    assert once() == once()


@pytest.mark.parametrize(
    "facts",
    [
        {"arguments": 1},
        {"arguments": [["data"]]},
        {"arguments": [["data", "Tensor", 3]]},
        {"pattern": "opaque"},
        {"pattern": 5},
        {"supportLevel": "1"},
        {"variadic": "yes"},
        {"relation": []},
    ],
)
def test_facts_of_another_type_are_told(facts):
    name = "own.mistaken"
    if not tvm.ir.Op.list_op_names().count(name):
        reg.op.register(name, "Of which nothing true is said.")
    with pytest.raises(tvm.TVMError, match="does not fit the operator"):
        _raw.setOpFacts(name, _raw.dumps(facts))
