# Made by python/tools/describe.py.
"""AnnotateUsedMemory: how much memory the tensors take that are needed while a primitive function runs.

The program is in A-normal form and typed. Each primitive function gets the attribute `used_memory`, for each of its calls the
bytes of the tensors that live then: its arguments and result, and what is used later. The main function gets
`io_used_memory`, the bytes of its parameters and of its result.
"""

from typing import Any

from passcope.error import TVMError as TVMError
from passcope.ir.transform import module_pass as module_pass
from passcope.ir.type import TensorType as TensorType
from passcope.ir.type import TupleType as TupleType
from passcope.runtime.dtype import DataType as DataType
from passcope.relay.expr import Call as Call
from passcope.relay.expr import Let as Let
from passcope.relay.expr import Var as Var
from passcope.relay.function import Function as Function
from passcope.relay.transform.memory_plan import mk_let as mk_let

def AnnotateUsedMemory() -> Any:
    """A pass that says how much memory the tensors take that are needed while each primitive function runs."""
