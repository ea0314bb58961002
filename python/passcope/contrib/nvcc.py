"""CUDA's compiler, which is not called."""

from .._absent import names_of


def have_fp16(compute_version):
    """Whether a device computes with half precision: there is none."""
    return False


__getattr__ = names_of(__name__, "programs are not compiled to machine code")
