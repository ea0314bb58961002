"""Standard definitions: lists, options, trees, and functions over them."""

import functools
import re
import weakref

from ..ir.module import IRModule
from ..ir.type import TypeCall
from .frontend.common import infer_type
from .tensor_array import DTYPES, StaticTensorArrayOps, TensorArrayOps, dynamic, static_name, tensor_types

_FUNCTIONS = (
    "id compose flip hd tl nth update map foldl foldr foldr1 concat filter zip rev map_accuml map_accumr unfoldl"
    " unfoldr sum length tmap size iterate"
).split()


def get_tensor_array_shape(expr, dtype, prelude):
    """The shape of a list's tensors, if the list's type tells it; otherwise None.

    The list is an expression in the module of a Prelude.
    """
    type_ = infer_type(expr, prelude.mod).checked_type
    if not isinstance(type_, TypeCall):
        raise TypeError(f"{type_} is no list of tensors")
    name = type_.args[0].func.name_hint if type_.args and isinstance(type_.args[0], TypeCall) else ""
    found = re.fullmatch(rf"(?:static_)?tensor_{dtype}_((?:\d+_)*(?:\d+)|scalar)_t", name)
    if found is None:
        return None
    return [] if found[1] == "scalar" else [int(dim) for dim in found[1].split("_")]


def _define(mod, name):
    """Adds the definitions to a module that a function such as "tensor_take_int64" belongs to."""
    dtype = name.rpartition("_")[2]
    if name.startswith("tensor_") and dtype in DTYPES:
        mod()._import(dynamic(dtype))


class Prelude:
    """Adds the standard definitions to a module. Its functions are attributes: `prelude.map`."""

    def __init__(self, mod=None):
        self.mod = IRModule() if mod is None else mod
        self.load_prelude()

    def load_prelude(self):
        """Adds the definitions that the module lacks."""
        self.mod.import_from_std("prelude.rly")
        self.mod._import(tensor_types())
        for name in _FUNCTIONS:
            setattr(self, name, self.mod.get_global_var(name))
        self.mod._definer = functools.partial(_define, weakref.ref(self.mod))

    # --- lists of tensors (tensor_array.py), which are added when they are first used ---

    def get_name(self, canonical, dtype):
        """The name of a definition for a data type."""
        return f"tensor_{dtype}_t" if canonical == "tensor_t" else f"{canonical}_{dtype}"

    def get_global_var(self, canonical, dtype):
        """A function for a data type."""
        TensorArrayOps(self, dtype).register()
        return self.mod.get_global_var(self.get_name(canonical, dtype))

    def get_type(self, canonical, dtype):
        """The name of a data type of tensors."""
        TensorArrayOps(self, dtype).register()
        return self.mod.get_global_type_var(self.get_name(canonical, dtype))

    def get_ctor(self, ty_name, canonical, dtype):
        """A constructor of a data type. Raises KeyError if there is none of this name."""
        return self._ctor(ty_name, self.get_name(canonical, dtype))

    def get_tensor_ctor(self, canonical, dtype):
        """A constructor of the data type of tensors."""
        return self.get_ctor(self.get_type("tensor_t", dtype).name_hint, canonical, dtype)

    def _ctor(self, ty_name, name):
        for constructor in self.mod.get_type(ty_name)[1:]:
            if constructor.name_hint == name:
                return constructor
        raise KeyError(name)

    # --- and those for one shape, which StaticTensorArrayOps adds ---

    def get_name_static(self, canonical, dtype, shape, batch_dim=None):
        """The name of a definition for a shape."""
        return static_name(canonical, dtype, shape, batch_dim)

    def get_global_var_static(self, canonical, dtype, shape, batch_dim=None):
        """A function for a shape."""
        return self.mod.get_global_var(static_name(canonical, dtype, shape, batch_dim))

    def get_type_static(self, canonical, dtype, shape):
        """The name of the data type of tensors of a shape."""
        return self.mod.get_global_type_var(static_name(canonical, dtype, shape))

    def get_ctor_static(self, ty_name, name, dtype, shape):
        """A constructor of the data type of tensors of a shape."""
        return self._ctor(static_name(ty_name, dtype, shape), static_name(name, dtype, shape))

    def get_tensor_ctor_static(self, name, dtype, shape):
        """The same as `get_ctor_static` for the data type `tensor_t`."""
        return self.get_ctor_static("tensor_t", name, dtype, shape)
