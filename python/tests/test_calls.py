"""Calls of functions: their attributes and type arguments, and types that stay unknown."""

import numpy as np
import pytest

import tvm
from tvm import relay
from tvm.relay.dataflow_pattern import is_op, wildcard


def test_calls_of_variables_have_free_attributes():
    f, x = relay.var("f"), relay.var("x")
    call = relay.Call(f, [x], attrs=tvm.ir.make_node("DictAttrs", name="one", sizes=[1, 2]))
    assert isinstance(call.attrs, tvm.ir.DictAttrs)
    assert call.attrs["name"] == "one" and list(call.attrs["sizes"]) == [1, 2]
    assert wildcard()(wildcard()).has_attr({"name": "one"}).match(call)
    assert not wildcard()(wildcard()).has_attr({"name": "two"}).match(call)
    assert not wildcard()(wildcard()).has_attr({"other": "one"}).match(call)
    same = relay.Call(f, [x], attrs=tvm.ir.make_node("DictAttrs", name="one", sizes=[1, 2]))
    other = relay.Call(f, [x], attrs=tvm.ir.make_node("DictAttrs", name="one", sizes=[1, 3]))
    assert tvm.ir.structural_equal(call, same) and not tvm.ir.structural_equal(call, other)
    assert tvm.ir.structural_equal(call, relay.ExprMutator().visit(call))


def test_calls_of_functions_have_attributes_of_a_type():
    f, x = relay.var("f"), relay.var("x")
    call = relay.Call(f, [x], attrs=tvm.ir.make_node("relay.attrs.SoftmaxAttrs", axis=2))
    assert call.attrs.axis == 2
    assert isinstance(call.attrs, relay.op.op_attrs.SoftmaxAttrs)
    assert 'attrs_type_key="relay.attrs.SoftmaxAttrs"' in call.astext()
    with pytest.raises(tvm.TVMError, match="NoSuchAttrs"):
        relay.Call(f, [x], attrs=tvm.ir.make_node("relay.attrs.NoSuchAttrs", axis=2))


def test_attributes_have_classes():
    x, w = relay.var("x"), relay.var("w")
    call = relay.nn.conv2d(x, w)
    assert isinstance(call.attrs, relay.op.op_attrs.Conv2DAttrs)
    assert not isinstance(call.attrs, relay.op.op_attrs.DenseAttrs)
    assert "strides" in [field.name for field in call.attrs.list_field_info()]


def test_given_type_arguments_count():
    f, x = relay.var("f"), relay.var("x")
    t1, t2 = relay.TensorType((1, 2), "float32"), relay.TensorType((), "int8")
    call = relay.Call(f, [x], type_args=[t1])
    assert tvm.ir.structural_equal(call, relay.Call(f, [x], type_args=[t1]))
    assert not tvm.ir.structural_equal(call, relay.Call(f, [x], type_args=[t2]))
    assert not tvm.ir.structural_equal(call, relay.Call(f, [x]))
    assert tvm.ir.structural_hash(call) != tvm.ir.structural_hash(relay.Call(f, [x], type_args=[t2]))


def generic(argument, type_args=None):
    """A module whose main function calls the identity."""
    mod, a = tvm.IRModule(), relay.TypeVar("a")
    x, y = relay.var("x", a), relay.var("y", argument)
    mod["id"] = relay.Function([x], x, a, [a])
    mod["main"] = relay.Function([y], relay.Call(relay.GlobalVar("id"), [y], type_args=type_args))
    return relay.transform.InferType()(mod)


def test_type_arguments_are_inferred():
    mod = generic(relay.TensorType((3,), "float32"))
    assert list(mod["main"].body.type_args) == [relay.TensorType((3,), "float32")]
    pair = relay.TupleType([relay.TensorType((3,), "float32"), relay.TensorType((), "bool")])
    assert list(generic(pair)["main"].body.type_args) == [pair]


def test_type_arguments_that_are_given_are_checked():
    scalar = relay.TensorType((), "float32")
    assert generic(scalar, [scalar])["main"].body.checked_type == scalar
    with pytest.raises(tvm.TVMError, match="takes"):
        generic(scalar, [relay.TensorType((2,), "float32")])
    with pytest.raises(tvm.TVMError, match="type arguments"):
        generic(scalar, [scalar, scalar])


def test_the_elements_of_empty_lists_may_stay_open():
    prelude = relay.prelude.Prelude(tvm.IRModule())
    _, cons, nil = prelude.mod.get_type("List")
    prelude.mod["main"] = relay.Function([], cons(nil(), nil()))
    mod = relay.transform.InferType()(prelude.mod)
    assert mod["main"].body.checked_type.func == mod.get_global_type_var("List")
    result = relay.create_executor(mod=prelude.mod).evaluate(cons(nil(), nil()))
    assert result.constructor.name_hint == "Cons"
    x = relay.var("x")
    with pytest.raises(tvm.TVMError):
        relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], x)))


def test_attributes_of_functions_may_be_none():
    x = relay.var("x", shape=(2,))
    function = relay.Function([x], x).with_attr("Note", None).with_attr("Other", 1)
    assert "Note=None" in function.astext()
    assert set(function.attrs.keys()) == {"Note", "Other"} and function.attrs["Note"] is None
    assert set(function.without_attr("Note").attrs.keys()) == {"Other"}


def test_a_prelude_has_the_functions_on_tensors_of_all_types():
    mod = tvm.IRModule()
    relay.prelude.Prelude(mod)
    before = len(mod.get_global_vars())
    assert mod["tensor_concatenate_int64"].checked_type is not None
    assert len(mod.get_global_vars()) > before
    with pytest.raises(ValueError, match="Cannot find global var"):
        mod["tensor_concatenate_complex64"]
    assert is_op("concatenate")


def test_attributes_hold_expressions():
    x = relay.var("x", shape=(2,))
    constant = relay.const([1.0, 2.0])
    function = relay.Function([x], x).with_attr("weights", {x: constant}).with_attr("list", [constant, 3])
    (key, value), *rest = function.attrs["weights"].items()
    assert key == x and value == constant and not rest
    assert list(function.attrs["list"]) == [constant, 3]
    back = tvm.ir.load_json(tvm.ir.save_json(function))
    assert tvm.ir.structural_equal(back, function, map_free_vars=True)


@pytest.mark.parametrize("of", [lambda x: x, lambda x: x.vid])
def test_variables_in_attributes_are_those_of_the_function(of):
    def made(name, number):
        x = relay.var(name, shape=(2,))
        return relay.Function([x], x).with_attr("numbers", {of(x): number})

    assert tvm.ir.structural_equal(made("x", 1), made("y", 1))
    assert tvm.ir.structural_hash(made("x", 1)) == tvm.ir.structural_hash(made("y", 1))
    assert not tvm.ir.structural_equal(made("x", 1), made("x", 2))


def test_free_attributes_have_a_text():
    f, x = relay.var("f"), relay.var("x")
    call = relay.Call(f, [x], attrs=tvm.ir.make_node("DictAttrs", a=1, b=[1, 2]))
    assert str(call).endswith('%f(%x, __dict__={"a"=1, "b"=[1, 2]}, attrs_type_key="DictAttrs")')
    function = relay.Function([f, x], call)
    assert tvm.ir.structural_equal(tvm.parser.parse_expr(function.astext()), function)


def test_integers_of_attributes_have_the_type_that_numpy_gives_them():
    x = relay.var("x", shape=(1, 4))
    widths = np.array([[0, 0], [1, 2]])
    assert "pad_width=[[0i64, 0i64], [1i64, 2i64]]" in str(relay.nn.pad(x, relay.const(widths, "int64")))
    assert "pad_width=[[0, 0], [1, 2]]" in str(relay.nn.pad(x, relay.const(widths, "int32")))
    assert "pad_width=[[0, 0], [1, 2]]" in str(relay.nn.pad(x, ((0, 0), (1, 2))))
    assert 'mode="max"' in str(relay.vision.roi_align(x, x, (2, 2), 1.0, mode=b"max"))
    # As for Python's numbers, a constant without a type has 32 bits.
    made = [relay.const(value).data.dtype for value in (np.float64(2), np.int64(2), np.int8(2), widths, 2.0)]
    assert made == ["float32", "int32", "int8", "int32", "float32"]
    size = relay.image.resize2d(relay.var("y", shape=(1, 1, 4, 4)), relay.const([8.0, 8.5]))
    assert list(size.attrs.size) == [8, 8]
