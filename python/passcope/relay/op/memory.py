"""Operators of memory, which lowering puts into programs."""

from ._build import fill, make


def alloc_tensor(storage, offset, shape, dtype="float32", assert_shape=None):
    """A tensor within a storage; `assert_shape` is its shape where `shape` is not a constant."""
    attrs = {"dtype": dtype, "assert_shape": assert_shape}
    attrs["const_shape"] = shape if assert_shape is None else None
    return make("memory.alloc_tensor", [storage, offset, shape], attrs)


fill(globals(), "memory.")
