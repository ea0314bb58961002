# Made by python/tools/describe.py.
"""Relay's virtual machine, under the name by which Relay has it."""

from typing import Any

from passcope.relay.backend.vm import VMCompiler as VMCompiler
from passcope.relay.backend.vm import VMExecutor as VMExecutor
from passcope.relay.backend.vm import compile as compile
