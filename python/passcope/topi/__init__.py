"""The parts of TVM's operator library that are useful without code generation: references, shapes and codes."""

from .._absent import names_of
from . import cuda, nn, sparse, utils

_absent = names_of(__name__, "Passcope has no tensor IR")


def __getattr__(name):
    # The references need numpy, which nothing else here needs.
    if name == "testing":
        import importlib

        return importlib.import_module(f"{__name__}.testing")
    return _absent(name)
