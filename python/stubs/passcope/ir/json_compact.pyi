# Made by python/tools/describe.py.
"""Documents of older versions of TVM."""

from typing import Any

def upgrade_json(json_str: Any) -> Any:
    """A document that TVM 0.6 or later wrote, as `save_json` writes it now. Raises ValueError for what is none."""
