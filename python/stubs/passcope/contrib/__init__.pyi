# Made by python/tools/describe.py.
"""TVM's contributions, as far as they are here."""

from typing import Any

from . import cudnn as cudnn
from . import graph_executor as graph_executor
from . import nvcc as nvcc
from . import utils as utils
from . import cc as cc
from . import download as download
from . import pipeline_executor as pipeline_executor
from . import pipeline_executor_build as pipeline_executor_build
