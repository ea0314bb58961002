# Made by python/tools/describe.py.
"""Lets this package be imported as `tvm`: `import passcope.as_tvm`, then `import tvm`.

Never done by itself, so that no real TVM is shadowed by accident. Modules are the same objects under
both names.
"""

from typing import Any
