"""Transposes weights once, in place of transposing them in each run."""

from ...ir.module import IRModule
from ...runtime.ndarray import array
from .. import analysis, transform


def convert(func, params):
    """The function with transposed weights, which are called NAME.T, and its parameters."""
    names = list(analysis.search_fc_transpose(func))
    mod = transform.InferType()(IRModule.from_expr(func))
    done = transform.SimplifyFCTranspose(names)(mod)["main"]
    given = {name: value for name, value in params.items() if name not in names}
    given.update((f"{name}.T", array(params[name].numpy().transpose())) for name in names)
    return done, given
