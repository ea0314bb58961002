"""Passes, contexts and instruments, both the engine's and those in Python."""

import pytest
import tvm
from tvm import relay
from tvm.ir.instrument import PassTimingInstrument, pass_instrument


def program():
    x = relay.var("x", shape=(2, 3))
    return tvm.IRModule.from_expr(relay.Function([x], x + (relay.const(1.0) + relay.const(2.0))))


def operators(mod):
    return relay.analysis.list_op_freqs(mod)


def test_passes_of_the_table():
    mod = relay.transform.FoldConstant()(program())
    assert operators(mod) == {"add": 1}
    assert relay.transform.FuseOps(fuse_opt_level=2).info.name == "FuseOps"
    layouts = {"nn.conv2d": ["NHWC", "HWIO"]}
    assert relay.transform.ConvertLayout(layouts).info.opt_level == 3
    with pytest.raises(TypeError):
        relay.transform.FoldConstant(unknown=1)
    with pytest.raises(TypeError, match="takes an IRModule"):
        relay.transform.FoldConstant()(3)


def test_contexts():
    passes = [relay.transform.FoldConstant(), relay.transform.EliminateCommonSubexpr()]
    sequential = tvm.transform.Sequential(passes)
    seen = []

    @pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            seen.append(info.name)

    with tvm.transform.PassContext(opt_level=3, instruments=[Names()]) as context:
        assert tvm.transform.PassContext.current() is context
        sequential(program())
    assert "EliminateCommonSubexpr" in seen and context.opt_level == 3
    seen.clear()
    disabled = tvm.transform.PassContext(
        opt_level=3, disabled_pass=["EliminateCommonSubexpr"], instruments=[Names()]
    )
    with disabled:
        sequential(program())
    assert "EliminateCommonSubexpr" not in seen
    assert tvm.transform.PassContext.current() is not context
    with pytest.raises(tvm.TVMError, match="relay.FuseOps.max_dept"):
        tvm.transform.PassContext(config={"relay.FuseOps.max_dept": 1})
    assert "relay.FuseOps.max_depth" in tvm.transform.PassContext.list_configs()


def test_settings_of_passes_over_loops_have_no_effect():
    config = {"tir.disable_vectorize": True, "tir.add_lower_pass": [], "relay.FuseOps.max_depth": 1, "tir.UnrollLoop": {}}
    with tvm.transform.PassContext(opt_level=3, config=config) as context:
        assert dict(tvm.transform.PassContext.current().config) == dict(context.config) == config
        fused = relay.transform.FuseOps()(relay.transform.InferType()(program()))
    assert tvm.ir.structural_equal(fused, relay.transform.InferType()(fused))
    assert set(config) < set(tvm.transform.PassContext.list_configs())
    for wrong in ({"tir.noalias": "yes"}, {"tir.add_lower_pass": 1}, {"tir.no_such_setting": True}):
        with pytest.raises(tvm.TVMError, match="tir"):
            tvm.transform.PassContext(config=wrong)


def test_function_pass_and_mutator():
    @relay.transform.function_pass(opt_level=1)
    class Scale:
        """Multiplies each constant."""

        def __init__(self, factor):
            self.factor = factor

        def transform_function(self, func, mod, ctx):
            factor = self.factor

            class Mutator(relay.ExprMutator):
                def visit_constant(self, const):
                    return relay.multiply(factor, const)

            return Mutator().visit(func)

    scale = Scale(factor=relay.const(3.0))
    assert scale.info.name == "Scale" and scale.factor.data.numpy() == 3
    assert isinstance(scale, relay.transform.FunctionPass)
    assert operators(scale(program())) == {"add": 2, "multiply": 2}


def test_module_pass():
    replacement = program()

    @tvm.transform.module_pass(opt_level=2, name="Replace")
    def replace(mod, ctx):
        assert ctx.opt_level == 2
        return replacement

    assert replace(program()).same_as(replacement)
    assert "Replace" in str(replace)
    with pytest.raises(ValueError, match="opt_level"):
        tvm.transform.module_pass(lambda mod, ctx: mod)
    wrong = tvm.transform.module_pass(lambda mod, ctx: 3, opt_level=0)
    with pytest.raises(TypeError, match="returned int, not a module"):
        wrong(program())


def test_errors_of_hooks_pass_through_as_tvms_do():
    class Dummy(Exception):
        pass

    def failing(error):
        @pass_instrument
        class Bad:
            def run_before_pass(self, mod, info):
                raise error

        with tvm.transform.PassContext(instruments=[Bad()]):
            relay.transform.InferType()(program())

    # The exception keeps a type that TVM registers. Its text is the traceback, and its cause is the original.
    with pytest.raises(ValueError) as caught:
        failing(ValueError("too bad"))
    assert str(caught.value).split("\n")[-1] == "ValueError: too bad"
    assert str(caught.value.__cause__) == "too bad"
    with pytest.raises(tvm.TVMError, match="Dummy: too bad"):
        failing(Dummy("too bad"))
    with pytest.raises(KeyboardInterrupt):
        failing(KeyboardInterrupt())


def test_exit_rules():
    log = []

    class Base:
        def __init__(self, name):
            self.name = name

        def enter_pass_ctx(self):
            log.append(self.name + " enter")

        def exit_pass_ctx(self):
            log.append(self.name + " exit")

    fine = pass_instrument(Base)

    @pass_instrument
    class Bad(Base):
        def enter_pass_ctx(self):
            raise ValueError("bad")

    context = tvm.transform.PassContext(instruments=[fine("a"), Bad("b"), fine("c")])
    with pytest.raises(ValueError):
        with context:
            pass
    assert log == ["a enter", "a exit"]
    assert len(context.instruments) == 0
    with pytest.raises(TypeError, match="needs at least one"):
        pass_instrument(dict)


def test_times():
    timing = PassTimingInstrument()
    with tvm.transform.PassContext(instruments=[timing]):
        relay.transform.FoldConstant()(program())
        profile = timing.render()
    assert profile.startswith("FoldConstant: ")
    tvm.transform.PassContext.current().override_instruments([timing])
    relay.transform.InferType()(program())
    assert "InferType" in timing.render()
    tvm.transform.PassContext.current().override_instruments(None)
    assert timing.render() == ""


def test_printing(capsys):
    with tvm.transform.PassContext(instruments=[tvm.instrument.PrintBeforeAll()]):
        relay.transform.InferType()(program())
    assert "def @main" in capsys.readouterr().out
    tvm.transform.PrintIR("before")(program())
    assert "before" in capsys.readouterr().err


def test_patterns():
    from tvm.relay.dataflow_pattern import DFPatternCallback, is_constant, is_op, rewrite, wildcard

    class AddConstant(DFPatternCallback):
        def __init__(self):
            super().__init__()
            self.x = wildcard()
            self.pattern = is_op("add")(self.x, is_constant())

        def callback(self, pre, post, node_map):
            return relay.nn.relu(node_map[self.x][0])

    x = relay.var("x", shape=(2,))
    expr = relay.nn.relu(x + relay.const(1.0)) + x
    rewritten = rewrite(AddConstant(), expr)
    assert tvm.ir.structural_equal(rewritten, relay.nn.relu(relay.nn.relu(x)) + x)
    composite = [("sum", is_op("add")(wildcard(), wildcard()), lambda call: False)]
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    assert operators(relay.transform.MergeComposite(composite)(mod)) == operators(mod)


def test_analysis():
    from tvm.relay.analysis import Feature, detect_feature, get_total_mac_number

    x, w = relay.var("x", shape=(2, 3)), relay.var("w", shape=(4, 3))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.dense(x, w)))
    assert get_total_mac_number(mod["main"]) == 2 * 3 * 4
    assert Feature.fOp in detect_feature(mod) and Feature.fLet not in detect_feature(mod)
    assert relay.analysis.all_dtypes(mod["main"]) == {"float32"}
    assert relay.analysis.check_basic_block_normal_form(mod["main"])
    shared = relay.add(x, x)
    branches = relay.If(relay.var("c", shape=(), dtype="bool"), relay.negative(shared), shared)
    with pytest.raises(tvm.TVMError, match="several blocks use"):
        relay.analysis.check_basic_block_normal_form(branches)
    assert len(relay.analysis.extract_fused_functions(mod)) == 1


def test_networks():
    from tvm.relay.testing import mlp, resnet

    mod, params = mlp.get_workload(2)
    assert mod["main"].params[0].type_annotation.shape == [2, 1, 28, 28]
    assert "fc1_weight" in params and params["fc1_weight"].shape == (128, 784)
    mod, params = resnet.get_workload(num_layers=18, image_shape=(3, 32, 32), num_classes=10)
    assert operators(mod)["nn.conv2d"] == 21
    run = relay.create_executor("graph", mod, params=params).evaluate()
    probabilities = run(tvm.nd.empty((1, 3, 32, 32))).numpy()
    assert probabilities.shape == (1, 10) and abs(probabilities.sum() - 1) < 1e-5


def test_rules_of_operators_are_functions_of_python():
    from tvm.relay.testing import TempOpAttr

    seen = []

    def alter(attrs, inputs, tinfos, out_type):
        seen.append((attrs.channels, [str(t) for t in tinfos], str(out_type)))
        return relay.nn.conv2d(*inputs, channels=4, kernel_size=1, out_dtype="float32")

    x, w = relay.var("x", shape=(1, 3, 4, 4)), relay.var("w", shape=(4, 3, 1, 1))
    mod = tvm.IRModule.from_expr(relay.nn.conv2d(x, w, channels=4, kernel_size=1))
    mod = relay.transform.InferType()(mod)
    with TempOpAttr("nn.conv2d", "FTVMAlterOpLayout", alter):
        with tvm.transform.PassContext(opt_level=3):
            altered = relay.transform.AlterOpLayout()(mod)
    assert seen[0] == (
        4,
        ["Tensor[(1, 3, 4, 4), float32]", "Tensor[(4, 3, 1, 1), float32]"],
        "Tensor[(1, 4, 4, 4), float32]",
    )
    assert altered["main"].body.attrs.out_dtype == "float32"
    same = relay.transform.AlterOpLayout()(mod)
    assert tvm.ir.structural_equal(same["main"], mod["main"])
    shared = relay.nn.relu(x) + relay.nn.relu(x)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(shared))
    assert operators(relay.transform.EliminateCommonSubexpr()(mod))["nn.relu"] == 1
    kept = relay.transform.EliminateCommonSubexpr(lambda expr: isinstance(expr, relay.Call))(mod)
    assert operators(kept)["nn.relu"] == 2


def test_type_variables():
    a, b = relay.TypeVar("a"), relay.TypeVar("b")
    x = relay.Var("x", relay.TupleType([a, b]))
    f = relay.Function([x], x, None, [a])
    assert relay.analysis.all_type_vars(f) == [a, b]
    assert relay.analysis.bound_type_vars(f) == [a]
    assert relay.analysis.free_type_vars(f) == [b]


def on_cpu(expr):
    """An expression that is computed and stored on the CPU."""
    return relay.annotation.on_device(expr, tvm.cpu(), constrain_result=True, constrain_body=True)


def test_expressions_with_free_variables_are_folded():
    x = relay.var("x", shape=(2,))
    three = relay.const(1.0) + relay.const(2.0)
    folded = relay.transform.FoldConstantExpr(x + three, tvm.IRModule())
    assert folded.args[0].same_as(x) and folded.args[1].data.numpy() == 3
    # The variable has no type yet, so its shape is unknown.
    call = relay.shape_of(x)
    assert tvm.ir.structural_equal(relay.transform.FoldConstantExpr(call, tvm.IRModule()), call)
    function = relay.transform.FoldConstantExpr(relay.Function([x], x * three), tvm.IRModule())
    assert isinstance(function, relay.Function) and function.body.args[1].data.numpy() == 3


def test_constants_on_devices_are_folded():
    x = relay.var("x", shape=(1,))
    one, two = relay.var("one"), relay.var("two")
    body = relay.Let(
        one, on_cpu(relay.const(1.0)), relay.Let(two, on_cpu(relay.add(one, one)), relay.add(two, x))
    )
    folded = relay.testing.run_opt_pass(relay.Function([x], body), relay.transform.FoldConstant())
    expected = relay.Function([x], relay.add(on_cpu(relay.const(2.0)), x))
    tvm.ir.assert_structural_equal(folded, relay.testing.run_infer_type(expected))
    pair = on_cpu(relay.Tuple([relay.const(1.0), x]))
    field = relay.testing.run_opt_pass(
        relay.Function([x], relay.TupleGetItem(pair, 0)), relay.transform.FoldConstant()
    )
    expected = relay.testing.run_infer_type(relay.Function([x], on_cpu(relay.const(1.0))))
    tvm.ir.assert_structural_equal(field, expected)


def test_what_gets_a_name_keeps_its_device():
    x = relay.var("x", shape=(1,))
    body = relay.add(on_cpu(relay.multiply(relay.add(x, x), relay.const(2.0))), x)
    passes = tvm.transform.Sequential([relay.transform.ToANormalForm(), relay.transform.InferType()])
    made = relay.testing.run_opt_pass(relay.Function([x], body), passes)
    a, b, c, d = (relay.var(name) for name in "abcd")
    expected = relay.Let(
        a,
        on_cpu(relay.add(x, x)),
        relay.Let(
            b,
            on_cpu(relay.const(2.0)),
            relay.Let(c, on_cpu(relay.multiply(a, b)), relay.Let(d, relay.add(on_cpu(c), x), d)),
        ),
    )
    expected = relay.testing.run_infer_type(relay.Function([x], expected))
    tvm.ir.assert_structural_equal(made, expected)


def _pooling(shape):
    x = relay.var("x", shape=shape, dtype="int8")
    return relay.Function([x], relay.nn.max_pool2d(x)).with_attr("Primitive", 1)


def _used_memory(body):
    """Runs AnnotateUsedMemory on a body. Returns the module's bytes, and those of each call of a primitive function."""
    mod = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(body), body))
    for made in (relay.transform.InferType(), relay.transform.ToANormalForm(), relay.transform.InferType()):
        mod = made(mod)
    mod = relay.transform._ffi_api.AnnotateUsedMemory()(mod)
    found, expr = [], mod["main"].body
    while isinstance(expr, relay.Let):
        if isinstance(expr.value, relay.Function):
            found.append(list(expr.value.attrs["used_memory"]))
        expr = expr.body
    return mod["main"].attrs["io_used_memory"], found


def test_memory_that_is_used_while_functions_run():
    x = relay.var("input", shape=(1, 2, 2, 4), dtype="int8")
    one = _pooling((1, 2, 2, 4))
    assert _used_memory(one(x)) == (32, [[32]])
    # The input of the second function is the result of the first one. The program's input is dead by then.
    assert _used_memory(_pooling((1, 2, 2, 4))(one(x))) == (32, [[32], [32]])
    # Both results are live at the end, and the input is live until the second call.
    both = relay.Tuple([one(x), _pooling((1, 2, 2, 4))(x)])
    assert _used_memory(both) == (48, [[32], [48]])
    # A function that is called twice has a number for each call.
    assert _used_memory(one(one(x))) == (32, [[32, 32]])


def test_memory_of_sizes_that_are_not_known():
    x = relay.var("input", shape=(1, relay.Any(), 2, 4), dtype="int8")
    with pytest.raises(tvm.TVMError, match="dynamic shapes"):
        _used_memory(_pooling((1, relay.Any(), 2, 4))(x))
