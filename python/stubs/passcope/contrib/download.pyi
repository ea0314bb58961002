# Made by python/tools/describe.py.
"""Downloads. Passcope makes no connection: a file that is not there cannot be had."""

from typing import Any

def download_testdata(url: Any, relpath: Any, module: Any = None, overwrite: bool = False) -> Any:
    """Raises RuntimeError: nothing is downloaded here."""
