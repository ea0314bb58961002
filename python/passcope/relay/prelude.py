"""Standard definitions: lists, options, trees, and functions over them."""

from ..ir.module import IRModule

_FUNCTIONS = (
    "id compose flip hd tl nth update map foldl foldr foldr1 concat filter zip rev map_accuml map_accumr unfoldl"
    " unfoldr sum length tmap size iterate"
).split()


class Prelude:
    """Adds the definitions to a module, and has its functions by their names: `prelude.map`."""

    def __init__(self, mod=None):
        self.mod = IRModule() if mod is None else mod
        self.load_prelude()

    def load_prelude(self):
        """Adds what the module has not yet."""
        self.mod.import_from_std("prelude.rly")
        for name in _FUNCTIONS:
            setattr(self, name, self.mod.get_global_var(name))

    def get_type(self, name):
        """The name of a data type and its constructors."""
        return self.mod.get_type(name)

    def get_ctor(self, ty_name, name):
        """A constructor of a data type. Raises KeyError where there is none of that name."""
        for constructor in self.mod.get_type(ty_name)[1:]:
            if constructor.name_hint == name:
                return constructor
        raise KeyError(name)
