"""Tests the package under TVM's name, as users import it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import passcope.as_tvm  # noqa: E402,F401 pylint: disable=unused-import,wrong-import-position

pytest_plugins = ["passcope.testing.plugin"]
