"""Operators of the virtual machine."""

from ._build import make


def shape_of(expr):
    """The shape of a tensor, an int64 tensor."""
    return make("vm.shape_of", [expr], {"dtype": "int64"})


def reshape_tensor(data, shape, newshape):
    """A tensor in another shape, which is known when the program runs; `newshape` is what is known of it before."""
    return make("vm.reshape_tensor", [data, shape], {"newshape": list(newshape)})


def invoke_tvm_op(func, inputs, outputs):
    """A call of a primitive function that writes its results."""
    return make("vm.invoke_tvm_op", [func, inputs, outputs])
