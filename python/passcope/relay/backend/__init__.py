"""Runs Relay's programs."""

from . import interpreter, te_compiler, vm
from ._options import Executor, Runtime
