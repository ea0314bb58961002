# Made by python/tools/describe.py.
"""What a machine offers."""

from typing import Any

def libinfo() -> Any:
    """What this is built of, by TVM's keys, as far as they mean anything here."""

def describe() -> Any:
    """Prints the version."""
