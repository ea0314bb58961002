"""The package gets the name tvm only on request."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def python(*args):
    return subprocess.run(
        [sys.executable, *args], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_tvm_is_not_taken_without_being_asked_for():
    result = python("-c", "import passcope, sys; assert 'tvm' not in sys.modules; import tvm")
    assert "No module named 'tvm'" in result.stderr


def test_scripts_run_unmodified(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys, tvm\n"
        "from tvm.relay import var\n"
        "import tvm.relay as relay\n"
        "assert tvm.relay is relay and tvm.__name__ == 'passcope'\n"
        "print(sys.argv[1:], relay.nn.relu(var('x', shape=(2,))))\n"
    )
    result = python("-m", "passcope", str(script), "one")
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("['one'] free_var %x: Tensor[(2), float32];")
    assert python("-m", "passcope").returncode == 2


def run(*args, folder, env=None):
    import os

    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]), **(env or {})}
    return subprocess.run(
        [sys.executable, "-m", "passcope", *args], cwd=folder, capture_output=True, text=True, check=False, env=env
    )


def test_help_and_version(tmp_path):
    assert run("--version", folder=tmp_path).stdout.startswith("passcope 0.")
    told = run("--help", folder=tmp_path)
    assert told.returncode == 0 and "SCRIPT" in told.stdout and "--version" in told.stdout
    missing = run("nothing.py", folder=tmp_path)
    assert missing.returncode == 2 and missing.stderr == "passcope: there is no file 'nothing.py'\n"


def test_code_modules_and_exit_codes(tmp_path):
    told = run("-c", "import tvm, sys; print(tvm.__name__, sys.argv); sys.exit(3)", "x", "-v", folder=tmp_path)
    assert told.returncode == 3 and told.stdout == "passcope ['-c', 'x', '-v']\n"
    (tmp_path / "own.py").write_text("import tvm, helper\nprint(__name__, helper.NAME)\n")
    (tmp_path / "helper.py").write_text("NAME = 'helper'\n")
    assert run("-m", "own", folder=tmp_path).stdout == "__main__ helper\n"
    assert run("own.py", folder=tmp_path).stdout == "__main__ helper\n"
    assert run(str(tmp_path / "own.py"), folder=ROOT).stdout == "__main__ helper\n"


def test_tracebacks_begin_with_the_script(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from tvm import relay\n\n"
        "def broken(x):\n    return relay.tanh(x)\n\n"
        "broken(None)\n"
    )
    told = run("script.py", folder=tmp_path)
    assert told.returncode == 1 and told.stdout == ""
    lines = told.stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):" and 'script.py", line 6, in <module>' in lines[1]
    assert "runpy" not in told.stderr and "__main__.py" not in told.stderr and "_given" not in told.stderr
    assert lines[-1] == "passcope.error.ArgumentError: tanh takes an expression as 'data', not None"
    (tmp_path / "bad.py").write_text("def f(:\n")
    told = run("bad.py", folder=tmp_path)
    assert told.returncode == 1 and "runpy" not in told.stderr
    assert told.stderr.splitlines()[-1].startswith("SyntaxError")


def test_a_missing_engine_or_numpy_is_a_sentence(tmp_path):
    code = "import sys; sys.modules['_passcope_engine'] = None\nimport passcope"
    told = python("-c", code)
    assert "ImportError: the engine of passcope is not built: install the package" in told.stderr
    assert "sudo apt install clang-14 cmake" in told.stderr and "During handling" not in told.stderr
    code = "import passcope, sys\nsys.modules['numpy'] = None\npasscope.relay.const(1.0)"
    told = python("-c", code)
    assert "ImportError: const needs the package numpy: sudo apt install python3-numpy" in told.stderr


def test_help_of_the_package_begins_with_an_example_that_runs(tmp_path):
    import textwrap

    import passcope

    example = textwrap.dedent(passcope.__doc__.split("\n\n", 1)[1].split("\nThe modules have")[0])
    told = run("-c", example, folder=tmp_path)
    assert told.returncode == 0, told.stderr
    assert "FoldConstant" in told.stdout and (tmp_path / "report.html").exists()
