"""CUDA's library of kernels, which Passcope does not have."""

from .._absent import names_of


def exists():
    """Whether the library is there; always False."""
    return False


__getattr__ = names_of(__name__, "there is no graphics processor")
