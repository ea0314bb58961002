"""TVMScript, of which nothing is here: there is no tensor IR."""

from ._absent import names_of

__getattr__ = names_of(__name__, "there is no tensor IR")

# What is below it in TVM can be imported, too.
__path__ = []
