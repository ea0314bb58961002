"""Builds the extension module with CMake, from the sources of the engine around this folder.

PASSCOPE_ENGINE_MODULE may name a module that has been built already.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parents[1]


class CMakeBuild(build_ext):
    """Lets CMake build the module and puts it where setuptools wants it."""

    def build_extension(self, ext):
        """Builds _passcope_engine. Raises RuntimeError where the engine's sources are not there."""
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        if "PASSCOPE_ENGINE_MODULE" in os.environ:
            shutil.copyfile(os.environ["PASSCOPE_ENGINE_MODULE"], target)
            return
        if not (ROOT / "CMakeLists.txt").exists():
            raise RuntimeError(f"the sources of the engine are not in {ROOT}")
        folder = Path(self.build_temp).resolve() / "engine"
        options = [
            "-DCMAKE_BUILD_TYPE=Release",
            "-DPASSCOPE_PYTHON=ON",
            f"-DPython3_EXECUTABLE={sys.executable}",
        ]
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "--build", folder, "--target", "passcope_python"], check=True)
        (built,) = (folder / "python").glob("_passcope_engine*")
        shutil.copyfile(built, target)


# Type checkers find stubs that stand apart in packages of this name (PEP 561).
STUBS = Path(__file__).resolve().parent / "stubs" / "passcope"
stub_folders = sorted({path.parent for path in STUBS.rglob("*.pyi")})
stub_packages = [
    ".".join(("passcope-stubs", *folder.relative_to(STUBS).parts)) for folder in stub_folders
]

setup(
    packages=find_packages(include=["passcope*"]) + stub_packages,
    package_dir={"passcope-stubs": "stubs/passcope"},
    package_data={"passcope": ["relay/definitions/*.rly"]} | {name: ["*.pyi"] for name in stub_packages},
    ext_modules=[Extension("_passcope_engine", [])],
    cmdclass={"build_ext": CMakeBuild},
)
