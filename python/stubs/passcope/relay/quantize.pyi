# Made by python/tools/describe.py.
"""Programs of reals as programs of integers."""

from typing import Any

from passcope.error import DiagnosticError as DiagnosticError
from passcope.ir.module import IRModule as IRModule
from passcope.ir.transform import ModulePass as ModulePass
from passcope.ir.transform import make_pass as make_pass

class QuantizeContext:
    """What quantisation under way knows: which calls of convolutions have been counted, and whether it has ended."""
    Current: Any
    def __init__(self) -> None: ...
    def check_to_skip(self, ref_call: Any) -> Any:
        """Whether a call is one that the configuration leaves alone, by its operator or by its number."""
    def stop_quantize(self) -> Any:
        """From here on nothing is quantised."""
    def reset(self) -> Any:
        """Begins anew."""
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...

def quantize_context() -> Any:
    """The context of `with`, or a new one."""

class QAnnotateKind:
    """What a value is that is quantised."""
    IDENTITY: int
    INPUT: int
    WEIGHT: int
    ACTIVATION: int

def kind2str(kind: Any) -> Any:
    """The name of a kind in the configuration."""

class QConfig:
    """How programs are quantised, within `with`."""
    def __init__(self, **settings: Any) -> None: ...
    def __enter__(self) -> Any: ...
    def __exit__(self, kind: Any, value: Any, trace: Any) -> None: ...
    def get_nbit_by_kind(self, kind: Any) -> Any:
        """How many bits values of a kind have."""
    def get_dtype_by_kind(self, kind: Any) -> Any:
        """The data type that values of a kind have."""
    def guard(self, ref_call: Any) -> Any:
        """Whether calls of this operator are quantised."""

def current_qconfig() -> Any:
    """The innermost configuration that is entered, or the default one."""

def qconfig(**kwargs: Any) -> Any:
    """A configuration; names that are not known are passed over, as in TVM."""

def partition() -> Any:
    """Marks where a program of integers begins and ends."""

def annotate() -> Any:
    """Puts an operator that rounds as quantisation would where tensors are to be quantised."""

def calibrate(dataset: Any = None) -> Any:
    """A pass that chooses scales, by the configuration and the values of samples."""

def realize() -> Any:
    """Computes with integers what is marked."""

def prerequisite_optimize(mod: Any, params: Any = None) -> Any:
    """What has to be done first: parameters become constants, normalisations are folded into weights."""

def quantize(mod: Any, params: Any = None, dataset: Any = None) -> Any:
    """The program as one of integers: all of the steps above, at opt level 3.

    `dataset` are samples, {input: array}, or a function that gives them.
    """
