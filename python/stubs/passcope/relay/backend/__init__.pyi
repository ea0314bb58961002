# Made by python/tools/describe.py.
"""What runs Relay's programs."""

from typing import Any

from . import values as values
from . import interpreter as interpreter
from . import te_compiler as te_compiler
from . import vm as vm
from . import executor as executor
from . import graph_executor_codegen as graph_executor_codegen
from . import name_transforms as name_transforms
from . import runtime as runtime
from . import utils as utils
