"""Replaces matrix products and convolutions with sparse weights by operators on blocks.

A weight `w` in blocks is three arrays: `w.data` [blocks, rows, columns]; `w.indices`, the columns of the blocks; and
`w.indptr`, the index of the first block of each block row.
"""

from ...topi.sparse.blocks import BlockMatrix, flat_weight
from ..analysis.analysis import free_vars
from ..dataflow_pattern import DFPatternCallback, is_constant, is_op, is_var, rewrite, wildcard
from ..expr import Constant, var
from ..function import Function
from ..op._build import make as make_call
from ..op.nn import sparse_dense
from .transform import function_pass


class _Weights(DFPatternCallback):
    """Replaces a call by the result of a function of its data and weight; None keeps the call."""

    def __init__(self, op_name, weight, make):
        super().__init__(rewrite_once=True)
        self.pattern = is_op(op_name)(wildcard(), weight)
        self._make = make

    def callback(self, pre, post, node_map):
        made = self._make(pre, post.args[0], pre.args[1])
        return post if made is None else made


def _variables(name, shape):
    """The three variables of a weight: the shape of its data, then the lengths of the other two."""
    *data, indices, indptr = map(int, shape)
    return (
        var(f"{name}.data", shape=data, dtype="float32"),
        var(f"{name}.indices", shape=(indices,), dtype="int32"),
        var(f"{name}.indptr", shape=(indptr,), dtype="int32"),
    )


def _of_named_weights(pass_name, op_name, weight_name, weight_shape, make):
    """A pass over calls whose weights are variables of these names. Their arrays become the last parameters."""
    shapes = dict(zip(map(str, weight_name), weight_shape))
    if len(shapes) != len(list(weight_shape)):
        raise ValueError(f"{pass_name} needs a shape for each weight")

    def run(func, mod, _):
        known = {}

        def sparse(_, data, weight):
            name = weight.name_hint
            if name not in shapes:
                return None
            # Two calls with the same weight share its variables.
            if name not in known:
                known[name] = _variables(name, shapes[name])
            return make(data, *known[name])

        body = rewrite(_Weights(op_name, is_var(), sparse), func.body)
        added = {variable for variables in known.values() for variable in variables}
        used = list(free_vars(body))
        params = [item for item in used if item not in added] + [item for item in used if item in added]
        return Function(params, body, func.ret_type, func.type_params, func.attrs)

    return function_pass(run, opt_level=4, name=pass_name, required=["DeadCodeElimination"])


def DenseToSparse(weight_name, weight_shape):
    """Replaces nn.dense with certain weights, variables by their names, by nn.sparse_dense.

    `weight_shape` has for each weight the shape of its blocks and the lengths of its indices and row pointers.
    `relay.analysis.sparse_dense.process_params` returns both arguments.
    """
    def make(data, values, indices, indptr):
        return sparse_dense(data, (values, indices, indptr))

    return _of_named_weights("DenseToSparse", "nn.dense", weight_name, weight_shape, make)


def _sparse_conv2d(layout, kernel_size):
    attrs = {"layout": str(layout), "kernel_size": [int(kernel_size)] * 2}
    return lambda *inputs: make_call("nn.sparse_conv2d", list(inputs), attrs)


def Conv2dToSparse(weight_name, weight_shape, layout, kernel_size):
    """Replaces nn.conv2d with certain weights, variables by their names, by nn.sparse_conv2d."""
    make = _sparse_conv2d(layout, kernel_size)
    return _of_named_weights("Conv2dToSparse", "nn.conv2d", weight_name, weight_shape, make)


def Conv2dToSparse2(layout, kernel_size, blocksize, sparsity_threshold):
    """Replaces nn.conv2d with constant weights by nn.sparse_conv2d, if the share of a weight's zero blocks reaches the
    threshold.

    It only considers convolutions of this layout and kernel with strides of 1.
    """
    make = _sparse_conv2d(layout, kernel_size)

    def sparse(call, data, weight):
        attrs = call.attrs
        facts = (attrs.data_layout, int(attrs.strides[0]), int(attrs.kernel_size[0]))
        if facts != (layout, 1, int(kernel_size)):
            return None
        flat = flat_weight(weight.data.numpy(), layout)
        blocks = BlockMatrix(flat, tuple(map(int, blocksize)))
        if 1 - blocks.nnz / flat.size < sparsity_threshold:
            return None
        return make(data, *map(Constant, blocks.arrays()))

    def run(func, mod, _):
        body = rewrite(_Weights("nn.conv2d", is_constant(), sparse), func.body)
        return Function(func.params, body, func.ret_type, func.type_params, func.attrs)

    return function_pass(run, opt_level=5, name="Conv2dToSparse2", required=["DeadCodeElimination"])
