"""Compilers for parts of programs: which operators they take, and which patterns of them. None is here to compile with.

What TVM knows of a compiler is in a module of the compiler's name, which is loaded when the name is first used.
"""

from ...._absent import modules_below
from .register import get_pattern_table, register_pattern_table

__getattr__ = modules_below(
    __name__, ("arm_compute_lib", "bnns", "coreml", "cublas", "cudnn", "cutlass", "dnnl", "ethosn", "tensorrt")
)
