"""pip can install the package without a network."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import _passcope_engine
import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("venv", "ensurepip", "setuptools", "wheel")),
    reason="needs venv, setuptools and wheel: Debian's python3-venv, python3-setuptools and python3-wheel",
)


def run(*command, **options):
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_pip_installs_the_package_into_a_virtual_environment(tmp_path):
    before = {path for path in ROOT.rglob("*") if "__pycache__" not in path.parts}
    # The environment's programs are built without sanitizers, but the module may be built with them.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    folder = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--system-site-packages", folder, env=env)
    python = folder / "bin" / "python"
    run(
        *(python, "-m", "pip", "install", "--no-build-isolation", "--no-index", "--no-deps", ROOT),
        env={**env, "PASSCOPE_ENGINE_MODULE": _passcope_engine.__file__},
    )
    program = (
        "import passcope.as_tvm, tvm\n"
        "from tvm import relay\n"
        "print(tvm.__file__)\n"
        "print(relay.prelude.Prelude().length)\n"
    )
    assert {path for path in ROOT.rglob("*") if "__pycache__" not in path.parts} == before, "the build left files behind"
    told = run(python, "-m", "pip", "show", "passcope", env=env)
    assert "\nHome-page: https://" in told and "\nAuthor: The authors of Passcope" in told
    assert run(folder / "bin" / "passcope-py", "--version", cwd=tmp_path, env=env).startswith("passcope ")
    output = run(python, "-c", program, cwd=tmp_path, env=env)
    assert str(folder) in output and "@length" in output
    installed = Path(output.splitlines()[0]).parent
    assert (installed / "py.typed").exists() and "def relu(" in (installed / "relay/op/nn.pyi").read_text("utf-8")
    assert "class PassRemark(Record)" in (installed / "ir/records.pyi").read_text("utf-8")
    assert (installed / "report.html").exists()


def test_a_build_without_its_tools_ends_with_a_sentence(tmp_path):
    # The functions of setup.py, without a build.
    code = (
        "import runpy, setuptools, shutil, sys\n"
        "setuptools.setup = lambda **options: None\n"
        f"names = runpy.run_path({str(ROOT / 'setup.py')!r})\n"
        "found = shutil.which\n"
        "shutil.which = lambda name: None if name in ('cmake', 'ninja') else found(name)\n"
        "names['check_needed']()\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert ran.returncode == 1 and "error: the build of passcope lacks CMake, Ninja" in ran.stderr
    assert "sudo apt install cmake ninja-build" in ran.stderr and "Traceback" not in ran.stderr
    # The documents name the same packages.
    script = (ROOT / "setup.py").read_text("utf-8")
    for document in (ROOT / "README.md", ROOT.parent / "docs" / "python.md"):
        text = document.read_text("utf-8")
        for package in re.findall(r'"([a-z][a-z0-9.-]+(?:-dev|-build|-14))"', script):
            assert package in text, f"{document.name} does not name {package}"
