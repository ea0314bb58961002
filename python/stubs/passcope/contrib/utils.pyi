# Made by python/tools/describe.py.
"""Folders for what lives only as long as a script."""

from typing import Any

class TempDirectory:
    """A folder that is removed when nothing refers to it."""
    def __init__(self, custom_path: Any = None, keep_for_debug: Any = None) -> None: ...
    @property
    def path(self) -> Any:
        """The folder."""
    def __truediv__(self, other: Any) -> Any: ...
    def relpath(self, name: Any) -> Any:
        """A path in it."""
    def listdir(self) -> Any:
        """The names in it."""
    def remove(self) -> Any:
        """Removes it now."""

def tempdir(custom_path: Any = None, keep_for_debug: Any = None) -> Any:
    """A new folder."""
