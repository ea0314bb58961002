"""Helpers of converters of models."""

from ...ir.module import IRModule
from ...runtime.ndarray import array
from .. import op as _op
from ..analysis.analysis import free_vars
from ..build_module import create_executor
from ..expr import Tuple, TupleWrapper, Var, var
from ..expr import const as _const
from ..function import Function
from ..transform import FoldConstantExpr, InferType
from ..ty import is_dynamic
from .attributes import AttrCvt, DuplicateFilter, ExprTable, Renamer, RequiredAttr, StrAttrsDict, get_relay_op, logger
from .recurrent import gru_cell, lstm_cell, rnn_cell


def infer_type(node, mod=None):
    """An expression with inferred types. It can call functions of a module."""
    made = IRModule()
    made["main"] = node if isinstance(node, Function) else Function(free_vars(node), node)
    if mod is not None:
        made._import(mod)
    typed = InferType()(made)["main"]
    return typed if isinstance(node, Function) else typed.body


def infer_shape(inputs, mod=None):
    """The shape of an expression, a tuple of integers and `?`. For an expression that is not a tensor, its type."""
    type_ = infer_type(inputs, mod).checked_type
    return tuple(type_.shape) if hasattr(type_, "shape") else type_


def infer_channels(inputs, transpose=False):
    """The number of output channels of weights in OIHW, or in IOHW with `transpose`."""
    return infer_shape(inputs)[1 if transpose else 0]


def fold_constant(node, mod=None):
    """An expression with constant parts folded. Types are not inferred first."""
    return FoldConstantExpr(node, IRModule() if mod is None else mod)


def infer_value(input_val, params, mod=None):
    """The value of an expression, with values for its variables by name. Raises TVMError if one is missing."""
    function = input_val if isinstance(input_val, Function) else Function(free_vars(input_val), input_val)
    given = {param.name_hint: params[param.name_hint] for param in function.params}
    return create_executor("debug", mod=mod).evaluate(function)(**given)


def new_var(name_hint, type_annotation=None, shape=None, dtype="float32"):
    """A variable."""
    return var(name_hint, type_annotation, shape, dtype)


def get_name(node):
    """The name of a variable; empty for other expressions."""
    return getattr(node, "name_hint", "")


def infer_value_simulated(input_val, params):
    """The value of an expression, with random values for variables without a value."""
    import numpy as np

    given = dict(params)
    for variable in free_vars(input_val):
        if variable.name_hint not in given:
            type_ = variable.type_annotation
            values = np.random.rand(*map(int, type_.shape)).astype(type_.dtype)
            given[variable.name_hint] = array(values)
    return infer_value(input_val, given)


def try_infer_value(val, on_success=None, on_failure=None, parameters=None):
    """The value of an expression as a numpy array and True, or the expression and False if its value is unknown.

    `on_success`, a function of the array, and `on_failure`, a function without parameters, can replace the first result.
    """
    try:
        value = infer_value(val, parameters if parameters is not None else {}).numpy()
    except Exception:  # pylint: disable=broad-except
        return (on_failure() if on_failure else val), False
    return (on_success(value) if on_success else value), True


def shape_of(x, dtype="int64", start=None, end=None):
    """The shape of an expression as a constant, or as an expression if it is unknown."""
    type_ = infer_type(x).checked_type
    if is_dynamic(type_):
        return _op.shape_of(x, dtype)
    return _const([int(dim) for dim in type_.shape][start or 0 : end or None], dtype)


def to_int_list(np_array):
    """Converts to a list of Python integers."""
    return [int(x) for x in np_array]


def unbind(data, axis=0):
    """The slices of a tensor along an axis, without that axis, as a tuple. Raises AttributeError for an axis out of range."""
    shape = infer_shape(data)
    if axis >= len(shape):
        raise AttributeError("Please check input dim, it shouldn't be greater than or equal to rank.")
    count = int(shape[axis])
    parts = _op.split(data, count, axis)
    return TupleWrapper(Tuple([_op.squeeze(parts[i], axis=[axis]) for i in range(count)]), count)


def autopad(
    data,
    strides,
    kernel_shape,
    dilations=(1, 1),
    pad_type="constant",
    deconv=False,
    mode="SAME_UPPER",
    pad_value=0.0,
):
    """Pads the data so that a kernel with strides gives one result per stride ("same" padding). Sizes may be unknown until run
    time. An odd element is added at the end, or with `mode` SAME_LOWER at the beginning."""
    import numpy as np

    def sizes(values):
        return _const(np.array(values), dtype="int64")

    strides = sizes(strides)
    dilated = sizes([(kernel - 1) * dilation + 1 for kernel, dilation in zip(kernel_shape, dilations)])
    shape = _op.strided_slice(shape_of(data, dtype="int64"), [2], [len(infer_shape(data))])
    zero, one, two = (_const(number, dtype="int64") for number in range(3))
    rest = _op.mod(shape, strides)
    whole, part = _op.maximum(dilated - strides, zero), _op.maximum(dilated - rest, zero)
    total = _op.where(_op.equal(rest, zero), whole, part)
    if deconv:
        total = sizes(kernel_shape) - one - total
    before = _op.floor_divide(total, two)
    sides = [before, total - before]
    if "LOWER" in mode:
        sides.reverse()
    pads = _op.concatenate([_op.reshape(side, [-1, 1]) for side in sides], axis=1)
    pads = _op.concatenate([_const(np.zeros([2, 2], "int64"), dtype="int64"), pads], axis=0)
    if isinstance(pad_value, (int, float)):
        pad_value = _const(pad_value)
    return _op.nn.pad(data, fold_constant(pads), pad_value, pad_type)


def ensure_scalar_shape(x):
    """Converts a tensor with one element to a scalar. Raises ValueError for other tensors."""
    shape = infer_shape(x)
    if any(int(dim) != 1 for dim in shape):
        raise ValueError(f"Cannot squeeze tensor shape {shape} to scalar form.")
    return _op.squeeze(x) if shape else x


def try_resolve_var_to_const(x, graph_params):
    """A constant for a variable that has a value; other expressions unchanged."""
    if not isinstance(x, Var) or x.name_hint not in graph_params:
        return x
    return _const(graph_params[x.name_hint].numpy(), infer_type(x).checked_type.dtype)
