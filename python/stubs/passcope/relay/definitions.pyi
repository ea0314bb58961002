# Made by python/tools/describe.py.
"""Files of definitions by TVM's names: what `import_from_std` adds to a module."""

from typing import Any

def text_of(name: Any) -> Any:
    """The text of a file."""

definitions: Any
