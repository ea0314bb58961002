"""Temporary folders."""

import tempfile
from pathlib import Path


class TempDirectory:
    """A folder that is removed when nothing refers to the object."""

    def __init__(self, custom_path=None, keep_for_debug=None):
        self._folder = None
        if custom_path:
            Path(custom_path).mkdir(parents=True, exist_ok=True)
            self.temp_dir = str(custom_path)
        else:
            self._folder = tempfile.TemporaryDirectory()
            self.temp_dir = self._folder.name

    @property
    def path(self):
        """The folder."""
        return Path(self.temp_dir)

    def __truediv__(self, other):
        return self.path / other

    def relpath(self, name):
        """A path in it."""
        return str(self.path / name)

    def listdir(self):
        """The names in it."""
        return [item.name for item in self.path.iterdir()]

    def remove(self):
        """Removes the folder now."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def tempdir(custom_path=None, keep_for_debug=None):
    """A new folder."""
    return TempDirectory(custom_path, keep_for_debug)
