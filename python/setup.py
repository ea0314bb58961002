"""Builds the extension module with CMake from the engine's sources around this folder, and makes stubs.

PASSCOPE_ENGINE_MODULE can name a module that is already built.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


class CMakeBuild(build_ext):
    """Builds the module with CMake and puts it where setuptools expects it. Puts stubs beside the package's modules."""

    def run(self):
        """Builds the module, then the stubs, which are made by importing the package. Does not write stubs into the sources.
        """
        super().run()
        if self.inplace:
            return
        built = Path(self.build_lib).resolve()
        paths = [str(built), os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, HERE / "tools" / "describe.py", "stubs", built / "passcope"]
        subprocess.run(command, env=env, check=True)

    def build_extension(self, ext):
        """Builds _passcope_engine. Raises RuntimeError if the engine's sources are missing."""
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


setup(
    packages=find_packages(include=["passcope*"]),
    package_data={"passcope": ["relay/definitions/*.rly"]},
    ext_modules=[Extension("_passcope_engine", [])],
    cmdclass={"build_ext": CMakeBuild},
)
