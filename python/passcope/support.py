"""What a machine offers."""

from . import _raw


def libinfo():
    """What this is built of, by TVM's keys, as far as they mean anything here."""
    return {"PASSCOPE_VERSION": _raw.version(), "USE_LLVM": "OFF", "USE_CUDA": "OFF"}


def describe():
    """Prints the version."""
    print(f"Passcope {_raw.version()}")
