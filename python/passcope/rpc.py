"""TVM's remote calls, of which nothing is here: Passcope makes no connection."""

from ._absent import names_of

__getattr__ = names_of(__name__, "it makes no connection")

# What is below it in TVM can be imported, too.
__path__ = []
