# Made by python/tools/describe.py.
"""TVM's module of passes over programs."""

from typing import Any

from passcope.ir.instrument import PassInfo as PassInfo
from passcope.ir.transform import FunctionPass as FunctionPass
from passcope.ir.transform import ModulePass as ModulePass
from passcope.ir.transform import Pass as Pass
from passcope.ir.transform import PassContext as PassContext
from passcope.ir.transform import PrintIR as PrintIR
from passcope.ir.transform import Sequential as Sequential
from passcope.ir.transform import module_pass as module_pass
