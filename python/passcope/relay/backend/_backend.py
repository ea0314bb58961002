"""Generating code, of which nothing is here: Passcope's kernels run programs."""

from ..._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")
