# Made by python/tools/describe.py.
"""The table of operators, and what is registered for them."""

from typing import Any

from passcope.ir.op import OpRegistry as OpRegistry
from passcope.ir.op import register_op_attr as register_op_attr
from passcope.relay.expr import Op as Op

TABLE: Any

def get(op_name: Any) -> Any:
    """The operator of a name."""

def list_op_names() -> Any:
    """The names of all operators."""

class OpPattern:
    """How operators can be fused."""
    ELEMWISE: int
    BROADCAST: int
    INJECTIVE: int
    COMM_REDUCE: int
    OUT_ELEMWISE_FUSABLE: int
    TUPLE: int
    OPAQUE: int

def pattern_of(row: Any) -> Any:
    """How the operator of a row of the table can be fused."""

def registered(attr_key: Any) -> Any:
    """The functions that are registered for operators under a name."""

def register(op_name: Any, describe: Any = '') -> Any:
    """Adds an operator. What it takes and gives is told with the methods of `get(op_name)`: `add_argument`,
    `set_num_inputs`, `add_type_rel`, `set_support_level`.
    """

def register_gradient(op_name: Any, fgradient: Any = None, level: Any = 10) -> Any:
    """The gradients of a call with regard to its arguments: a function of the call and the gradient of its result.
    Usable as a decorator.
    """

def register_convert_op_layout(op_name: Any, convert_layout: Any = None, level: Any = 10) -> Any:
    """What ConvertLayout puts in place of a call: a function of attributes, arguments, their types and the layouts that
    are wanted. Usable as a decorator.
    """

def register_infer_correct_layout(op_name: Any, infer_layout: Any = None, level: Any = 10) -> Any:
    """The layouts that a call can have: a function of attributes, the new layouts of the inputs (None before any is
    known), their old layouts and types, which gives an InferCorrectLayoutOutput. Usable as a decorator.
    """

def register_fake_quantization_to_integer(op_name: Any, func: Any = None, level: Any = 10) -> Any:
    """A call on integers: a function of the call over integers and of what its arguments stand for, {expression:
    TensorAffineType}, which gives the expression and what it stands for. Usable as a decorator.
    """

def register_optional_fake_quantization_to_integer(op_name: Any, func: Any = None, level: Any = 10) -> Any:
    """The same for calls outside of regions that end in qnn.quantize. Usable as a decorator."""

def register_mixed_precision_conversion(op_name: Any, func: Any = None, level: Any = 10) -> Any:
    """How ToMixedPrecision treats a call: a function of the call and the small data type, which gives the category (0
    always, 1 follow, 2 never) and the data types of sums and of the result. Usable as a decorator.
    """

def register_alter_op_layout(op_name: Any, alter_layout: Any = None, level: Any = 10) -> Any:
    """What AlterOpLayout puts in place of a call: a function of attributes, arguments, the types of the
    arguments and that of the result; None leaves the call. Usable as a decorator.
    """

def register_legalize(op_name: Any, legal_op: Any = None, level: Any = 10) -> Any:
    """What Legalize puts in place of a call: a function of attributes, arguments and types; None leaves
    the call. Usable as a decorator.
    """

def register_stateful(op_name: Any, stateful: Any, level: Any = 10) -> Any:
    """Whether an operator has effects."""

def register_pattern(op_name: Any, pattern: Any, level: Any = 10) -> Any:
    """How an operator can be fused, one of OpPattern."""

def register_external_compiler(op_name: Any, fexternal: Any = None, level: Any = 10) -> Any:
    """A compiler that code generation would ask. Usable as a decorator."""

def register_compute(op_name: Any, compute: Any = None, level: Any = 10) -> Any:
    """What code generation would compute a call with. Usable as a decorator."""

def register_strategy(op_name: Any, fstrategy: Any = None, level: Any = 10) -> Any:
    """How code generation would choose. Usable as a decorator."""

def register_shape_func(op_name: Any, data_dependent: Any, shape_func: Any = None, level: Any = 10) -> Any:
    """What code generation would find the shape of a result with. Usable as a decorator."""
