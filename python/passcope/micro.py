"""microTVM, of which nothing is here: programs are not compiled to machine code."""

from ._absent import names_of

__getattr__ = names_of(__name__, "programs are not compiled to machine code")

# What is below it in TVM can be imported, too.
__path__ = []
