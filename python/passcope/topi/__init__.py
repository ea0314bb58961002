"""What of TVM's operator library has a meaning without code generation: references, shapes and codes."""

from . import cuda, nn, sparse, utils


def __getattr__(name):
    # The references need numpy, which nothing else here does.
    if name == "testing":
        import importlib

        return importlib.import_module(f"{__name__}.testing")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
