"""Supplies of unused names."""

from .expr import GlobalVar
from .module import IRModule


class NameSupply:
    """Returns each name only once. Names can have a common prefix."""

    def __init__(self, prefix=""):
        self._prefix = prefix
        self._next = {}

    def _full(self, name, add_prefix):
        return f"{self._prefix}_{name}" if add_prefix and self._prefix else name

    def fresh_name(self, name, add_prefix=True):
        """An unused name: the given one, with a number after it if it is taken."""
        return self._fresh(self._full(name, add_prefix).replace(".", "_"))

    def _fresh(self, name):
        if name not in self._next:
            self._next[name] = 0
            return name
        while True:
            self._next[name] += 1
            numbered = f"{name}_{self._next[name]}"
            if numbered not in self._next:
                self._next[numbered] = 0
                return numbered

    def reserve_name(self, name, add_prefix=True):
        """Reserves a name."""
        full = self._full(name, add_prefix)
        self._next[full] = 0
        return full

    def contains_name(self, name, add_prefix=True):
        """Whether a name is used or reserved."""
        return self._full(name, add_prefix) in self._next


class GlobalVarSupply:
    """Returns global variables with unique names."""

    def __init__(self, value=None):
        self._known = {}
        self._names = value if isinstance(value, NameSupply) else NameSupply("")
        modules = value
        if modules is None or modules is self._names:
            return
        modules = [modules] if isinstance(modules, IRModule) else list(modules)
        if modules:
            # TVM's default for the name of a module.
            self._names._prefix = modules[0].attrs.get("mod_name", "tvmgen_default")
        for module in modules:
            for var in module.get_global_vars():
                self.reserve_global(var)

    def fresh_global(self, name, add_prefix=True):
        """A variable with an unused name."""
        return self._keep(self._names.fresh_name(name, add_prefix))

    def unique_global_for(self, name, add_prefix=True):
        """The variable of a name. It is made at the first call."""
        full = self._names._full(name, add_prefix)
        if full in self._known:
            return self._known[full]
        self._names.reserve_name(full, add_prefix=False)
        return self._keep(full)

    def reserve_global(self, global_var, allow_conflict=False):
        """Reserves a variable and its name. Raises ValueError if another variable has the name, unless `allow_conflict` is
        set."""
        name = global_var.name_hint
        if name in self._known and not allow_conflict:
            raise ValueError(f"GlobalVar {global_var} conflicts by name in this supply.")
        self._names.reserve_name(name, add_prefix=False)
        self._known[name] = global_var

    def _keep(self, name):
        return self._known.setdefault(name, GlobalVar(name))
