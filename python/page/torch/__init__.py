"""A replacement for PyTorch, which pages do not have. It can pass a traced network to `relay.frontend.from_pytorch`.

`torch.jit.load` reads an archive that PyTorch has saved elsewhere. `torch.jit.trace` knows the networks of the page's
torchvision. Tensors have a shape and a data type, but no elements.
"""

import contextlib

from . import jit

__version__ = "0 (a stand-in)"

float32 = "float32"
float64 = "float64"
int64 = "int64"


class Tensor:
    """An input for tracing: a shape and a data type."""

    def __init__(self, shape, dtype):
        self.shape = tuple(shape)
        self.dtype = dtype

    def size(self):
        """The shape."""
        return self.shape

    def __repr__(self):
        return f"tensor(shape={self.shape}, dtype={self.dtype})"


def _tensor(*shape, dtype=float32, **_):
    if len(shape) == 1 and not isinstance(shape[0], int):
        shape = tuple(shape[0])
    return Tensor(shape, dtype)


rand = randn = zeros = ones = empty = _tensor


@contextlib.contextmanager
def no_grad():
    """Does nothing, because no gradients are computed."""
    yield


def __getattr__(name):
    raise AttributeError(f"there is no torch.{name} here: torch is a stand-in that only hands on traced networks")
