# Made by python/tools/describe.py.
"""Names in generated code."""

from typing import Any

from passcope.error import TVMError as TVMError

def sanitize_name(original_name: Any) -> Any:
    """The name with `_` for each sign that no identifier of C has. Raises TVMError for an empty one."""
