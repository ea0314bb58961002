"""The stubs and the names for completion."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = Path(__file__).parents[1]


@pytest.fixture(scope="module", name="described")
def fixture_described(tmp_path_factory):
    """A folder with the output: the stubs below `passcope`, and `names.json`."""
    folder = tmp_path_factory.mktemp("described")
    engine = Path(sys.modules["_passcope_engine"].__file__).parent
    for what, path in (("stubs", folder / "passcope"), ("names", folder / "names.json")):
        # In its own process, because tests add to modules.
        ran = subprocess.run(
            [sys.executable, PYTHON / "tools" / "describe.py", what, path],
            env={**os.environ, "PYTHONPATH": f"{engine}:{PYTHON}", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
    return folder


def test_every_module_has_a_stub_of_python(described):
    stubs = {str(path.relative_to(described).with_suffix("")): path for path in described.rglob("*.pyi")}
    modules = [path.relative_to(PYTHON).with_suffix("") for path in (PYTHON / "passcope").rglob("*.py")]
    public = {str(path) for path in modules if not re.search(r"/_(?!_init__)", str(path))}
    assert public <= stubs.keys() and (described / "passcope" / "py.typed").exists()
    for path in stubs.values():
        tree = ast.parse(path.read_text("utf-8"))
        assert ast.get_docstring(tree) or path.name == "__init__.pyi"


def test_names_lead_somewhere(described):
    names = json.loads((described / "names.json").read_text("utf-8"))
    modules, classes = names["modules"], names["classes"]
    assert {"tvm", "tvm.relay", "tvm.relay.nn" if "tvm.relay.nn" in modules else "tvm.relay.op.nn", "numpy"} <= set(
        modules
    )
    found = {f"{path}.{row['name']}" for path, rows in modules.items() for row in rows}
    for rows in modules.values():
        for row in rows:
            if row["kind"] == "module":
                assert row["of"] in modules
            elif row["kind"] == "same":
                assert row["of"] in found
            elif "of" in row:
                assert row["of"] in classes
    for described in classes.values():
        assert set(described["bases"]) <= set(classes)


SAMPLE = """
import passcope as tvm
from passcope import relay
from passcope.relay import transform

x: relay.Var = relay.var("x", shape=(1, 2))
y = relay.nn.relu(relay.add(x, relay.const(1.0)))
call: relay.Call = relay.nn.dense(y, relay.var("w"), units=3)
mod = tvm.IRModule.from_expr(relay.Function([x], call))
with tvm.transform.PassContext(opt_level=3):
    mod = transform.FoldConstant()(mod)
print(mod.astext(), tvm.nd.array([1.0]).shape)
trace = tvm.instrument.TraceInstrument(lineage=True)
for entry in trace.entries():
    ops: dict[str, int] = entry.op_diff
remark_text: str = tvm.instrument.Remarks(types=["missed"]).remarks()[0].message.text
found = tvm.transform.bisect(mod, [transform.FoldConstant()], lambda mod: True)
if found.before is not None and found.execution is not None:
    number: int = found.execution.number
comparison = tvm.compare(["InferType", [transform.FuseOps()]], mod)
rows: str = comparison.variants[0].name + comparison.diff(1)
flop: float = relay.analysis.effects(mod).flop


class Count(relay.ExprVisitor):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def visit_call(self, call: relay.Call) -> None:
        self.calls += 1
        super().visit_call(call)
"""


@pytest.mark.parametrize(
    "more, problem",
    [
        ("", None),
        ("relay.nn.dense(y, y, unit=3)", 'Unexpected keyword argument "unit"'),
        ("z: relay.Function = relay.nn.softmax(x)", "Incompatible types in assignment"),
        ("z: int = trace.entries()[0].name", "Incompatible types in assignment"),
        ("print(trace.entries()[0].pass_)", 'has no attribute "pass_"'),
        ("relay.Function(3, x)", 'expected "Sequence[Var]"'),
        ("relay.nn.no_such_operator(x)", 'has no attribute "no_such_operator"'),
    ],
)
def test_a_type_checker_takes_them(more, problem, tmp_path, described):
    api = pytest.importorskip("mypy.api", reason="mypy is not installed")
    program = tmp_path / "program.py"
    program.write_text(SAMPLE + more + "\n", "utf-8")
    before = os.environ.get("MYPYPATH")
    os.environ["MYPYPATH"] = str(described)
    try:
        output, errors, code = api.run(["--strict", f"--cache-dir={tmp_path}", str(program)])
    finally:
        if before is None:
            del os.environ["MYPYPATH"]
        else:
            os.environ["MYPYPATH"] = before
    assert not errors
    if problem is None:
        assert code == 0, output
    else:
        assert code == 1 and problem in output, output
