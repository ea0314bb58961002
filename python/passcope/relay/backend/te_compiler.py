"""The compiler of fused functions: there is none, since Passcope's kernels run programs."""

import functools

from ..._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")


class TECompiler:
    """A cache that is always empty."""

    def clear(self):
        """There is nothing to forget."""

    def items(self):
        """What is in it: nothing."""
        return []


@functools.lru_cache(maxsize=None)
def get():
    """The one that there is."""
    return TECompiler()
