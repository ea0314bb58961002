"""The compiler of fused functions. It is empty, because Passcope's kernels run programs."""

import functools

from ..._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")


class TECompiler:
    """A cache that is always empty."""

    def clear(self):
        """Does nothing, because the cache is always empty."""

    def items(self):
        """The entries; always empty."""
        return []


@functools.lru_cache(maxsize=None)
def get():
    """The only compiler."""
    return TECompiler()
