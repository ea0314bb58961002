"""TVM's module of instruments, and the engine's other instruments."""

from .ir.instrument import (
    BuiltInInstrument,
    DumpIR,
    ImmutableModule,
    Instrument,
    OpDiffInstrument,
    OptBisect,
    PassDecisions,
    PassInstrument,
    PassStatistics,
    PassTimingInstrument,
    PrintAfterAll,
    PrintBeforeAll,
    Remarks,
    VerifyValues,
    WellFormed,
    create,
    pass_instrument,
)
from .ir.trace import Relative, TraceInstrument
