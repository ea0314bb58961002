# Made by python/scripts/describe.py.
"""What runs programs."""

from typing import Any

from . import interpreter as interpreter
from passcope.relay.backend.interpreter import Executor as Executor
