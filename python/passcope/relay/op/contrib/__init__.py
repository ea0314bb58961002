"""Compilers for parts of programs: the operators and patterns that they take. Passcope itself does not contain a compiler.

Each compiler has a module of its name, which is loaded when the name is first used.
"""

from ...._absent import modules_below
from .register import get_pattern_table, register_pattern_table

__getattr__ = modules_below(
    __name__, ("arm_compute_lib", "bnns", "coreml", "cublas", "cudnn", "cutlass", "dnnl", "ethosn", "tensorrt")
)
