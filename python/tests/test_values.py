"""Values of all kinds, executors, and files of programs."""

import gc
import json

import numpy as np
import pytest
import tvm
import tvm.testing
from tvm import relay
from tvm.relay.backend.interpreter import ConstructorValue, RefValue
from tvm.relay.prelude import Prelude, StaticTensorArrayOps, TensorArrayOps
from tvm.relay.testing import count, make_nat_expr, make_nat_value
from tvm.runtime import container

from passcope import _raw


def evaluate(expr, *args, mod=None, kind="debug"):
    return relay.create_executor(kind, mod=mod).evaluate(expr)(*args)


def listed(value):
    found = []
    while value.fields:
        found.append(value.fields[0])
        value = value.fields[1]
    return found


# --- the prelude ---


def prelude():
    return Prelude(tvm.IRModule())


def test_the_prelude_computes_with_lists():
    p = prelude()
    _, cons, nil = p.mod.get_type("List")

    def numbers(*values):
        made = nil()
        for value in reversed(values):
            made = cons(relay.const(value), made)
        return made

    def values(expr):
        function = relay.Function([], expr)
        return [int(item.numpy()) for item in listed(evaluate(function, mod=p.mod))]

    x = relay.var("x", "int32")
    double = relay.Function([x], relay.add(x, x))
    assert values(p.map(double, numbers(1, 2, 3))) == [2, 4, 6]
    assert values(p.rev(numbers(1, 2, 3))) == [3, 2, 1]
    assert values(p.concat(numbers(1), numbers(2, 3))) == [1, 2, 3]
    assert values(p.update(numbers(1, 2, 3), relay.const(1), relay.const(9))) == [1, 9, 3]
    odd = relay.Function([x], relay.equal(relay.mod(x, relay.const(2)), relay.const(1)))
    assert values(p.filter(odd, numbers(1, 2, 3))) == [1, 3]
    total = evaluate(relay.Function([], p.sum(numbers(4, 5, 6))), mod=p.mod)
    assert int(total.numpy()) == 15
    length = evaluate(relay.Function([], p.length(numbers(4, 5, 6))), mod=p.mod)
    assert int(length.numpy()) == 3


def test_natural_numbers_go_in_and_out():
    p = prelude()
    p.mod.import_from_std("nat.rly")
    add = p.mod.get_global_var("nat_add")
    result = evaluate(add, make_nat_value(p, 3), make_nat_value(p, 4), mod=p.mod)
    assert count(p, result) == 7
    double = p.mod.get_global_var("nat_double")
    result = evaluate(relay.Function([], double(make_nat_expr(p, 300))), mod=p.mod)
    assert count(p, result) == 600
    with pytest.raises(TypeError):
        count(p, tvm.nd.array(1))


def test_files_of_definitions_are_known_by_name_and_added_once():
    mod = tvm.IRModule()
    mod.import_from_std("gradient.rly")
    assert [c.name_hint for c in mod.get_type("GradCell")[1:]] == ["Raw", "One", "Zero"]
    x = relay.var("x", "float32")
    mod["FromGradCell"] = relay.Function([x], x)
    mod.import_from_std("gradient.rly")
    assert isinstance(mod["FromGradCell"].body, relay.Var)
    with pytest.raises(ValueError, match="nothing.rly"):
        mod.import_from_std("nothing.rly")


def test_constructors_have_tags_of_their_own():
    p = prelude()
    _, cons, nil = p.mod.get_type("List")
    some = p.mod.get_type("Option")[1]
    assert nil.tag == cons.tag + 1 and some.tag not in (cons.tag, nil.tag)
    assert p.mod.get_constructor(nil.tag) == nil
    with pytest.raises(tvm.TVMError):
        p.mod.get_constructor(0)


def test_lists_of_tensors():
    p = prelude()
    StaticTensorArrayOps(p, "float32", (2, 3)).register()
    tensor = p.get_tensor_ctor_static("tensor_constructor", "float32", (2, 3))
    array = p.get_global_var_static("tensor_array", "float32", (2, 3))
    write = p.get_global_var_static("tensor_array_write", "float32", (2, 3))
    stack = p.get_global_var_static("tensor_array_stack", "float32", (2, 3))
    x, y = relay.var("x", shape=(2, 3)), relay.var("y", shape=(2, 3))
    filled = write(write(array(relay.const(2)), relay.const(0), tensor(x)), relay.const(1), tensor(y))
    a, b = np.ones((2, 3), "float32"), np.zeros((2, 3), "float32")
    result = evaluate(relay.Function([x, y], stack(filled)), a, b, mod=p.mod)
    np.testing.assert_array_equal(result.fields[0].numpy(), np.stack([a, b]))


def test_lists_of_tensors_of_a_shape_are_cut_and_filled():
    p = prelude()
    dtype, shape = "float32", (3, 2)
    ops = StaticTensorArrayOps(p, dtype, shape)
    ops.register()
    ops.define_tensor_array_scatter([2], True)
    assert ops.get_name("tensor_array_scatter", {"indices": [2]}) == "tensor_array_scatter_float32_3_2_indices_2"
    make, unstack = ops.get_ctor("tensor_constructor"), ops.get_global_var("tensor_array_unstack")
    x = relay.var("x", shape=shape)
    a = np.arange(6, dtype=dtype).reshape(shape)

    # Writes two tensors to positions 1 and 0.
    scatter = p.mod.get_global_var("tensor_array_scatter_float32_3_2_indices_2")
    indices = relay.const(np.array([1, 0], "int32"))
    _, cons, nil = p.mod.get_type("List")
    values = cons(make(x), cons(make(x + x), nil()))
    two = ops.get_global_var("tensor_array")(relay.const(2))
    stacked = ops.get_global_var("tensor_array_stack")(scatter(two, indices, values))
    result = evaluate(relay.Function([x], stacked), a, mod=p.mod)
    np.testing.assert_array_equal(result.fields[0].numpy(), np.stack([2 * a, a]))
    rows = listed(evaluate(relay.Function([x], unstack(x)), a, mod=p.mod))
    np.testing.assert_array_equal([row.fields[0].numpy() for row in rows], a)

    # Splits rows 0 and 1 from row 2, in a tensor whose shape the function knows.
    ops.define_tensor_array_split(shape, [2], True)
    cut = (tvm.tir.Any(), 2)
    StaticTensorArrayOps(p, dtype, cut).register()
    parts = ops.get_global_var("tensor_array_split")(
        p.get_global_var_static("tensor_array", dtype, cut)(relay.const(2)), make(x), relay.const(np.array([2, 1], "int32"))
    )
    joined = evaluate(relay.Function([x], ops.get_global_var("tensor_array_concat")(parts)), a, mod=p.mod)
    np.testing.assert_array_equal(joined.fields[0].numpy(), a)
    lengths = [part.fields[0].numpy().shape[0] for part in listed(evaluate(relay.Function([x], parts), a, mod=p.mod))]
    assert lengths == [2, 1]


def test_a_list_of_one_tensor_has_a_shape_that_is_known():
    p = prelude()
    ops = StaticTensorArrayOps(p, "float32", (2,), 1)
    ops.register()
    stack = ops.get_global_var("tensor_array_stack")
    assert stack.name_hint == "tensor_array_stack_float32_batch1_2"
    assert p.mod[stack].ret_type.func == p.get_type_static("tensor_t", "float32", (1, 2))
    assert TensorArrayOps(p, "int8").get_ctor("tensor3").name_hint == "tensor3_int8"


# --- values ---


def test_values_of_all_kinds_pass_through_a_function():
    p = prelude()
    _, cons, nil = p.mod.get_type("List")
    identity = relay.create_executor(mod=p.mod).evaluate(p.id)
    made = identity(ConstructorValue(cons.tag, [tvm.nd.array([1.0]), ConstructorValue(nil.tag, [], nil)], cons))
    assert made.tag == cons.tag and made.fields[1].constructor == nil
    np.testing.assert_array_equal(made.fields[0].numpy(), [1.0])
    cell = identity(RefValue(tvm.nd.array(2)))
    assert int(cell.value.numpy()) == 2
    pair = identity(container.tuple_object([tvm.nd.array(3), tvm.nd.array(4)]))
    assert [int(item.numpy()) for item in pair] == [3, 4] and pair.tag == 0


def test_a_cell_that_is_met_again_is_the_same():
    r = relay.var("r")
    body = relay.Let(r, relay.RefCreate(relay.const(1)), relay.Tuple([r, r]))
    first, second = evaluate(relay.Function([], body))
    assert first is second


def test_deep_values_need_no_stack():
    p = prelude()
    p.mod.import_from_std("nat.rly")
    identity = relay.create_executor(mod=p.mod).evaluate(p.id)
    assert count(p, identity(make_nat_value(p, 5000))) == 5000


def test_values_free_their_handles():
    p = prelude()
    p.mod.import_from_std("nat.rly")
    double = relay.create_executor(mod=p.mod).evaluate(p.mod.get_global_var("nat_double"))

    def run():
        assert count(p, double(make_nat_value(p, 5))) == 10
        gc.collect()
        return _raw.liveHandles()

    run()
    assert run() == run()


def test_numbers_take_the_type_of_the_parameter():
    x = relay.var("x", shape=(), dtype="int64")
    assert evaluate(relay.Function([x], x), 7).dtype == "int64"
    pair = relay.var("p", relay.TupleType([relay.scalar_type("float32"), relay.scalar_type("int8")]))
    assert evaluate(relay.Function([pair], relay.TupleGetItem(pair, 1)), (1.5, 3)).dtype == "int8"


# --- executors ---


def simple():
    x, y = relay.var("x", shape=(2, 3)), relay.var("y", shape=(2, 3))
    return tvm.IRModule.from_expr(relay.Function([x, y], relay.Tuple([x + y, x])))


def test_the_virtual_machine():
    exe = relay.vm.compile(simple(), "llvm", params={"y": np.ones((2, 3), "float32")})
    assert exe.globals == ["main"] and exe.get_function_params("main") == ["x"]
    with pytest.raises(KeyError):
        exe.get_function_params("other")
    code, lib = exe.save()
    machine = tvm.runtime.vm.VirtualMachine(tvm.runtime.vm.Executable.load_exec(code, lib), tvm.cpu())
    data = np.full((2, 3), 2.0, "float32")
    machine.invoke_stateful("main", data)
    assert [out.numpy()[0, 0] for out in machine.get_outputs()] == [3.0, 2.0]
    machine.set_input("main", x=data + 1)
    assert machine.run()[0].numpy()[0, 0] == 4.0
    assert machine.get_input_index("x") == 0 and machine.get_input_index("z") == -1
    with pytest.raises(ValueError):
        tvm.runtime.vm.Executable.load_exec(b"something else", None)


def test_programs_are_kept_in_files(tmp_path):
    weight = np.random.rand(2, 3).astype("float32")
    lib = relay.build(simple(), "llvm", params={"y": weight})
    lib.export_library(str(tmp_path / "lib.so"))
    loaded = tvm.runtime.load_module(str(tmp_path / "lib.so"))
    module = tvm.contrib.graph_executor.GraphModule(loaded["default"](tvm.cpu()))
    data = np.random.rand(2, 3).astype("float32")
    module.set_input("x", data)
    module.run()
    np.testing.assert_allclose(module.get_output(0).numpy(), data + weight, rtol=1e-6)
    (tmp_path / "other.so").write_bytes(b"\x7fELF")
    with pytest.raises(ValueError):
        tvm.runtime.load_module(str(tmp_path / "other.so"))


def test_parameters_as_bytes():
    params = {"a": np.arange(6, dtype="int8").reshape(2, 3), "b": np.array(True), "c": np.float64(2.5)}
    data = relay.save_param_dict(params)
    assert isinstance(data, bytearray)
    loaded = relay.load_param_dict(data)
    assert set(loaded) == {"a", "b", "c"}
    for name, value in params.items():
        np.testing.assert_array_equal(loaded[name].numpy(), value)
        assert loaded[name].dtype == str(np.asarray(value).dtype)
    with pytest.raises(ValueError):
        relay.load_param_dict(data[:-3])
    with pytest.raises(ValueError):
        relay.load_param_dict(b"no parameters at all, but long enough")


# --- JSON ---


def roundtrip(node):
    return tvm.ir.load_json(tvm.ir.save_json(node))


def test_json_of_programs():
    mod, _ = relay.testing.mlp.get_workload(1)
    assert tvm.ir.structural_equal(roundtrip(mod), mod)
    text = """
#[version = "0.0.5"]
type Option[A] {
  Some(A),
  None,
}
def @main[A](%x: Option[A], %y: A, %t: (float32, Tensor[(?, 2), int8])) {
  let %r = ref(%y);
  match (%x) {
    Some(%z) => if (True) { %z } else { ref_read(%r) },
    None => %y,
  }
}
"""
    mod = tvm.parser.parse(text)
    assert tvm.ir.structural_equal(relay.transform.InferType()(roundtrip(mod)), mod)


def test_json_shares_what_is_shared():
    x = relay.var("x", shape=(2,))
    y = relay.nn.relu(x)
    back = roundtrip(relay.Tuple([y, y]))
    assert back.fields[0].same_as(back.fields[1])
    deep = x
    for _ in range(3000):
        deep = relay.nn.relu(deep)
    assert tvm.ir.structural_equal(roundtrip(deep), deep, True)


def test_json_refuses_what_it_cannot_read():
    for text in ("[]", "{}", '{"root": 1, "nodes": [{"type_key": ""}, {"type_key": "Array", "data": [1]}]}'):
        with pytest.raises(ValueError):
            tvm.ir.load_json(text)
    with pytest.raises(TypeError):
        tvm.ir.save_json(object())


def test_json_is_tvm_s():
    document = json.loads(tvm.ir.save_json(relay.var("x", shape=(2,))))
    assert document["nodes"][0] == {"type_key": ""}
    assert document["nodes"][document["root"]]["type_key"] == "relay.Var"
    assert "IntImm" in {node["type_key"] for node in document["nodes"]}


# --- texts ---


def test_texts_with_tables_and_modules_of_their_own():
    known = tvm.parser.parse('#[version = "0.0.5"]\ndef @f(%y: Tensor[(2), float32]) -> Tensor[(2), float32] { negative(%y) }')
    table = {"relay.Constant": [relay.const(np.array([1.0, 2.0], "float32"))]}
    text = '#[version = "0.0.5"]\ndef @main(%x: Tensor[(2), float32]) {\n  add(@f(%x), meta[relay.Constant][0])\n}'
    mod = tvm.parser.parse(text, "text", known, table)
    result = evaluate(mod.get_global_var("main"), np.zeros(2, "float32"), mod=mod)
    np.testing.assert_array_equal(result.numpy(), [1.0, 2.0])
    assert mod["main"].body.span.line == 3


def test_devices_of_parameters_are_read():
    table = {"VirtualDevice": [tvm.target.VirtualDevice(tvm.cpu(0)), tvm.target.VirtualDevice(tvm.cuda(0))]}
    text = """#[version = "0.0.5"]
def @main(%x {virtual_device=meta[VirtualDevice][0]}: float32, %y: float32, virtual_device=meta[VirtualDevice][1]) {
  add(%x, %y)
}"""
    attrs = tvm.parser.parse(text, "text", None, table)["main"].attrs
    assert attrs["virtual_device"] == table["VirtualDevice"][1]
    first, second = attrs["param_virtual_devices"]
    assert first["device_type_int"] == 1 and second["device_type_int"] == -1
    with pytest.raises(tvm.error.DiagnosticError, match="only attribute that a parameter can have"):
        tvm.parser.parse(text.replace("{virtual_device", "{place"), "text", None, table)


def test_parameters_are_bound_by_names_that_are_one_parameter_s():
    a, again = relay.var("a", shape=(1,)), relay.var("a", shape=(1,))
    function = relay.Function([a, again], a + again)
    for value in (np.zeros(1, "float32"), np.zeros(1, "float64")):
        with pytest.raises(tvm.TVMError):
            relay.build_module.bind_params_by_name(function, {"a": value})


def test_an_expression_becomes_the_body_of_a_function():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule()
    mod["main"] = relay.nn.relu(x)
    assert list(mod["main"].params) == [x]
    mod["main"] = relay.add(relay.const(1), relay.const(2))
    assert int(relay.create_executor(mod=mod).evaluate()().numpy()) == 3
