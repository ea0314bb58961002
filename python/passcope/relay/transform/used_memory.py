"""AnnotateUsedMemory: the memory of the tensors that are live while a primitive function runs.

The program must be in A-normal form and typed. Each primitive function gets the attribute `used_memory`. For each of its
calls, it has the bytes of the live tensors: its arguments, its result, and tensors that are used later. The main function gets
`io_used_memory`, the bytes of its parameters and of its result.
"""

from ...error import TVMError
from ...ir.transform import module_pass
from ...ir.type import TensorType, TupleType
from ...runtime.dtype import DataType
from ..analysis.analysis import free_vars
from ..expr import Call, Let, Var
from ..function import Function
from .memory_plan import mk_let


def _bytes(type_):
    """The size of a tensor, or of all tensors in a tuple. Raises TVMError if it is unknown."""
    if isinstance(type_, TupleType):
        return sum(map(_bytes, type_.fields))
    if not isinstance(type_, TensorType):
        return 0
    count = 1
    for dim in type_.shape:
        if not isinstance(dim, int):
            raise TVMError("AnnotateUsedMemory does not support dynamic shapes.")
        count *= int(dim)
    facts = DataType(type_.dtype)
    return count * facts.lanes * ((facts.bits + 7) // 8)


def _chain(body):
    """The pairs of a chain of lets, and the end of the chain."""
    pairs = []
    while isinstance(body, Let):
        pairs.append((body.var, body.value))
        body = body.body
    return pairs, body


def _is_primitive(value):
    return isinstance(value, Function) and bool(value.attrs) and bool(value.attrs.get("Primitive", 0))


def _annotated(main):
    pairs, end = _chain(main.body)
    sizes = {}

    def size(var):
        if var not in sizes:
            sizes[var] = _bytes(var.checked_type)
        return sizes[var]

    calls = {}
    for var, value in pairs:
        if isinstance(value, Function):
            if not _is_primitive(value):
                raise TVMError("Expect top-level functions to be primitive.")
            calls[var] = []
    live = set(free_vars(end))
    for var, value in reversed(pairs):
        after = set(live)
        live.discard(var)
        if not isinstance(value, Function):
            live |= set(free_vars(value))
        if isinstance(value, Call) and isinstance(value.op, Var) and value.op in calls:
            calls[value.op].append(sum(size(each) for each in (live | after) if each != value.op))
    made = []
    for var, value in pairs:
        if var in calls:
            value = value.with_attr("used_memory", calls[var][::-1])
        made.append((var, value))
    total = sum(size(param) for param in main.params) + _bytes(main.body.checked_type)
    body = mk_let(made, end)
    function = Function(main.params, body, main.ret_type, main.type_params, main.attrs)
    return function.with_attr("io_used_memory", total)


def _run(mod, _):
    made = type(mod)(mod.functions, mod.type_definitions)
    made["main"] = _annotated(mod["main"])
    return made


def AnnotateUsedMemory():
    """A pass that annotates the memory of the tensors that are live while each primitive function runs."""
    return module_pass(_run, opt_level=0, name="AnnotateUsedMemory", required=["ToANormalForm", "InferType"])
