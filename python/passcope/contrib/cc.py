"""Compilers of C, of which none is called: programs are not compiled to machine code."""

from .._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")
