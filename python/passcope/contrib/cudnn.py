"""CUDA's library of kernels, which is not here."""

from .._absent import names_of


def exists():
    """Whether the library is there: it is not."""
    return False


__getattr__ = names_of(__name__, "there is no graphics processor")
