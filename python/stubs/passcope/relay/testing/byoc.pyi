# Made by python/tools/describe.py.
"""Programs for compilers of parts."""

from typing import Any

import passcope.relay.expr_functor
from passcope.relay import op as op
from passcope.relay.expr import Var as Var
from passcope.relay.expr_functor import ExprMutator as ExprMutator
from passcope.relay.op.annotation import compiler_begin as compiler_begin
from passcope.relay.op.annotation import compiler_end as compiler_end

class CcompilerAnnotator(passcope.relay.expr_functor.ExprMutator):
    """Marks chains of one addition, subtractions and one multiplication, in this order, for a compiler: the
    multiplication's result ends a part, the addition's arguments begin it, and so do variables in between.
    """
    def __init__(self) -> None: ...
    def visit_call(self, call: Any) -> Any: ...
