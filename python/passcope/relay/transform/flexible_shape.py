"""Programs for several sizes of a dimension. One of them is selected at run time."""

from ...ir.type import TensorType, TupleType
from .._bind import bind
from ..expr import GlobalVar, Var
from ..function import Function
from .transform import FlexibleShapeDispatch


def override_shape(tensor_type, axis, dim):
    """The type of one or more tensors with another size of an axis."""
    types = tensor_type.fields if isinstance(tensor_type, TupleType) else [tensor_type]
    made = []
    for type_ in types:
        shape = list(type_.shape)
        shape[axis] = dim
        made.append(TensorType(shape, type_.dtype))
    return made[0] if len(made) == 1 else TupleType(made)


def specialize_body(mod, function, axis, dim, input_indices, affects_output=True):
    """Adds a function for one size of an axis of some parameters to a module, under the name main_SIZE.

    Returns its variable and the types of these parameters. `affects_output` tells if the result has the size, too.
    """
    params, made = list(function.params), {}
    for index in input_indices:
        param = function.params[index]
        params[index] = made[param] = Var(param.name_hint, override_shape(param.type_annotation, axis, dim))
    result = override_shape(function.ret_type, axis, dim) if affects_output else function.ret_type
    name = GlobalVar(f"main_{dim}")
    mod[name] = Function(params, bind(function.body, made), result, function.type_params, function.attrs)
    return name, [variable.type_annotation for variable in made.values()]


def flexible_dispatch(
    mod, buckets, axis=0, auto_pad=False, pad_value=0, input_indices=None, affects_output=True
):
    """The module with a main function for each of these sizes. At run time, the smallest one that fits is called."""
    return FlexibleShapeDispatch(buckets, axis, auto_pad, pad_value, input_indices, affects_output)(mod)
