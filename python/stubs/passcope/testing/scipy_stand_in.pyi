# Made by python/tools/describe.py.
"""The few functions of scipy that TVM's tests call, for machines without scipy.

Only the plugin for pytest installs it, and only where there is no scipy.
"""

from typing import Any

def install() -> Any:
    """Lets `import scipy`, `scipy.special` and `scipy.sparse` succeed; does nothing where scipy is installed."""
