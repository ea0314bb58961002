"""Operators of neural networks."""

from ..expr import Constant
from ._build import constant, fill, is_expr, items, listed, make


def matmul(tensor_a, tensor_b, units=None, out_dtype="", transpose_a=False, transpose_b=False):
    """A product of matrices. As in TVM, it is nn.dense if only the second one is transposed."""
    if not transpose_a and transpose_b:
        return make("nn.dense", [tensor_a, tensor_b], {"units": units, "out_dtype": out_dtype})
    attrs = {"units": units, "out_dtype": out_dtype}
    attrs.update(transpose_a=transpose_a, transpose_b=transpose_b)
    return make("nn.matmul", [tensor_a, tensor_b], attrs)


def pad(data, pad_width, pad_value=0, pad_mode="constant"):
    """The tensor with elements added around it."""
    if isinstance(pad_width, Constant):
        # As numpy's numbers, so that the attribute keeps their type.
        pad_width = [list(pair) for pair in pad_width.data.numpy()]
    pad_value = constant(pad_value)
    if is_expr(pad_width):
        return make("dyn.nn.pad", [data, pad_width, pad_value], {"pad_mode": pad_mode})
    return make("nn.pad", [data, pad_value], {"pad_width": pad_width, "pad_mode": pad_mode})


def dropout_raw(data, rate=0.5):
    """nn.dropout with both of its results: the output and the mask."""
    return make("nn.dropout", [data], {"rate": rate})


def dropout(data, rate=0.5):
    """The output of nn.dropout."""
    return items(dropout_raw(data, rate), 2)[0]


def _sparse(matrix):
    """Data, indices and pointers of a sparse matrix, which can be scipy's."""
    if hasattr(matrix, "indices"):
        return [matrix.data, matrix.indices, matrix.indptr]
    return list(matrix[:3])


def sparse_dense(dense_mat, sparse_mat, sparse_lhs=False):
    """A product of a dense and a sparse matrix."""
    return make("nn.sparse_dense", [dense_mat, *_sparse(sparse_mat)], {"sparse_lhs": sparse_lhs})


def sparse_transpose(x):
    """A sparse matrix transposed."""
    return items(make("nn.sparse_transpose", _sparse(x)), 3)


def sparse_add(dense_mat, sparse_mat):
    """A sum of a dense and a sparse matrix."""
    return make("nn.sparse_add", [dense_mat, *_sparse(sparse_mat)])


def _scaled(name, data, scales, attrs):
    values = {key: listed(value)[0] if isinstance(value, Constant) else value for key, value in scales.items()}
    if any(is_expr(value) for value in values.values()):
        inputs = [constant(value, "float64") for value in values.values()]
        # The operator shares its attributes with the static one. It does not read these.
        return make("dyn." + name, [data, *inputs], {**dict.fromkeys(scales, 0.0), **attrs})
    return make(name, [data], {**{key: float(value) for key, value in values.items()}, **attrs})


def upsampling(
    data, scale_h=1, scale_w=1, layout="NCHW", method="nearest_neighbor", align_corners=False
):
    """Enlarges an image."""
    attrs = {"layout": layout, "method": method, "align_corners": align_corners}
    return _scaled("nn.upsampling", data, {"scale_h": scale_h, "scale_w": scale_w}, attrs)


def upsampling3d(
    data,
    scale_d=1,
    scale_h=1,
    scale_w=1,
    layout="NCDHW",
    method="nearest_neighbor",
    coordinate_transformation_mode="half_pixel",
):
    """Enlarges a volume."""
    attrs = {"layout": layout, "method": method}
    attrs["coordinate_transformation_mode"] = coordinate_transformation_mode
    scales = {"scale_d": scale_d, "scale_h": scale_h, "scale_w": scale_w}
    return _scaled("nn.upsampling3d", data, scales, attrs)


def _sides(padding, axes):
    if isinstance(padding, int):
        padding = (padding,) * axes
    padding = tuple(padding)
    if len(padding) == axes:
        return padding + padding
    if len(padding) == 2 * axes:
        return padding
    raise ValueError(f"Size of padding can only be {axes} or {2 * axes}")


def get_pad_tuple1d(padding):
    """The padding left and right, from one or two numbers."""
    return _sides(padding, 1)


def get_pad_tuple2d(padding):
    """The padding at the top, left, bottom and right, from one, two or four numbers."""
    return _sides(padding, 2)


def get_pad_tuple3d(padding):
    """The padding before each axis of a volume, then after each axis, from one, three or six numbers."""
    return _sides(padding, 3)


def _global(kind, axes, layout):
    def pool(data, layout=layout, out_layout=""):
        attrs = {"output_size": [1] * axes, "layout": layout, "out_layout": out_layout}
        return make(f"nn.adaptive_{kind}_pool{axes}d", [data], attrs)

    pool.__name__ = f"global_{kind}_pool{axes}d"
    pool.__doc__ = f"The {kind} over all places."
    return pool


global_max_pool1d = _global("max", 1, "NCW")
global_avg_pool1d = _global("avg", 1, "NCW")
global_max_pool3d = _global("max", 3, "NCDHW")
global_avg_pool3d = _global("avg", 3, "NCDHW")

fill(globals(), "nn.")
