# Made by python/tools/describe.py.
"""Compilers for parts of programs: which operators they take, and which patterns of them. None is here to compile with.

What TVM knows of a compiler is in a module of the compiler's name, which is loaded when the name is first used.
"""

from typing import Any

from . import register as register
from passcope.relay.op.contrib.register import get_pattern_table as get_pattern_table
from passcope.relay.op.contrib.register import register_pattern_table as register_pattern_table
from . import arm_compute_lib as arm_compute_lib
from . import bnns as bnns
from . import coreml as coreml
from . import cublas as cublas
from . import cudnn as cudnn
from . import cutlass as cutlass
from . import dnnl as dnnl
