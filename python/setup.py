"""Builds the extension module with CMake from the engine's sources around this folder, and makes stubs.

Everything is built in a temporary folder, so nothing is left beside the sources. PASSCOPE_ENGINE_MODULE can name a module
that is already built.
"""

import atexit
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

TEMPORARY = tempfile.mkdtemp(prefix="passcope-")
atexit.register(shutil.rmtree, TEMPORARY, ignore_errors=True)


def compiler():
    """A C++ compiler, from CXX or from the path; None if there is none."""
    names = [os.environ.get("CXX", ""), "clang++-14", "clang++", "g++"]
    return next((name for name in names if name and shutil.which(name)), None)


def has_header(name):
    """Whether the compiler finds a header."""
    if compiler() is None:
        return True  # Only the compiler is reported.
    options = [f"-I{sysconfig.get_paths()['include']}", "-std=c++20", "-x", "c++", "-E", "-", "-o", os.devnull]
    ran = subprocess.run([compiler(), *options], input=f"#include <{name}>\n", text=True, capture_output=True, check=False)
    return ran.returncode == 0


# What the build needs: a name, Debian's package, and whether it is here.
NEEDED = [
    ("a C++20 compiler", "clang-14", lambda: compiler() is not None),
    ("CMake", "cmake", lambda: shutil.which("cmake") is not None),
    ("Ninja", "ninja-build", lambda: shutil.which("ninja") is not None),
    ("nlohmann-json's headers", "nlohmann-json3-dev", lambda: has_header("nlohmann/json.hpp")),
    ("{fmt}'s headers", "libfmt-dev", lambda: has_header("fmt/format.h")),
    ("protozero's headers", "libprotozero-dev", lambda: has_header("protozero/pbf_reader.hpp")),
    ("zlib's headers", "zlib1g-dev", lambda: has_header("zlib.h")),
    ("Python's headers", "python3-dev", lambda: (Path(sysconfig.get_paths()["include"]) / "Python.h").exists()),
    (
        "pybind11",
        "pybind11-dev",
        lambda: importlib.util.find_spec("pybind11") is not None or has_header("pybind11/pybind11.h"),
    ),
]


def check_needed():
    """Ends the build with one sentence if something that it needs is missing."""
    missing = [(what, package) for what, package, is_here in NEEDED if not is_here()]
    if missing:
        names, packages = ", ".join(what for what, _ in missing), " ".join(package for _, package in missing)
        sys.exit(f"error: the build of passcope lacks {names}. On Debian: sudo apt install {packages}")


class CMakeBuild(build_ext):
    """Builds the module with CMake and puts it where setuptools expects it. Puts stubs beside the package's modules."""

    def run(self):
        """Builds the module, then the stubs, which are made by importing the package. Does not write stubs into the sources.
        """
        super().run()
        if self.inplace:
            return
        if importlib.util.find_spec("numpy") is None:
            sys.exit("error: passcope needs numpy. On Debian: sudo apt install python3-numpy")
        built = Path(self.build_lib).resolve()
        paths = [str(built), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, HERE / "tools" / "describe.py", "stubs", built / "passcope"]
        subprocess.run(command, env=env, check=True)

    def build_extension(self, ext):
        """Builds _passcope_engine."""
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if "PASSCOPE_ENGINE_MODULE" in os.environ:
            shutil.copyfile(os.environ["PASSCOPE_ENGINE_MODULE"], target)
            return
        if not (ROOT / "CMakeLists.txt").exists():
            sys.exit(f"error: the sources of the engine are not in {ROOT}. Build from a copy of the whole project.")
        check_needed()
        folder = Path(self.build_temp).resolve() / "engine"
        options = [
            "-DCMAKE_BUILD_TYPE=Release",
            "-DPASSCOPE_PYTHON=ON",
            f"-DPython3_EXECUTABLE={sys.executable}",
        ]
        print("Building the engine, which takes many minutes. `pip install -v` shows each step.", flush=True)
        try:
            subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *options], check=True)
            subprocess.run(["cmake", "--build", folder, "--target", "passcope_python"], check=True)
        except subprocess.CalledProcessError as error:
            sys.exit(f"error: the build of the engine failed: {' '.join(map(str, error.cmd))}")
        (built,) = (folder / "python").glob("_passcope_engine*")
        shutil.copyfile(built, target)


setup(
    url="https://example.org/passcope/",
    packages=find_packages(include=["passcope*"]),
    package_data={"passcope": ["relay/definitions/*.rly", "*.html"]},
    ext_modules=[Extension("_passcope_engine", [])],
    cmdclass={"build_ext": CMakeBuild},
    options={"build": {"build_base": TEMPORARY}, "egg_info": {"egg_base": TEMPORARY}},
)
