# Made by python/tools/describe.py.
"""Facts of TVM's operators for graphics processors that do not depend on one."""

from typing import Any

from . import conv3d_winograd as conv3d_winograd
from . import tensorcore as tensorcore
