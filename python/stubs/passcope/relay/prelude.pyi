# Made by python/tools/describe.py.
"""Standard definitions: lists, options, trees, and functions over them."""

from typing import Any

from passcope.ir.module import IRModule as IRModule
from passcope.relay.tensor_array import StaticTensorArrayOps as StaticTensorArrayOps
from passcope.relay.tensor_array import TensorArrayOps as TensorArrayOps
from passcope.relay.tensor_array import static_name as static_name

DTYPES: Any

dynamic: Any

tensor_types: Any

def get_tensor_array_shape(expr: Any, dtype: Any, prelude: Any) -> Any:
    """The shape of the tensors of a list of tensors whose type says it, None where it does not.

    The list is an expression in the module of a Prelude.
    """

class Prelude:
    """Adds the definitions to a module, and has its functions by their names: `prelude.map`."""
    def __init__(self, mod: Any = None) -> None: ...
    def load_prelude(self) -> Any:
        """Adds what the module has not yet."""
    def get_name(self, canonical: Any, dtype: Any) -> Any:
        """The name of a definition for a data type."""
    def get_global_var(self, canonical: Any, dtype: Any) -> Any:
        """A function for a data type."""
    def get_type(self, canonical: Any, dtype: Any) -> Any:
        """The name of a data type of tensors."""
    def get_ctor(self, ty_name: Any, canonical: Any, dtype: Any) -> Any:
        """A constructor of a data type. Raises KeyError where there is none of that name."""
    def get_tensor_ctor(self, canonical: Any, dtype: Any) -> Any:
        """A constructor of the data type of tensors."""
    def get_name_static(self, canonical: Any, dtype: Any, shape: Any, batch_dim: Any = None) -> Any:
        """The name of a definition for a shape."""
    def get_global_var_static(self, canonical: Any, dtype: Any, shape: Any, batch_dim: Any = None) -> Any:
        """A function for a shape."""
    def get_type_static(self, canonical: Any, dtype: Any, shape: Any) -> Any:
        """The name of the data type of tensors of a shape."""
    def get_ctor_static(self, ty_name: Any, name: Any, dtype: Any, shape: Any) -> Any:
        """A constructor of the data type of tensors of a shape."""
    def get_tensor_ctor_static(self, name: Any, dtype: Any, shape: Any) -> Any:
        """The same."""
