"""CUDA's compiler, which Passcope does not call."""

from .._absent import names_of


def have_fp16(compute_version):
    """Whether a device computes with half precision; always False, because there are no devices."""
    return False


__getattr__ = names_of(__name__, "programs are not compiled to machine code")
