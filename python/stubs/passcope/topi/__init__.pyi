# Made by python/tools/describe.py.
"""What of TVM's operator library has a meaning without code generation: references, shapes and codes."""

from typing import Any

from . import nn as nn
from . import utils as utils
from . import cuda as cuda
from . import sparse as sparse
from . import testing as testing
