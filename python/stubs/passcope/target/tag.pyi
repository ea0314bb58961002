# Made by python/tools/describe.py.
"""Names of targets, as registered by scripts; none is known from the start."""

from typing import Any

from passcope.target.target import Target as Target

TAGS: Any

def list_tags() -> Any:
    """The targets by the names that are registered."""

def register_tag(name: Any, config: Any, override: bool = False) -> Any:
    """Lets a name stand for a target's configuration: `Target(name)`. Raises ValueError where it is taken."""
