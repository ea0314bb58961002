"""TVM's module of instruments."""

from .ir.instrument import (
    DumpIR,
    PassInstrument,
    PassTimingInstrument,
    PrintAfterAll,
    PrintBeforeAll,
    pass_instrument,
)
from .ir.trace import Relative, TraceEntry, TraceInstrument
