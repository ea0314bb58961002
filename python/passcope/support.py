"""Information about the build."""

from . import _raw


def libinfo():
    """The build's configuration by TVM's keys, as far as they apply."""
    return {"PASSCOPE_VERSION": _raw.version(), "USE_LLVM": "OFF", "USE_CUDA": "OFF"}


def describe():
    """Prints the version."""
    print(f"Passcope {_raw.version()}")
