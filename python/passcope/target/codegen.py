"""Code generation, which Passcope does not have."""

from .._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")


def llvm_version_major(allow_none=False):
    """The version of LLVM; always 0, because there is no LLVM."""
    return 0
