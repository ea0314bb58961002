"""Operators of the virtual machine."""

from ._build import make


def shape_of(expr):
    """The shape of a tensor, as an int64 tensor."""
    return make("vm.shape_of", [expr], {"dtype": "int64"})


def reshape_tensor(data, shape, newshape):
    """Reshapes a tensor to a shape of run time; `newshape` has the dimensions that are known before."""
    return make("vm.reshape_tensor", [data, shape], {"newshape": list(newshape)})


def invoke_tvm_op(func, inputs, outputs):
    """A call of a primitive function that writes its results to `outputs`."""
    return make("vm.invoke_tvm_op", [func, inputs, outputs])
