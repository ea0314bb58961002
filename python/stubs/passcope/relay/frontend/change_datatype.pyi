# Made by python/tools/describe.py.
"""Programs in another data type."""

from typing import Any

import passcope.ir.transform
from passcope.relay.expr import bind as bind
from passcope.relay.expr import var as var
from passcope.relay.expr_functor import ExprMutator as ExprMutator
from passcope.relay.function import Function as Function
from passcope.relay.transform import function_pass as function_pass

class ChangeDatatype(passcope.ir.transform.FunctionPass):
    """Computes in the data type `dst` what a function whose parameters are tensors computes in `src`.

    Parameters get the data type, constants are cast to it, and the types of results are inferred again.
    """
    def __init__(self, src: Any, dst: Any) -> None: ...
