"""TVM's module of passes over programs."""

from .ir.instrument import PassInfo
from .ir.transform import (
    FunctionPass,
    ModulePass,
    Pass,
    PassContext,
    PrintIR,
    Sequential,
    module_pass,
)
