"""Annotates programs for external compilers."""

from .. import op
from ..expr import Var
from ..expr_functor import ExprMutator
from ..op.annotation import compiler_begin, compiler_end

_COMPILER = "ccompiler"


class CcompilerAnnotator(ExprMutator):
    """Marks chains of one addition, subtractions and one multiplication, in this order, for a compiler. A part ends at the
    multiplication's result. It begins at the addition's arguments and at variables in between."""

    def __init__(self):
        super().__init__()
        self._within = self._complete = False

    def _begun(self, expr):
        return compiler_begin(expr, _COMPILER) if isinstance(expr, Var) else expr

    def visit_call(self, call):
        name = call.op.name
        if name == "multiply":
            self._within, self._complete = True, False
            made = op.multiply(*(self._begun(self.visit(arg)) for arg in call.args))
            if self._complete:
                made = compiler_end(made, _COMPILER)
            self._within = self._complete = False
            return made
        if name == "subtract" and self._within and not self._complete:
            return op.subtract(*(self._begun(self.visit(arg)) for arg in call.args))
        if name == "add" and self._within and not self._complete:
            made = op.add(*(compiler_begin(self.visit(arg), _COMPILER) for arg in call.args))
            self._complete = True
            return made
        return super().visit_call(call)
