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
