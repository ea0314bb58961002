# Made by python/tools/describe.py.
"""Changes of programs that change their parameters, too."""

from typing import Any

from . import utils as utils
from . import bsr_conv2d as bsr_conv2d
from . import bsr_dense as bsr_dense
from . import simplify_fc_transpose as simplify_fc_transpose
