"""The trace, and the lineage of expressions."""

import pytest
import tvm
from tvm import relay
from tvm.instrument import Relative, TraceInstrument

PROGRAM = """#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  %1 = multiply(%0, multiply(2f, 3f));
  tanh(%1)
}
"""


def traced(lineage):
    trace = TraceInstrument(lineage=lineage)
    mod = relay.transform.InferType()(tvm.parser.fromtext(PROGRAM))
    with tvm.transform.PassContext(opt_level=3, instruments=[trace]):
        out = relay.transform.FuseOps()(relay.transform.FoldConstant()(mod))
    return trace, mod, out


def operator(node):
    return isinstance(node, relay.Call) and isinstance(node.op, tvm.ir.Op) and node.op.name


def test_entries_have_names_times_operators_and_modules():
    trace, mod, out = traced(False)
    outer = [entry for entry in trace.entries() if entry.parent < 0]
    assert [entry.name for entry in outer] == ["FoldConstant", "FuseOps"]
    fold, fuse = outer
    assert fold.status == "ok" and fold.changed and fold.op_diff == {"multiply": -1}
    assert fold.duration_us >= fold.own_us >= 0 and fuse.start_us >= fold.start_us
    assert fold.ops_before["multiply"] == 2 and fold.ops_after["multiply"] == 1
    assert fold.error is None and fold.decision is None
    assert tvm.ir.structural_equal(trace.module_before(fold.index), mod)
    assert tvm.ir.structural_equal(trace.module_after(fuse.index), out)
    with pytest.raises(tvm.TVMError, match="no entry 99"):
        trace.module_after(99)
    trace.clear()
    assert trace.entries() == []


def test_what_an_expression_was_made_of_and_what_became_of_it():
    trace, mod, out = traced(True)
    names = [entry.name for entry in trace.entries()]
    tanh = mod["main"].body
    descendants = trace.descendants(tanh)
    assert descendants and all(isinstance(each, Relative) for each in descendants)
    assert any("FuseOps" in [names[i] for i in each.passes] for each in descendants)
    for each in descendants:
        assert tanh in [ancestor.node for ancestor in trace.ancestors(each.node)]
    assert trace.ancestors(tanh) == [] and trace.descendants(out["main"].body) == []

    # The product of two constants finally is a constant, which FoldConstant made.
    product = next(
        arg for arg in mod["main"].body.args[0].args if operator(arg) == "multiply"
    )
    folded = [each for each in trace.descendants(product) if isinstance(each.node, relay.Constant)]
    assert folded and folded[0].node.data.numpy() == 6
    assert [names[i] for i in folded[0].passes][:1] == ["FoldConstant"]
    # The nearest one comes first.
    assert folded[0].entry <= folded[-1].entry
    assert product in [each.node for each in trace.ancestors(folded[0].node)]

    text = trace.render_lineage("nn.relu")
    assert text.startswith("nn.relu(") and "FuseOps: " in text
    assert trace.render_lineage(6).startswith("tanh(")


def test_what_cannot_be_asked():
    trace, mod, _ = traced(False)
    with pytest.raises(tvm.TVMError, match="does not record the lineage"):
        trace.ancestors(mod["main"].body)
    trace, mod, _ = traced(True)
    with pytest.raises(TypeError, match="descendants takes an expression as 'node', not an IRModule"):
        trace.descendants(mod)
    with pytest.raises(tvm.TVMError, match="neither the first nor the last program has a call or a line 'nn.dense'"):
        trace.render_lineage("nn.dense")


def test_names_of_sources_are_reached_through_passes():
    x = relay.var("x", shape=(1, 4))
    named = relay.Call(relay.op.get("nn.relu"), [x], span=tvm.ir.Span("/layer/Relu", 0, 0, 0, 0))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], named)))
    trace = TraceInstrument(lineage=True)
    with tvm.transform.PassContext(opt_level=3, instruments=[trace]):
        out = relay.transform.FuseOps()(mod)
    fused = out["main"].body
    assert "/layer/Relu" in [each.source for each in trace.ancestors(fused)]
