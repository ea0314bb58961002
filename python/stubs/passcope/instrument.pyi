# Made by python/tools/describe.py.
"""TVM's module of instruments."""

from typing import Any

from passcope.ir.instrument import DumpIR as DumpIR
from passcope.ir.instrument import PassInstrument as PassInstrument
from passcope.ir.instrument import PassTimingInstrument as PassTimingInstrument
from passcope.ir.instrument import PrintAfterAll as PrintAfterAll
from passcope.ir.instrument import PrintBeforeAll as PrintBeforeAll
from passcope.ir.instrument import pass_instrument as pass_instrument
from passcope.ir.trace import Relative as Relative
from passcope.ir.trace import TraceEntry as TraceEntry
from passcope.ir.trace import TraceInstrument as TraceInstrument
