# Made by python/tools/describe.py.
"""TVM's module of instruments."""

from typing import Any

from passcope.ir.instrument import DumpIR as DumpIR
from passcope.ir.instrument import PassInstrument as PassInstrument
from passcope.ir.instrument import PassTimingInstrument as PassTimingInstrument
from passcope.ir.instrument import PrintAfterAll as PrintAfterAll
from passcope.ir.instrument import PrintBeforeAll as PrintBeforeAll
from passcope.ir.instrument import pass_instrument as pass_instrument
