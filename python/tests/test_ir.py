"""Types, expressions, functions, modules: their fields and their equality."""

import gc

import numpy as np
import pytest
import tvm
from tvm import relay, te
from passcope import _raw


def test_types():
    n = te.size_var("n")
    t = relay.TensorType((3, n, relay.Any(), (n + 1) * 2), "float16")
    assert str(t) == "Tensor[(3, n, ?, ((n + 1) * 2)), float16]"
    assert t.shape[0] == 3 and isinstance(t.shape[0], tvm.tir.IntImm)
    assert t.shape[1] == n and isinstance(t.shape[2], tvm.tir.Any)
    assert t == relay.TensorType((3, n, relay.Any(), (n + 1) * 2), "float16")
    assert relay.scalar_type("int32") == relay.TensorType((), "int32")
    a, b = relay.TypeVar("a"), relay.TypeVar("a")
    assert a != b
    f = relay.FuncType([a, t], relay.TupleType([a]), [a])
    assert f == relay.FuncType([b, t], relay.TupleType([b]), [b])
    assert f.arg_types[0] == a and f.ret_type.fields[0] == a and f.type_params[0] == a
    with pytest.raises(tvm.TVMError, match="is not a size of a tensor"):
        relay.TensorType((-1,))


def test_expressions():
    x = relay.var("x", shape=(1, 3, 8, 8))
    w = relay.var("w", shape=(4, 3, 3, 3))
    conv = relay.nn.conv2d(x, w, padding=1, channels=4, kernel_size=3)
    f = relay.Function([x, w], relay.nn.relu(conv))
    assert f.body.op.name == "nn.relu" and f.body.op == relay.op.get("nn.relu")
    assert f.body.args[0] == conv and f.params == [x, w]
    assert conv.attrs.get_int_tuple("padding") == (1, 1, 1, 1)
    assert conv.attrs.channels == 4 and conv.attrs["data_layout"] == "NCHW"
    again = relay.Call(conv.op, conv.args, conv.attrs)
    assert tvm.ir.structural_equal(again, conv) and again != conv
    with pytest.raises(AttributeError):
        conv.attrs.channels = 5
    with pytest.raises(ValueError, match="has not populated"):
        conv.checked_type  # pylint: disable=pointless-statement
    typed = relay.transform.InferType()(tvm.IRModule.from_expr(f))["main"]
    assert typed.checked_type.ret_type == relay.TensorType((1, 4, 8, 8))
    assert typed.params[0] != x and typed.params[0].vid == x.vid


def test_operators_take_tvms_parameters():
    x = relay.var("x", shape=(2, 6))
    assert [item.index for item in relay.split(x, 3, axis=1)] == [0, 1, 2]
    assert relay.clip(x, 0.0, a_max=6.0).attrs.a_max == 6.0
    assert relay.sum(x, axis=1).attrs.axis == [1]
    assert relay.reshape(x, relay.const([3, 4])).op.name == "reshape"
    dynamic = relay.reshape(x, relay.var("shape", shape=(2,), dtype="int64"))
    assert dynamic.op.name == "dyn.reshape"
    assert relay.cast(x, np.float16).attrs.dtype == "float16"
    assert relay.concatenate([x, x], axis=-1).args[0].fields == [x, x]
    assert relay.strided_slice(x, [0, 1], [2, 3]).attrs.end == [2, 3]
    assert relay.zeros(relay.const([2, 3]), "int32").attrs.shape == [2, 3]
    with pytest.raises(TypeError):
        relay.clip(x)  # pylint: disable=no-value-for-parameter
    with pytest.raises(TypeError, match="with `const` first"):
        x + 1  # pylint: disable=pointless-statement


def test_values():
    value = np.arange(6, dtype="float32").reshape(2, 3)
    array = tvm.nd.array(value)
    assert array.shape == (2, 3) and array.dtype == "float32"
    np.testing.assert_array_equal(array.numpy(), value)
    np.testing.assert_array_equal(np.asarray(relay.const(value).data), value)
    assert relay.const(1).data.dtype == "int32" and relay.const(1.0).data.dtype == "float32"
    with pytest.raises(ValueError, match="does not fit"):
        array.copyfrom(np.zeros((3, 2), "float32"))
    x = relay.var("x", shape=(2, 3))
    f = relay.Function([x], relay.Tuple([x + x, relay.sum(x)]))
    double, total = relay.create_executor("vm").evaluate(f)(value)
    np.testing.assert_array_equal(double.numpy(), value * 2)
    assert total.numpy() == 15


def test_modules_are_changed_by_themselves_alone():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], x))
    other = tvm.IRModule(mod.functions)
    other["twice"] = relay.Function([x], x + x)
    assert [var.name_hint for var in other.get_global_vars()] == ["main", "twice"]
    assert [var.name_hint for var in mod.get_global_vars()] == ["main"]
    assert mod.same_as(relay.transform.InferType()(mod)) is False
    with pytest.raises(ValueError, match='global var "other"'):
        mod["other"]  # pylint: disable=pointless-statement


def test_data_types():
    a = relay.TypeVar("a")
    box = relay.GlobalTypeVar("Box")
    full = relay.Constructor("Full", [a], box)
    empty = relay.Constructor("Empty", [], box)
    mod = tvm.IRModule()
    mod[box] = relay.TypeData(box, [a], [full, empty])
    x = relay.Var("x", box(relay.scalar_type("float32")))
    v = relay.Var("v")
    clauses = [
        relay.Clause(relay.PatternConstructor(full, [relay.PatternVar(v)]), v),
        relay.Clause(relay.PatternWildcard(), relay.const(0.0)),
    ]
    mod["main"] = relay.Function([x], relay.Match(x, clauses))
    typed = relay.transform.InferType()(mod)
    assert typed["main"].checked_type.ret_type == relay.scalar_type("float32")
    match = typed["main"].body
    assert match.complete and match.clauses[0].lhs.constructor.name_hint == "Full"
    assert typed.get_type("Box")[1].tag & 0xFFFFFF == 0


def test_nothing_is_left_in_the_engine():
    gc.collect()
    before = _raw.liveHandles()
    for _ in range(20):
        x = relay.var("x", shape=(2,))
        mod = tvm.IRModule.from_expr(relay.Function([x], relay.nn.relu(x) + x))
        mod = relay.transform.FuseOps()(relay.transform.InferType()(mod))
        assert [call.op for call in [mod["main"].body]]
    del x, mod
    gc.collect()
    assert _raw.liveHandles() == before


def test_shared_nodes_are_visited_once():
    x = relay.var("x", shape=(2,))
    for _ in range(100):
        x = x + x
    visits = []

    class Visitor(relay.ExprVisitor):
        def visit_op(self, op):
            visits.append(op.name)

    Visitor().visit(x)
    assert visits == ["add"]
    assert tvm.ir.structural_equal(relay.ExprMutator().visit(x), x)


def test_deep_programs_are_no_crash():
    x = relay.var("x", shape=(2,))
    for _ in range(20000):
        x = relay.nn.relu(x)
    assert len(relay.analysis.free_vars(x)) == 1
    with pytest.raises(RecursionError):
        relay.ExprMutator().visit(x)


def test_assert_structural_equal_tells_where():
    def program(name, shape):
        x, w = relay.var("x", shape=shape), relay.var("w", shape=(4, 3))
        return relay.Function([x, w], relay.nn.dense(getattr(relay, name)(x), w))

    f = program("tanh", (2, 3))
    tvm.ir.assert_structural_equal(f, program("tanh", (2, 3)))
    with pytest.raises(ValueError, match=r"check failed, caused by lhs at <root>\.body\.args\[0\]\.op:\n") as told:
        tvm.ir.assert_structural_equal(f, program("exp", (2, 3)))
    assert "and rhs at <root>.body.args[0].op:\n" in str(told.value)
    assert "-  %0 = tanh(%x);\n+  %0 = exp(%x);" in str(told.value)
    modules = [tvm.IRModule.from_expr(program(name, (2, 3))) for name in ("tanh", "exp")]
    with pytest.raises(ValueError, match=r'lhs at <root>\.functions\["main"\]\.body\.args\[0\]\.op:'):
        tvm.ir.assert_structural_equal(*modules)
    # For lists, types, free variables, and values that are not programs.
    with pytest.raises(ValueError, match=r"lhs at <root>\[1\]\.params\[0\]\.type_annotation\.shape\[0\]:"):
        tvm.ir.assert_structural_equal([f, f], [f, program("tanh", (5, 3))])
    types = [relay.TensorType((2, 3), "float32"), relay.TensorType((2, 4), "float32")]
    with pytest.raises(ValueError, match=r"lhs at <root>\.shape\[1\]:"):
        tvm.ir.assert_structural_equal(*types)
    tvm.ir.assert_structural_equal(relay.var("x", shape=(2,)), relay.var("y", shape=(2,)), map_free_vars=True)
    for lhs, rhs in ((f, types[0]), ([f], [f, f]), (1, 2)):
        with pytest.raises(ValueError, match="lhs at <root>:"):
            tvm.ir.assert_structural_equal(lhs, rhs)
