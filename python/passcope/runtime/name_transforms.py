"""Names in generated code."""

import re

from ..error import TVMError


def sanitize_name(original_name):
    """The name with `_` for each character that C does not allow in identifiers. Raises TVMError for an empty name."""
    if not original_name:
        raise TVMError("Name is empty")
    return re.sub(r"[^0-9A-Za-z_]", "_", original_name)
