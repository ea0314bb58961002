"""Shared parts of the modules of compilers: checks of calls, and partitioning of programs."""

from ...._given import guard_module
from ....ir.op import register_op_attr
from ....ir.transform import Sequential
from ... import transform
from ...build_module import bind_params_by_name
from ...expr import Call, Constant


def supported(compiler, *op_names):
    """A decorator: the function tells if a compiler takes calls of these operators."""

    def register(check):
        for op_name in op_names:
            register_op_attr(op_name, f"target.{compiler}", check)
        return check

    return register


def type_of(call, index):
    """The type of an argument."""
    return call.args[index].checked_type


def is_tensor(call, index, rank=None, dtypes=("float32",)):
    """Whether an argument is a tensor of this rank and one of these data types."""
    type_ = type_of(call, index)
    return (rank is None or len(type_.shape) == rank) and type_.dtype in dtypes


def is_constant_argument(call, index):
    """Whether an argument is a constant."""
    return isinstance(call.args[index], Constant)


def gives(call, dtype="float32"):
    """Whether a call's result has this data type, or no explicit one."""
    return call.attrs.out_dtype in ("", dtype)


def root(call, op_name):
    """The call of an operator at the end of a chain of first arguments; None if there is none."""
    while isinstance(call, Call):
        if getattr(call.op, "name", None) == op_name:
            return call
        call = call.args[0] if len(call.args) else None
    return None


def of_root(op_name, check):
    """A check of a match by the call of an operator in it."""
    return lambda matched: check(root(matched, op_name))


def parted(mod, params, before, table, compiler, include_non_call_ops=True, after=(), bind_constants=True):
    """Moves the parts that a compiler takes into functions of their own."""
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    passes = [
        transform.InferType(),
        *before,
        transform.MergeComposite(table),
        transform.AnnotateTarget(compiler, include_non_call_ops),
        transform.PartitionGraph(bind_constants=bind_constants),
        *after,
    ]
    return Sequential(passes)(mod)


guard_module(__name__)
