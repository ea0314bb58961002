"""Types, analyses, targets, and TVM's names that are aliases or absent."""

import subprocess
import sys
from pathlib import Path

import pytest
import tvm
import tvm.testing
from tvm import relay
from tvm.relay.analysis import check_kind, unmatched_cases

from passcope.ir.relations import TypeSolver

ROOT = Path(__file__).parents[2]


def test_kinds_of_type_variables():
    shape = relay.TypeVar("s", relay.TypeKind.ShapeVar)
    assert shape.kind == relay.TypeKind.ShapeVar == check_kind(shape)
    assert relay.GlobalTypeVar("T").kind == relay.TypeKind.AdtHandle
    assert relay.IncompleteType(relay.TypeKind.BaseType).kind == relay.TypeKind.BaseType
    a, b = relay.TypeVar("a"), relay.TypeVar("b")
    assert relay.FuncType([], a, [a]) == relay.FuncType([], b, [b])
    assert relay.FuncType([], a, [a]) != relay.FuncType([], shape, [shape])
    assert relay.FuncType([shape], a, [shape]).arg_types[0].kind == relay.TypeKind.ShapeVar
    with pytest.raises(tvm.TVMError, match="not ShapeVar"):
        check_kind(relay.TupleType([shape]))
    with pytest.raises(tvm.TVMError):
        relay.TypeVar("x", 3)


def test_types_that_have_to_agree():
    solver = TypeSolver()
    hole, tensor = relay.IncompleteType(), relay.TensorType((2, 3))
    assert solver.unify(relay.TupleType([hole, hole]), relay.TupleType([tensor, hole])).fields[1] == tensor
    assert solver.resolve(relay.RefType(hole)) == relay.RefType(tensor)
    with pytest.raises(tvm.TVMError):
        solver.unify(hole, relay.TensorType((4,)))
    broadcast = tvm.ir.EnvFunc.get("tvm.relay.type_relation.Broadcast")
    result = relay.IncompleteType()
    solver.add(relay.TypeRelation(broadcast, [hole, relay.TensorType((4, 1, 3)), result], 2, None))
    assert solver.solve() and solver.resolve(result) == relay.TensorType((4, 2, 3))
    with pytest.raises(ValueError):
        tvm.ir.EnvFunc.get("nothing of that name")


def test_cases_that_no_clause_fits():
    p = relay.prelude.Prelude()
    _, cons, nil = p.mod.get_type("List")
    v = relay.var("v")
    pair = relay.PatternTuple([relay.PatternConstructor(nil), relay.PatternWildcard()])
    found = unmatched_cases(relay.Match(v, [relay.Clause(pair, v)]), p.mod)
    assert all(isinstance(case, relay.PatternTuple) for case in found)
    assert [case.patterns[0].constructor for case in found] == [cons]
    first = found[0].patterns[0]
    assert len(first.patterns) == 2 and isinstance(first.patterns[0], relay.PatternWildcard)


def test_call_graphs():
    x = relay.var("x", "float32")
    mod = tvm.IRModule()
    mod["f"] = relay.Function([x], relay.GlobalVar("f")(x), relay.scalar_type("float32"))
    y = relay.var("y", "float32")
    mod["g"] = relay.Function([y], relay.GlobalVar("f")(y))
    graph = relay.analysis.CallGraph(mod)
    assert graph.is_recursive("f") and not graph.is_recursive("g")
    assert graph.global_call_count("g") == 1 and "f" in graph.print_var("g")
    with pytest.raises(KeyError):
        graph.ref_count("h")


def test_targets_say_their_options():
    target = tvm.target.Target("llvm -mcpu=skylake -libs=mkl,dnnl", host="c")
    assert target.kind.name == "llvm" and target.mcpu == "skylake" and target.libs == ["mkl", "dnnl"]
    assert target.host.kind.name == "c" and target.get_target_device_type() == 1
    assert tvm.target.Target({"kind": "cuda", "arch": "sm_80"}).supports_integer_dot_product
    assert tvm.target.Target("opencl").max_function_args == 128
    for wrong in ("nothing", "llvm -nothing=1"):
        with pytest.raises(ValueError):
            tvm.target.Target(wrong)
    with pytest.raises(ValueError):
        tvm.target.Target.current(allow_none=False)
    with target:
        assert tvm.target.Target.current() is target


def test_devices_have_dlpack_s_numbers():
    assert [tvm.device(name).device_type for name in ("llvm", "cuda", "vulkan", "hexagon")] == [1, 2, 7, 14]
    assert tvm.cpu().exist and not tvm.cuda(1).exist and str(tvm.cuda(1)) == "cuda(1)"
    with pytest.raises(ValueError):
        tvm.device("nothing")


def test_places_of_expressions():
    x = relay.var("x", shape=(2,))
    call = relay.Call(relay.op.get("nn.relu"), [x], None, None, relay.Span(relay.SourceName("here"), 3, 4, 5, 6))
    assert call.span == relay.Span(relay.SourceName("here"), 3, 4, 5, 6)
    assert "span=here:3:5" in call.astext()


def test_loops():
    i, s = relay.var("i", "int32"), relay.var("s", "int32")
    loop = relay.loops.while_loop(
        lambda i, s: relay.less(i, relay.const(5)), [i, s], lambda i, s: [i + relay.const(1), s + i]
    )
    result = relay.create_executor().evaluate(loop(relay.const(0), relay.const(0)))
    assert [int(item.numpy()) for item in result] == [5, 10]


def test_mistakes_are_shown_to_the_renderer_that_was_put_in_place():
    shown = []
    tvm.ir.diagnostics.override_renderer(lambda ctx: shown.extend(item.message for item in ctx.diagnostics))
    try:
        with pytest.raises(tvm.error.DiagnosticError):
            tvm.parser.parse('#[version = "0.0.5"]\ndef @main() { nothing_of_that_name() }')
    finally:
        tvm.ir.diagnostics.override_renderer(None)
    assert any("nothing_of_that_name" in message for message in shown)


def test_functions_by_name():
    tvm.register_func("passcope.test.twice", lambda value: 2 * value, override=True)
    assert tvm.get_global_func("passcope.test.twice")(4) == 8
    assert tvm.get_global_func("nothing of that name", True) is None
    with pytest.raises(ValueError):
        tvm.get_global_func("nothing of that name")
    with pytest.raises(ValueError):
        tvm.register_func("passcope.test.twice", abs)


def test_what_is_not_here_says_so_when_it_is_used():
    from tvm import autotvm, rpc

    with pytest.raises(NotImplementedError, match="nothing to tune"):
        autotvm.task.create("name", (), "llvm")
    with pytest.raises(NotImplementedError, match="no connection"):
        rpc.connect("127.0.0.1", 9090)
    with pytest.raises(NotImplementedError):

        class Context(autotvm.FallbackContext):  # pylint: disable=unused-variable
            """Cannot be derived."""


@tvm.testing.skip_parameterizations("two", reason="left out")
@tvm.testing.xfail_parameterizations("three", reason="known")
@pytest.mark.parametrize("number", [1, 2, 3], ids=["one", "two", "three"])
def test_sets_of_parameters_can_be_left_out(number):
    assert number == 1


def test_the_document_says_what_is_here():
    command = [sys.executable, ROOT / "python" / "tools" / "document_api.py", "--check"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_the_table_of_tvm_s_tests(tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_some.py").write_text(
        "import pytest\n"
        "from tvm import autotvm, relay\n"
        "def test_good():\n    relay.var('x')\n"
        "def test_bad():\n    assert False, 'a reason'\n"
        "def test_beyond():\n    autotvm.task.create('name', (), 'llvm')\n"
        "@pytest.mark.skip\ndef test_skipped():\n    pass\n"
    )
    command = [sys.executable, ROOT / "python" / "tools" / "tvm_tests.py", tests]
    made = subprocess.run(
        [*command, "--table", tmp_path / "table.md"], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stderr
    table = (tmp_path / "table.md").read_text()
    assert "| test_some.py | 1 | 1 | 1 | 1 |" in table and "50.0 %" in table
    assert "nothing to tune" not in table and "needs tools for tuning (1)" in table
    made = subprocess.run([*command, "--at-least", "90"], capture_output=True, text=True, check=False)
    assert made.returncode == 1
    made = subprocess.run([*command[:2], tmp_path / "none"], capture_output=True, text=True, check=False)
    assert "there are no tests of TVM" in made.stderr


def test_weights_are_given_transposed():
    import numpy as np

    x, w = relay.var("x", shape=(1, 4)), relay.var("w", shape=(4, 3))
    function = relay.Function([x, w], relay.nn.dense(x, relay.transpose(w, [1, 0])))
    value, data = np.random.rand(4, 3).astype("float32"), np.random.rand(1, 4).astype("float32")
    changed, params = relay.data_dep_optimization.simplify_fc_transpose.convert(
        function, {"w": tvm.nd.array(value)}
    )
    assert list(params) == ["w.T"] and params["w.T"].shape == (3, 4)
    result = relay.create_executor().evaluate(changed)(data, **params)
    np.testing.assert_allclose(result.numpy(), data @ value, rtol=1e-5)


def test_data_types_by_name():
    facts = [(tvm.DataType(name).bits, tvm.DataType(name).lanes) for name in ("float16", "int8x4", "bool", "handle")]
    assert facts == [(16, 1), (8, 4), (1, 1), (64, 1)]
    assert tvm.DataType("int32") == tvm.DataType("int") and str(tvm.DataType("uint8")) == "uint8"
    with pytest.raises(ValueError):
        tvm.DataType("number")


def test_functions_of_the_table_are_packed_functions():
    tvm.register_func("test.packed", lambda x: x + 1)
    found = tvm.get_global_func("test.packed")
    assert isinstance(found, tvm.runtime.PackedFunc) and found(1) == 2
    assert not isinstance("test.packed", tvm.runtime.PackedFunc)


def test_a_key_that_no_configuration_has():
    with pytest.raises(AttributeError, match="relay.FuseOps.max_depth"):
        tvm.transform.PassContext(config={"no.such.key": 1})
