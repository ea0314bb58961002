# Made by python/tools/describe.py.
"""Lists of tensors whose shapes may differ: data types and functions for one data type, or for one shape.

The definitions are written as text, in which `{t}` is the data type of the tensors, `{end}` what ends all names.
"""

import typing

from passcope.tir.expr import Any as Any
from passcope.relay.definitions import text_of as text_of

DTYPES: typing.Any

tensor_types: typing.Any

dynamic: typing.Any

def static_name(canonical: typing.Any, dtype: typing.Any, shape: typing.Any, batch_dim: typing.Any = None, extra_shapes: typing.Any = None) -> typing.Any:
    """The name of a definition for tensors of a shape: "tensor_take_float32_3_any".

    Further shapes that it is for stand behind, each with its name: "tensor_array_scatter_float32_3_indices_2".
    """

class TensorArrayOps:
    """Adds the definitions for a data type to a prelude's module."""
    def __init__(self, prelude: typing.Any, dtype: typing.Any) -> None: ...
    def get_name(self, canonical: typing.Any) -> typing.Any:
        """The name of a definition."""
    def get_global_var(self, canonical: typing.Any) -> typing.Any:
        """A function."""
    def get_type(self, canonical: typing.Any) -> typing.Any:
        """The name of the data type."""
    def get_ctor(self, canonical: typing.Any) -> typing.Any:
        """A constructor of the data type."""
    def register(self) -> typing.Any:
        """Adds what is not there yet."""
    def define_tensor_adt(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_take(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_expand_dims(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_concat(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_read(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_write(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack_tensor1(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack_tensor2(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack_tensor3(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack_tensor4(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack_tensor5(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack_tensor6(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_scatter(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_split(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_concat(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_gather(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_stack(self) -> typing.Any:
        """Adds the definition, and the others with it."""

class StaticTensorArrayOps:
    """Adds the definitions for tensors of a shape, whose dimensions may be `?`, to a prelude's module.

    With `batch_dim=1` a list has one tensor, so that the shape of all of them behind each other is known.
    """
    def __init__(self, prelude: typing.Any, dtype: typing.Any, shape: typing.Any, batch_dim: typing.Any = None) -> None: ...
    def get_name(self, canonical: typing.Any, extra_shapes: typing.Any = None) -> typing.Any:
        """The name of a definition."""
    def get_global_var(self, canonical: typing.Any) -> typing.Any:
        """A function."""
    def get_type(self, canonical: typing.Any) -> typing.Any:
        """The name of the data type."""
    def get_ctor(self, canonical: typing.Any) -> typing.Any:
        """A constructor of the data type."""
    def register(self) -> typing.Any:
        """Adds what is not there yet."""
    def is_cached(self, name: typing.Any) -> typing.Any:
        """Whether a function of the name is there."""
    def define_tensor_array_scatter(self, indices_shape: typing.Any = None, force_update: bool = False) -> typing.Any:
        """Adds the function that writes tensors to the places of a list that indices tell.

        With `indices_shape` it is for indices of this shape, which its name says.
        """
    def define_tensor_array_split(self, value_shape: typing.Any = None, lengths_shape: typing.Any = None, force_update: bool = False) -> typing.Any:
        """Adds the function that cuts a tensor into a list of parts, whose lengths it is told.

        `value_shape` is that of the tensor, `lengths_shape` that of the lengths. With `force_update` it takes the place of
        one that is there.
        """
    def define_tensor_adt(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_take(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_concatenate(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_expand_dims(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_read(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_write(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_unstack(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_concat(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_stack(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_array_gather(self) -> typing.Any:
        """Adds the definition, and the others with it."""
    def define_tensor_get_data(self) -> typing.Any:
        """Adds the definition, and the others with it."""
