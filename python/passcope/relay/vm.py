"""Relay's virtual machine under Relay's name."""

from .backend.vm import VMCompiler, VMExecutor, compile  # pylint: disable=redefined-builtin
