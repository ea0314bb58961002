"""Bisecting, reducing and comparing."""

import pytest
import tvm
from tvm import relay, transform

import passcope


def workload():
    return relay.testing.mlp.get_workload(batch_size=1)


@relay.transform.function_pass(opt_level=0)
def Doubled(func, mod, ctx):
    return relay.Function(func.params, func.body + func.body, None, func.type_params, func.attrs)


def passes():
    return [relay.transform.SimplifyInference(), Doubled, relay.transform.FoldConstant()]


def test_bisect_finds_the_pass_that_changes_values():
    mod, _ = workload()
    runs = []
    found = transform.bisect(mod, passes(), on_progress=lambda run, limit: runs.append((run, limit)))
    assert found.outcome == "found" and found.execution.pass_name == "Doubled"
    assert "Doubled" in str(found) and runs[0] == (1, -1) and len(runs) == found.runs
    assert tvm.ir.structural_equal(Doubled(found.before), found.after)
    # The code repeats the run up to the failing execution.
    names = {"passcope": passcope, "mod": mod, "passes": passes()}
    exec(found.program, names)  # pylint: disable=exec-used
    assert tvm.ir.structural_equal(names["mod"], found.after)


def test_bisect_with_other_tests():
    mod, _ = workload()
    found = transform.bisect(mod, passes(), "op=add")
    assert found.execution.pass_name == "Doubled"
    found = transform.bisect(mod, passes(), lambda mod: mod["main"].body.op.name == "add", linear=True)
    assert found.outcome == "found" and found.execution.pass_name == "Doubled"
    assert transform.bisect(mod, passes(), lambda mod: True).outcome == "always-bad"
    with pytest.raises(TypeError, match="the test of bisect must return True or False, not None"):
        transform.bisect(mod, passes(), lambda mod: None)
    with pytest.raises(ValueError, match="from my test"):
        transform.bisect(mod, passes(), lambda mod: (_ for _ in ()).throw(ValueError("from my test")))
    with pytest.raises(TypeError, match="bisect takes an IRModule as 'mod', not None"):
        transform.bisect(None, passes())
    with pytest.raises(TypeError, match="bisect takes a list of passes as 'passes', but item 0 is None"):
        transform.bisect(mod, [None])


def test_reduce_makes_the_program_smaller():
    mod, _ = workload()
    steps = []
    found = transform.reduce(mod, passes(), max_candidates=200, on_progress=steps.append)
    assert found.outcome in ("reduced", "stopped") and found.calls_after < found.calls_before
    assert [each.info.name for each in found.passes] == ["Doubled"] and isinstance(found.mod, tvm.IRModule)
    assert steps[0].calls == found.calls_before


def test_compare_pipelines():
    mod, params = workload()
    steps = []
    comparison = passcope.compare(
        [
            "InferType",
            "InferType; bind; Sequential{FoldConstant, FuseOps}",
            {"name": "doubled", "pipeline": [Doubled, {"bind": True}], "context": {"opt_level": 0}},
            {"name": "broken", "pipeline": transform.module_pass(lambda mod, ctx: 1 / 0, opt_level=0, name="Broken")},
        ],
        (mod, params),
        repeat=1,
        run=True,
        on_progress=lambda progress: steps.append(progress.step),
    )
    a, b, doubled, broken = comparison.variants
    assert [each.name for each in comparison.variants] == ["A", "B", "doubled", "broken"]
    assert b.values.outcome == "same" and doubled.values.outcome == "differs"
    assert "division by zero" in broken.failure.text and comparison.result("broken") is None
    assert a.ops["nn.dense"] == 3 and b.effects.flop == a.effects.flop and b.run.median > 0
    assert isinstance(comparison.result("B"), tvm.IRModule)
    assert comparison.diff("B").startswith("@@ ") and comparison.diff(0, 0) == ""
    assert comparison.origins(1).of.lines and "A" in str(comparison)
    assert len(comparison.to_dicts()) == 4 and comparison.to_dicts()[0]["name"] == "A"
    assert steps[0] == "passes" and "run" in steps
    with pytest.raises(ValueError, match="unknown variant 'C'; the variants are A, B, doubled, broken"):
        comparison.result("C")


def test_sweeps():
    mod, _ = workload()
    of_pass = passcope.sweep(mod, "InferType, FuseOps(fuse_opt_level=1)", "FuseOps.fuse_opt_level", range(2), repeat=1)
    assert [each.name for each in of_pass.variants] == ["fuse_opt_level=0", "fuse_opt_level=1"] and of_pass.values == [0, 1]
    assert of_pass.variants[0].effects.kernels > of_pass.variants[1].effects.kernels
    of_context = passcope.sweep(mod, "InferType, FuseOps", "opt_level", [0, 3], repeat=1)
    assert [each.name for each in of_context.variants] == ["opt_level=0", "opt_level=3"]
    of_model = passcope.sweep(
        lambda batch: relay.testing.mlp.get_workload(batch_size=batch)[0], "InferType", "batch_size", [1, 2], repeat=1
    )
    assert of_model.variants[1].effects.flop > of_model.variants[0].effects.flop


def test_what_cannot_be_compared():
    mod, _ = workload()
    with pytest.raises(tvm.TVMError, match="did you mean InferType"):
        passcope.compare(["InferTyp"], mod)
    with pytest.raises(tvm.TVMError, match="never closed"):
        passcope.compare(["InferType("], mod)
    with pytest.raises(TypeError, match="as 'program', not None"):
        passcope.compare(["InferType"])
    with pytest.raises(ValueError, match="a variant has no 'pipelin'|a variant has no 'nam'"):
        passcope.compare([{"pipeline": "InferType", "nam": "x"}], mod)


def test_effects_tell_the_cost_of_running():
    mod, params = workload()
    effects = relay.analysis.effects(mod, params)
    assert effects.executor == "graph" and effects.flop > 0 and effects.weight_bytes > 0 and effects.reason is None
    with pytest.raises(TypeError, match="effects takes an IRModule as 'mod', not a Function"):
        relay.analysis.effects(mod["main"])
