"""Errors about wrong arguments are sentences."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import tvm
from tvm import relay

X = relay.var("x", shape=(2, 3))
MODULE = tvm.IRModule.from_expr(relay.tanh(X))


def test_no_public_call_answers_with_an_error_about_internals():
    script = Path(__file__).with_name("wrong_arguments.py")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]


@pytest.mark.parametrize(
    "call, sentence",
    [
        (lambda: relay.tanh(MODULE), "tanh takes an expression as 'data', not an IRModule"),
        (lambda: relay.tanh(None), "tanh takes an expression as 'data', not None"),
        (lambda: relay.add(X, 3), "add takes an expression as 'rhs', not the number 3; relay.const makes a constant of it"),
        (lambda: relay.Function([X], MODULE), "Function takes an expression as 'body', not an IRModule"),
        (lambda: relay.Function(X, X), "Function takes a list of variables as 'params', not a Var"),
        (lambda: relay.Call(relay.op.get("tanh"), [None]), "Call takes a list of expressions as 'args', but item 0 is None"),
        (
            lambda: relay.Tuple([X, relay.TensorType((2,))]),
            "Tuple takes a list of expressions as 'fields', but item 1 is a TensorType",
        ),
        (lambda: relay.transform.FoldConstant()(X), "Pass takes an IRModule as 'mod', not a Var"),
        (lambda: relay.transform.FoldConstant()(None), "Pass takes an IRModule as 'mod', not None"),
        (
            lambda: tvm.transform.Sequential([relay.transform.FoldConstant]),
            "Sequential takes a list of passes as 'passes', but item 0 is the function FoldConstant",
        ),
        (
            lambda: tvm.transform.PassContext(instruments=[tvm.instrument.PassTimingInstrument]),
            "PassContext takes a list of instruments as 'instruments', but item 0 is the class PassTimingInstrument",
        ),
        (lambda: tvm.IRModule.from_expr(MODULE), "IRModule.from_expr takes an expression as 'expr', not an IRModule"),
        (lambda: tvm.parser.parse(3), "parse takes a string as 'source', not the number 3"),
        (lambda: relay.analysis.free_vars("x"), "free_vars takes an expression as 'expr', not the string 'x'"),
        (lambda: relay.build(X, "llvm"), "build takes an IRModule as 'ir_mod', not a Var"),
    ],
)
def test_sentences_name_the_argument(call, sentence):
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value) == sentence
    assert isinstance(error.value, tvm.TVMError)
    # The user's line, and that of the package's guard.
    assert len(error.traceback) <= 4 and error.value.__cause__ is None


def test_a_mutator_without_return():
    class Forgetful(relay.ExprMutator):
        def visit_call(self, call):
            super().visit_call(call)

    with pytest.raises(TypeError, match="Forgetful.visit_call must return an expression, not None. Does it end with"):
        Forgetful().visit(relay.tanh(X))


def test_passes_and_callbacks_without_return():
    nothing = relay.transform.function_pass(lambda func, mod, ctx: None, opt_level=0, name="Nothing")
    with pytest.raises(TypeError, match="the pass Nothing returned None, not a function. Does it end with a return?"):
        nothing(MODULE)

    class Callback(relay.dataflow_pattern.DFPatternCallback):
        def __init__(self):
            super().__init__()
            self.pattern = relay.dataflow_pattern.is_op("tanh")(relay.dataflow_pattern.wildcard())

        def callback(self, pre, post, node_map):
            pass

    with pytest.raises(TypeError, match="Callback.callback must return an expression, not None. Does it end"):
        relay.dataflow_pattern.rewrite(Callback(), relay.tanh(X))


def test_errors_of_the_users_code_stay():
    @relay.transform.function_pass(opt_level=0)
    def wrong(func, mod, ctx):
        return None.handle

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'handle'"):
        wrong(MODULE)

    class Wrong(relay.ExprVisitor):
        def visit_call(self, call):
            return call.no_such_attribute

    with pytest.raises(AttributeError, match="no_such_attribute"):
        Wrong().visit(relay.tanh(X))

    def visit(node):
        raise TypeError("from my function")

    with pytest.raises(TypeError, match="^from my function$"):
        relay.analysis.post_order_visit(X, visit)
    with pytest.raises(TypeError, match="^Object of type Var is not JSON serializable$"):
        relay.analysis.post_order_visit(X, lambda node: json.dumps(node))
