"""The few functions of scipy that TVM's tests call, for machines without scipy.

Only the plugin for pytest installs it, and only where there is no scipy.
"""

import importlib.util
import math
import sys
import types


def _special():
    import numpy as np

    made = types.ModuleType("scipy.special")
    made.erf = lambda x: np.vectorize(math.erf, otypes=[np.float64])(x).astype(
        np.result_type(np.asarray(x).dtype, np.float16)
    )
    return made


def install():
    """Lets `import scipy` and `import scipy.special` succeed; does nothing where scipy is installed."""
    if "scipy" in sys.modules or importlib.util.find_spec("scipy") is not None:
        return
    package = types.ModuleType("scipy", "A stand-in of passcope's: scipy is not installed.")
    package.__path__ = []
    package.special = _special()
    sys.modules["scipy"] = package
    sys.modules["scipy.special"] = package.special
