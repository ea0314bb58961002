"""Code generation, of which nothing is here."""

from .._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")


def llvm_version_major(allow_none=False):
    """The version of LLVM: 0, since there is none."""
    return 0
