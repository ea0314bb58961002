"""Relay's virtual machine, under the name by which Relay has it."""

from .backend.vm import VMCompiler, VMExecutor, compile  # pylint: disable=redefined-builtin
