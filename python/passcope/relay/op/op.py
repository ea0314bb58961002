"""The table of operators, and what is registered for them."""

from ...ir.op import OpRegistry, register_op_attr
from ..expr import Op
from ._build import TABLE, make


def get(op_name):
    """The operator of a name."""
    return Op.get(op_name)


def list_op_names():
    """The names of all operators."""
    return list(TABLE)


class OpPattern:
    """How operators can be fused."""

    ELEMWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    COMM_REDUCE = 3
    OUT_ELEMWISE_FUSABLE = 4
    TUPLE = 7
    OPAQUE = 8


_PATTERNS = {
    "elemwise": OpPattern.ELEMWISE,
    "broadcast": OpPattern.BROADCAST,
    "injective": OpPattern.INJECTIVE,
    "reduce": OpPattern.COMM_REDUCE,
    "out-elemwise-fusable": OpPattern.OUT_ELEMWISE_FUSABLE,
    "tuple": OpPattern.TUPLE,
    "opaque": OpPattern.OPAQUE,
}


def pattern_of(row):
    """How the operator of a row of the table can be fused."""
    return _PATTERNS[row["pattern"]]


def registered(attr_key):
    """The functions that are registered for operators under a name."""
    return OpRegistry.having(attr_key)


def register_alter_op_layout(op_name, alter_layout=None, level=10):
    """What AlterOpLayout puts in place of a call: a function of attributes, arguments, the types of the
    arguments and that of the result; None leaves the call. Usable as a decorator."""
    return register_op_attr(op_name, "FTVMAlterOpLayout", alter_layout, level)


def register_legalize(op_name, legal_op=None, level=10):
    """What Legalize puts in place of a call: a function of attributes, arguments and types; None leaves
    the call. Usable as a decorator."""
    return register_op_attr(op_name, "FTVMLegalize", legal_op, level)


def register_stateful(op_name, stateful, level=10):
    """Whether an operator has effects."""
    register_op_attr(op_name, "TOpIsStateful", stateful, level)


def register_pattern(op_name, pattern, level=10):
    """How an operator can be fused, one of OpPattern."""
    return register_op_attr(op_name, "TOpPattern", pattern, level)


def register_external_compiler(op_name, fexternal=None, level=10):
    """A compiler that code generation would ask. Usable as a decorator."""
    return register_op_attr(op_name, "FTVMExternalCompiler", fexternal, level)
