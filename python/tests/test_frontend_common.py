"""Helpers of converters of models."""

import numpy as np
import pytest

import tvm
from tvm import relay
from tvm.relay.frontend import common


def _value(expr, **values):
    function = relay.Function(relay.analysis.free_vars(expr), expr)
    return relay.create_executor().evaluate(function)(**values).numpy()


def test_attributes_that_are_texts():
    attrs = common.StrAttrsDict(
        {"a": "3", "b": "None", "c": "(1, 2)", "d": "[1.5, 2]", "e": "((0, 1), (2, 3))", "f": "True", "g": "0.5"}
    )
    assert attrs.has_attr("a") and not attrs.has_attr("z")
    assert attrs.get_int("a") == 3 and attrs.get_int("b") is None and attrs.get_float("g") == 0.5
    assert attrs.get_int_tuple("c") == (1, 2) and attrs.get_float_tuple("d") == (1.5, 2.0)
    assert attrs.get_tuple_tuple_int("e") == ((0, 1), (2, 3)) and attrs.get_bool("f") is True
    assert attrs.get_int_list("c") == (1, 2) and attrs.get_str("z", "default") == "default"
    with pytest.raises(AttributeError, match="Required attribute z"):
        attrs.get_int("z")


def test_calls_with_other_names_of_attributes():
    x = relay.var("x", shape=(1, 3, 4, 4))
    convert = common.AttrCvt(
        op_name=lambda attrs: "max_pool2d",
        transforms={"kernel": "pool_size", "stride": ("strides", (1, 1)), "pad": ("padding", 0, lambda pad: pad + 1)},
        excludes=["dilated"],
        ignores=["auto"],
        extras={"ceil_mode": True},
        custom_check=(lambda attrs: "kernel" in attrs, "a kernel is needed"),
    )
    call = convert([x], {"kernel": (2, 2), "stride": None, "pad": 0, "auto": 1, "_node_name": "n"})
    assert call.op.name == "nn.max_pool2d" and call.attrs.get_int_tuple("padding") == (1, 1, 1, 1)
    assert call.attrs.ceil_mode and call.attrs.get_int_tuple("strides") == (1, 1)
    with pytest.raises(RuntimeError, match="a kernel is needed"):
        convert([x], {})
    with pytest.raises(NotImplementedError, match="dilated"):
        convert([x], {"kernel": 1, "dilated": 1})
    assert common.Renamer("exp")([x], {"tvm_custom": {}}).op.name == "exp"
    assert common.get_relay_op("nn.conv2d") is relay.nn.conv2d
    with pytest.raises(tvm.error.OpNotImplemented):
        common.get_relay_op("no_such_operator")


def test_expressions_by_name():
    table = common.ExprTable()
    made = table.new_const(np.zeros((2, 3)))
    assert made.name_hint == "_param_1" and list(table.params) == ["_param_1"]
    table.set_expr("x", made)
    table.set_expr("x", relay.const(1))
    assert table.get_expr("x") is made and table.has_expr("x") and not table.has_expr("y")


def test_shapes_and_values_that_are_known():
    x = relay.var("x", shape=(2, 3, 4))
    assert common.shape_of(x, start=1).data.numpy().tolist() == [3, 4]
    unknown = relay.var("u", shape=(relay.Any(), 3))
    assert common.shape_of(unknown).op.name == "shape_of"
    assert common.infer_shape(relay.Tuple([x, x])) == common.infer_type(relay.Tuple([x, x])).checked_type
    assert common.try_infer_value(relay.const(2) + relay.const(3), on_success=int) == (5, True)
    assert common.try_infer_value(x, on_failure=lambda: "nothing") == ("nothing", False)
    assert common.infer_value_simulated(relay.sum(x), {}).shape == ()
    assert common.try_resolve_var_to_const(x, {}) is x
    found = common.try_resolve_var_to_const(x, {"x": tvm.nd.array(np.ones((2, 3, 4), "float32"))})
    assert isinstance(found, relay.Constant)
    assert common.get_name(x) == "x" and common.get_name(relay.exp(x)) == ""
    scalar = relay.var("s", shape=(1, 1))
    assert common.infer_shape(common.ensure_scalar_shape(scalar)) == ()
    with pytest.raises(ValueError, match="Cannot squeeze"):
        common.ensure_scalar_shape(x)


def test_slices_of_a_tensor():
    data = np.arange(6, dtype="float32").reshape(2, 3)
    x = relay.var("x", shape=(2, 3))
    parts = common.unbind(x, axis=1)
    assert len(list(parts)) == 3
    np.testing.assert_array_equal(_value(parts[1], x=data), data[:, 1])
    with pytest.raises(AttributeError):
        common.unbind(x, axis=2)


@pytest.mark.parametrize("mode, sides", [("SAME_UPPER", (0, 1)), ("SAME_LOWER", (1, 0))])
def test_padding_for_a_result_for_each_stride(mode, sides):
    x = relay.var("x", shape=(1, 1, 4, 4))
    padded = common.autopad(x, [2, 2], [3, 3], mode=mode)
    data = np.ones((1, 1, 4, 4), "float32")
    np.testing.assert_array_equal(_value(padded, x=data), np.pad(data, [(0, 0), (0, 0), sides, sides]))


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def test_recurrent_layers():
    random = np.random.RandomState(0)
    steps = [random.rand(1, 2).astype("float32") for _ in range(3)]
    state = random.rand(1, 4).astype("float32")
    for cell, gates in (("rnn", 1), ("gru", 3), ("gru_before", 3), ("lstm", 4)):
        w_inp, w_hid = (random.rand(gates * 4, n).astype("float32") for n in (2, 4))
        b_inp, b_hid = (random.rand(gates * 4).astype("float32") for _ in range(2))
        given = [relay.const(item) for item in (w_inp, w_hid, b_inp, b_hid)]
        h, c = state, np.zeros((1, 4), "float32")
        for x in steps:
            i, s = x @ w_inp.T + b_inp, h @ w_hid.T + b_hid
            if cell == "rnn":
                h = np.tanh(i + s)
            elif cell == "lstm":
                into, forget, new, out = np.split(i + s, 4, axis=-1)
                c = _sigmoid(forget) * c + _sigmoid(into) * np.tanh(new)
                h = _sigmoid(out) * np.tanh(c)
            else:
                (ir, iz, i_n), (hr, hz, hn) = np.split(i, 3, axis=-1), np.split(s, 3, axis=-1)
                r, z = _sigmoid(ir + hr), _sigmoid(iz + hz)
                if cell == "gru_before":
                    hn = (r * h) @ w_hid[8:].T + b_hid[8:]
                    n = np.tanh(i_n + hn)
                else:
                    n = np.tanh(i_n + r * hn)
                h = (h - n) * z + n
        inputs, first = [relay.const(x) for x in steps], relay.const(state)
        if cell == "rnn":
            outputs, last = common.rnn_cell(inputs, first, *given)
        elif cell == "lstm":
            outputs, last, _ = common.lstm_cell(inputs, first, relay.const(np.zeros((1, 4), "float32")), *given)
        else:
            outputs, last = common.gru_cell(inputs, first, *given, linear_before_reset=cell == "gru")
        assert len(outputs) == 3
        np.testing.assert_allclose(_value(last), h, rtol=1e-5)


def test_programs_in_another_data_type():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], x * relay.const(2.0)))
    made = relay.transform.InferType()(relay.frontend.ChangeDatatype("float32", "float64")(mod))
    assert made["main"].checked_type.ret_type == relay.TensorType((2,), "float64")


def test_what_types_alone_tell_is_not_folded():
    x = relay.var("x", shape=(2, 3))
    shape = relay.shape_of(x)
    assert tvm.ir.structural_equal(common.fold_constant(shape), shape)
    folded = common.fold_constant(x * (relay.const(1.0) + relay.const(2.0)))
    assert folded.args[0].same_as(x) and folded.args[1].data.numpy() == 3


def _field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def _model(nodes, inputs, weights=()):
    """The bytes of an ONNX model of version 13. Nodes are (operator, names of inputs, output), inputs (name, shape), weights
    (name, integers)."""

    def tensor(name, values):
        data = np.array(values, "int64").tobytes()
        return bytes([8, len(values), 16, 7]) + _field(8, name.encode()) + _field(9, data)

    def value(name, shape):
        dims = b"".join(_field(1, bytes([8, dim]) if dim else _field(2, b"n")) for dim in shape)
        return _field(1, name.encode()) + _field(2, _field(1, bytes([8, 1]) + _field(2, dims)))

    graph = b""
    for op, names, output in nodes:
        ins = b"".join(_field(1, name.encode()) for name in names)
        graph += _field(1, ins + _field(2, output.encode()) + _field(4, op.encode()))
    graph += b"".join(_field(5, tensor(*weight)) for weight in weights)
    graph += b"".join(_field(11, value(*each)) for each in inputs)
    graph += _field(12, _field(1, nodes[-1][2].encode()))
    return bytes([8, 8]) + _field(7, graph) + _field(8, bytes([16, 13]))


def _result_of(data, **options):
    return relay.frontend.from_onnx(data, **options)[0]["main"].ret_type


def test_shapes_and_types_of_a_model_s_inputs():
    relu = _model([("Relu", ["x"], "y")], [("x", [0, 3])])
    assert str(_result_of(relu)) == "Tensor[(?, 3), float32]"
    assert str(_result_of(relu, shape={"x": (2, 3)})) == "Tensor[(2, 3), float32]"
    assert str(_result_of(relu, shape={"x": (relay.Any(), tvm.tir.IntImm("int32", 4))})) == "Tensor[(?, 4), float32]"
    assert str(_result_of(relu, dtype="float16")) == "Tensor[(?, 3), float32]"
    # Types of values that are not inputs are ignored.
    assert str(_result_of(relu, dtype={"x": "float16", "w": "int8"})) == "Tensor[(?, 3), float16]"


def test_weights_that_stay_parameters_leave_shapes_open():
    squeeze = _model([("Squeeze", ["x", "axes"], "y")], [("x", [1, 3])], [("axes", [0])])
    assert str(_result_of(squeeze)) == "Tensor[(3), float32]"
    mod, params = relay.frontend.from_onnx(squeeze, freeze_params=False)
    assert list(params) == ["axes"] and str(mod["main"].ret_type) == "Tensor[(?), float32]"
    mod["main"] = relay.build_module.bind_params_by_name(mod["main"], params)
    mod = relay.transform.DynamicToStatic()(relay.transform.InferType()(mod))
    assert str(mod["main"].ret_type) == "Tensor[(3), float32]"


def test_a_convert_config_is_kept():
    matmul = _model([("MatMul", ["x", "w"], "y")], [("x", [3, 1, 2]), ("w", [3, 2, 2])])

    def transposes(**options):
        return "transpose(" in relay.frontend.from_onnx(matmul, **options)[0]["main"].astext()

    assert transposes()
    try:
        assert not transposes(convert_config={"use_nt_batch_matmul": False})
        assert not transposes()
    finally:
        assert transposes(convert_config={"use_nt_batch_matmul": True})
    with pytest.raises(ValueError, match="not use_tn"):
        transposes(convert_config={"use_tn": True})
