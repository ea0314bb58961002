"""TVM's module of passes over programs."""

from .ir.checking import BisectResult, ReduceResult, bisect, reduce
from .ir.custom_instrument import PassInfo
from .ir.transform import (
    FunctionPass,
    ModulePass,
    Pass,
    PassContext,
    PrintIR,
    Sequential,
    module_pass,
)
