"""The engine's instruments, and the records that they return."""

import dataclasses

import pytest
import tvm
from tvm import instrument, relay, transform

from passcope.ir import records

PROGRAM = """#[version = "0.0.5"]
def @main(%x: Tensor[(2, 3), float32]) {
  %0 = nn.relu(%x);
  %1 = multiply(%0, multiply(2f, 3f));
  tanh(%1)
}
"""


def run(*instruments, passes=("FoldConstant", "FuseOps")):
    mod = relay.transform.InferType()(tvm.parser.fromtext(PROGRAM))
    with transform.PassContext(opt_level=3, instruments=instruments):
        for name in passes:
            mod = getattr(relay.transform, name)()(mod)
    return mod


def test_operators_that_passes_added_or_removed():
    diffs = instrument.OpDiffInstrument()
    run(diffs)
    assert [(each.depth, each.pass_name, each.diff) for each in diffs.diffs()] == [(0, "FoldConstant", {"multiply": -1})]
    assert diffs.render() == "[0, 'FoldConstant', {'multiply': -1}]\n"
    assert diffs.diffs().to_dicts() == [{"depth": 0, "pass_name": "FoldConstant", "diff": {"multiply": -1}}]


def test_remarks_of_the_engine_and_of_a_pass_in_python():
    remarks = instrument.Remarks()

    @relay.transform.function_pass(opt_level=0)
    def Own(func, mod, ctx):
        ctx.remark("missed", "NotMine", "tanh is not mine", func.body)
        ctx.count("calls seen", 2)
        return func

    statistics = instrument.PassStatistics()
    mod = relay.transform.InferType()(tvm.parser.fromtext(PROGRAM))
    with transform.PassContext(opt_level=3, instruments=[remarks, statistics]):
        Own(relay.transform.FoldConstant()(mod))
    told = remarks.remarks()
    assert {each.pass_name for each in told} == {"FoldConstant", "Own"}
    own = told[-1]
    assert (own.type, own.name, own.text, own.function) == ("missed", "NotMine", "tanh is not mine", "main")
    assert str(own.message) == own.text and own.subject.startswith("tanh(")
    assert remarks.yaml().startswith("--- !") and remarks.counts()[-1].missed == 1
    assert [(each.counter, each.value) for each in statistics.counters() if each.pass_name == "Own"] == [("calls seen", 2)]
    remarks.clear()
    assert remarks.remarks() == []
    with pytest.raises(TypeError, match="PassContext.remark takes a string as 'text', not None"):
        transform.PassContext.current().remark("missed", "Name", None)


def test_decisions_and_executions():
    decisions, executions = instrument.PassDecisions(), instrument.OptBisect(limit=1)
    mod = relay.transform.InferType()(tvm.parser.fromtext(PROGRAM))
    with transform.PassContext(opt_level=1, disabled_pass=["FuseOps"], instruments=[executions, decisions]):
        transform.Sequential([relay.transform.FoldConstant(), relay.transform.FuseOps()])(mod)
    by_name = {each.name: each for each in decisions.decisions()}
    assert by_name["FuseOps"].decision.kind == "disabled" and not by_name["FuseOps"].ran
    assert by_name["FoldConstant"].decision.level == 2 and by_name["FoldConstant"].decision.by is None
    assert executions.executions() == []


def test_values_are_verified():
    @relay.transform.function_pass(opt_level=0)
    def Wrong(func, mod, ctx):
        return relay.Function(func.params, func.body + func.body)

    checks = instrument.VerifyValues()
    mod = relay.transform.InferType()(tvm.parser.fromtext(PROGRAM))
    with transform.PassContext(instruments=[checks]):
        Wrong(relay.transform.FoldConstant()(mod))
        first = checks.first_difference()
        assert first.pass_name == "Wrong" and first.comparison.difference.kind == "real"
    with pytest.raises(tvm.TVMError, match="Wrong"):
        with transform.PassContext(instruments=[instrument.VerifyValues(stop=True)]):
            Wrong(mod)


def test_ill_formed_modules_stop_at_their_pass():
    @relay.transform.function_pass(opt_level=0)
    def Free(func, mod, ctx):
        return relay.Function([], func.body)

    with pytest.raises(tvm.TVMError, match="Free"):
        with transform.PassContext(instruments=[instrument.WellFormed()]):
            Free(tvm.parser.fromtext(PROGRAM))


def test_times_are_a_tree_and_rows():
    timing = instrument.PassTimingInstrument()
    mod = relay.transform.InferType()(tvm.parser.fromtext(PROGRAM))
    with transform.PassContext(opt_level=3, instruments=[timing]):
        transform.Sequential([relay.transform.FoldConstant()])(mod)
        (outer,) = timing.profiles()
        rows = timing.profiles().to_dicts()
        totals = timing.totals()
    assert isinstance(outer.children[0], records.TimingNode) and outer.duration_us >= outer.own_us
    assert [row["depth"] for row in rows][:2] == [0, 1] and "children" not in rows[1]
    assert rows[1]["name"] == outer.children[0].name
    assert {"name", "runs", "own_us", "hooks_us"} == set(totals.to_dicts()[0])


def test_records_are_frozen_classes_with_types():
    trace = instrument.TraceInstrument(lineage=True)
    run(trace)
    entry = trace.entries()[0]
    assert isinstance(entry, records.TraceEntry) and entry == trace.entries()[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        entry.name = "other"
    types = {field.name: field.type for field in dataclasses.fields(records.TraceEntry)}
    assert types["op_diff"] == "dict[str, int]" and types["error"] == "str | None"
    assert types["decision"] == "passcope.ir.records.Decision | None"
    assert set(records.RECORDS) <= set(dir(records))
    for name in records.RECORDS:
        assert dataclasses.is_dataclass(getattr(records, name)), name
    with pytest.raises(AttributeError, match="NoSuchRecord"):
        records.NoSuchRecord


def test_questions_to_a_trace():
    trace = instrument.TraceInstrument(lineage=True)
    out = run(trace)
    last = [each for each in trace.entries() if each.parent < 0][-1]
    assert tvm.ir.structural_equal(trace.module_after(last.index), out)
    assert trace.chrome_trace().display_time_unit == "ms" and trace.chrome_trace().trace_events[0].ph == "X"
    found = trace.lineage(0, op="multiply")
    assert found.text.startswith("multiply(") and found.steps
    assert "--- before FoldConstant" in trace.render_diff()


def test_instruments_by_name_and_wrong_options():
    assert isinstance(instrument.create("Remarks", types=["missed"]), instrument.Remarks)
    with pytest.raises(tvm.TVMError, match="did you mean Remarks"):
        instrument.create("Remarcs")
    with pytest.raises(TypeError, match=r"Remarks\(\) got an unexpected keyword argument 'typs'"):
        instrument.Remarks(typs=["missed"])
    with pytest.raises(tvm.TVMError, match="'types' takes a list of strings"):
        instrument.Remarks(types=3)


def test_every_instrument_of_the_engine_has_a_class():
    from passcope.ir._schema import SCHEMA

    for row in SCHEMA["instruments"]:
        made = getattr(instrument, row["name"])
        for question in row["questions"]:
            assert callable(getattr(made, records.snake(question["name"]))), question["name"]
