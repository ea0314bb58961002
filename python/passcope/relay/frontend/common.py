"""What converters of models need."""

from ...ir.module import IRModule
from ..expr import Var
from ..function import Function


def infer_type(node, mod=None):
    """An expression with its types; it may call functions of a module."""
    from ..transform import InferType

    made = IRModule()
    made["main"] = node if isinstance(node, Function) else Function(_free(node), node)
    if mod is not None:
        made._import(mod)
    typed = InferType()(made)["main"]
    return typed if isinstance(node, Function) else typed.body


def _free(node):
    from ..analysis import free_vars

    return free_vars(node)


def infer_shape(inputs, mod=None):
    """The shape of an expression, a tuple of integers and `?`."""
    return tuple(infer_type(inputs, mod).checked_type.shape)


def infer_channels(inputs, transpose=False):
    """The number of output channels that weights in OIHW, or in IOHW when transposed, say."""
    return infer_shape(inputs)[1 if transpose else 0]


def fold_constant(node, mod=None):
    """An expression with what can be computed computed."""
    from ..transform import FoldConstant, InferType

    made = IRModule.from_expr(node)
    if mod is not None:
        made._import(mod)
    folded = FoldConstant()(InferType()(made))["main"]
    return folded if isinstance(node, Function) else folded.body


def infer_value(input_val, params, mod=None):
    """The value of an expression, by values for its variables by name. Raises TVMError where one is missing."""
    from ..backend.interpreter import create_executor

    function = input_val if isinstance(input_val, Function) else Function(_free(input_val), input_val)
    given = {param.name_hint: params[param.name_hint] for param in function.params}
    return create_executor("debug", mod=mod).evaluate(function)(**given)


def new_var(name_hint, type_annotation=None, shape=None, dtype="float32"):
    """A variable."""
    from ..expr import var

    return var(name_hint, type_annotation, shape, dtype)


def get_name(node):
    """The name of a variable; the text of another expression."""
    return node.name_hint if isinstance(node, Var) else str(node)
