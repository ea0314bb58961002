# Made by python/tools/describe.py.
"""TVM's remote calls, of which nothing is here: Passcope makes no connection."""

from typing import Any
