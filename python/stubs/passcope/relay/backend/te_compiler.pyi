# Made by python/tools/describe.py.
"""The compiler of fused functions: there is none, since Passcope's kernels run programs."""

from typing import Any

class TECompiler:
    """A cache that is always empty."""
    def clear(self) -> Any:
        """There is nothing to forget."""
    def items(self) -> Any:
        """What is in it: nothing."""

get: Any
