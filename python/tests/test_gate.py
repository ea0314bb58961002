"""Tests `passcope check` in Python, and its fixture of pytest."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from passcope import gate, parser, relay, transform

ROOT = Path(__file__).parents[2]
PROGRAM = (ROOT / "examples" / "relay" / "fold_constant.relay").read_text(encoding="utf-8")
DEPLOY = {"deploy": "InferType, FoldConstant, FuseOps"}


@pytest.fixture(name="project")
def _project(tmp_path):
    """A program, its baseline, and a function that checks it."""
    program = tmp_path / "fold.relay"
    program.write_text(PROGRAM, encoding="utf-8")
    baseline = tmp_path / "base.json"

    def check(*args, **options):
        return gate.check(*args, **{"baseline": baseline, "times": False, **options})

    assert check(program, DEPLOY, update=True).outcome == "updated"
    return program, baseline, check


def test_unchanged_and_removed(project):
    """An unchanged pipeline passes, and one without a pass fails."""
    _, baseline, check = project
    report = check()
    assert report.ok and report.findings == () and report.outcome == "passed"
    assert report.measured["programs"] == json.loads(baseline.read_text(encoding="utf-8"))["programs"]
    report = check(pipelines={"deploy": "InferType, FuseOps"})
    assert not report.ok
    removed = report.findings[1]
    assert str(removed) == "error: FoldConstant no longer runs: 1 more operator after FuseOps"
    assert (removed.kind, removed.pass_name) == ("pass-removed", "FoldConstant")
    assert (removed.before, removed.after, removed.unit) == (2, 3, "calls")
    assert report.to_dicts()[1]["pass"] == "FoldConstant"
    assert str(report) == report.text
    assert "FoldConstant no longer runs" in report.text


def test_modules(project):
    """A module is measured as it is, under its name."""
    _, baseline, check = project
    mod = parser.fromtext(PROGRAM)
    assert check(mod, name="mine", update=True).ok
    assert check(mod, name="mine").ok
    folded = transform.Sequential([relay.transform.InferType(), relay.transform.FoldConstant()])(mod)
    report = check(folded, name="mine")
    assert not report.ok
    assert report.findings[0].kind == "program-changed"
    assert "named:mine" in json.loads(baseline.read_text(encoding="utf-8"))["programs"]
    with pytest.raises(gate.CheckError, match="needs the name"):
        check(mod)


def test_options(project, tmp_path):
    """Options are those of the command line."""
    _, _, check = project
    junit, summary = tmp_path / "j.xml", tmp_path / "s.md"
    report = check(
        pipelines={"deploy": "InferType"}, allow_better=True, strict=True, junit=junit, markdown=summary, time_limit=80
    )
    assert report.outcome == "failed"
    assert junit.read_text(encoding="utf-8").startswith("<?xml")
    assert summary.read_text(encoding="utf-8").startswith("### Passcope")
    assert check(pipelines=DEPLOY, arguments=("--model=mlp",), update=True).ok


def test_impossible(project, tmp_path):
    """What cannot be checked raises, with the reason."""
    _, _, check = project
    with pytest.raises(gate.CheckError, match="there is no baseline"):
        check(baseline=tmp_path / "none.json")
    with pytest.raises(gate.CheckError, match="takes a number"):
        check(time_limit="much")
    with pytest.raises(gate.CheckError, match="cannot create"):
        check(junit=tmp_path / "none" / "j.xml")
    with pytest.raises(gate.CheckError, match="has no option"):
        check(arguments=("--nope",))


def test_fixture(tmp_path):
    """The fixture records with --passcope-update, and fails tests otherwise."""
    (tmp_path / "fold.relay").write_text(PROGRAM, encoding="utf-8")
    test = tmp_path / "test_it.py"
    body = (
        "from passcope import parser\n"
        "def test_file(passcope_baseline):\n"
        "    passcope_baseline('fold.relay', {'deploy': 'InferType, PASSES'}, times=False)\n"
        "def test_module(passcope_baseline):\n"
        "    report = passcope_baseline(parser.fromtext(open('fold.relay').read()), times=False)\n"
        "    assert report.measured['programs'].keys() == {'named:test_module'}\n"
    )

    def run(passes, *more):
        test.write_text(body.replace("PASSES", passes), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "passcope.pytest_plugin", "-p", "no:cacheprovider", *more]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run(command, cwd=tmp_path, env=env, check=False, capture_output=True, text=True)

    missing = run("FoldConstant")
    assert missing.returncode == 1 and "there is no baseline" in missing.stdout
    assert run("FoldConstant", "--passcope-update").returncode == 0
    assert (tmp_path / "passcope.baseline.json").exists()
    assert run("FoldConstant").returncode == 0
    failed = run("FuseOps")
    assert failed.returncode == 1
    assert "error: FoldConstant no longer runs" in failed.stdout
    assert "1 failed, 1 passed" in failed.stdout
