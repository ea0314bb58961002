"""Changes the data type of programs."""

from .._bind import bind
from ..expr import var
from ..expr_functor import ExprMutator
from ..function import Function
from ..transform import function_pass


@function_pass(opt_level=0)
class ChangeDatatype(ExprMutator):
    """Changes computations in the data type `src` to the data type `dst`. The function's parameters must be tensors.

    Parameters get the new data type, constants are cast to it, and types of results are inferred again.
    """

    def __init__(self, src, dst):
        self.src = src
        self.dst = dst
        super().__init__()

    def transform_function(self, func, mod, ctx):
        """The function in the other data type."""
        return self.visit(func)

    def visit_constant(self, const):
        """Casts a constant of the old data type."""
        return const.astype(self.dst) if const.data.dtype == self.src else const

    def visit_function(self, fn):
        """Replaces the parameters by parameters of the new data type."""
        made = {}
        for param in fn.params:
            type_ = param.type_annotation
            dtype = self.dst if type_.dtype == self.src else type_.dtype
            made[param] = var(param.name_hint, shape=type_.shape, dtype=dtype)
        body = bind(self.visit(fn.body), made)
        return Function(list(made.values()), body, None, fn.type_params, fn.attrs)
