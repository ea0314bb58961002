"""The table of global functions: those of this package by TVM's names, and those that scripts register."""

from .._absent import Absent

_REGISTERED = {}

# This package's functions for TVM's global functions, which _global_functions.py adds: {TVM's name: (module, name)}, and
# {prefix of names: the module with all functions of this prefix}.
OWN, FAMILIES = {}, {}


def _of_family(name):
    """The function of a module here that TVM has as a global function; None if there is none."""
    prefix, _, attribute = name.rpartition(".")
    if prefix not in FAMILIES or attribute.startswith("_"):
        return None
    found = getattr(FAMILIES[prefix], attribute, None)
    return found if callable(found) and not isinstance(found, Absent) else None


# Functions of TVM that Passcope lacks. They can be looked up, but calling them raises an error.
_ABSENT = {
    "relay.tec.LowerTE": "programs are not compiled to machine code",
    "relay._transform.RemoveStandaloneReshapes": "programs are not compiled to machine code",
    "relay.transform.RecoverVirtualDeviceMap": "devices are kept in the attributes of functions",
}


def register_func(func_name, f=None, override=False):
    """Registers a function under a name; can be a decorator. Raises ValueError if the name is taken."""
    if callable(func_name):
        return register_func(func_name.__name__)(func_name)

    def keep(function):
        if func_name in _REGISTERED and not override:
            raise ValueError(f"Global PackedFunc {func_name} is already registered")
        _REGISTERED[func_name] = function
        return function

    return keep if f is None else keep(f)


def get_global_func(name, allow_missing=False):
    """The function of a name. Raises ValueError if there is none, unless `allow_missing` is set."""
    found = _REGISTERED.get(name)
    if found is None and name in OWN:
        found = getattr(*OWN[name])
    if found is None:
        found = _of_family(name)
    if found is None and name in _ABSENT:
        found = Absent(name, _ABSENT[name])
    if found is None and not allow_missing:
        raise ValueError(f"Cannot find global function {name}")
    return found


def functions_below(prefix):
    """The `__getattr__` of a module whose names are the global functions with `prefix` and a dot."""

    def getattr_(name):
        found = None if name.startswith("__") else get_global_func(f"{prefix}.{name}", allow_missing=True)
        if found is None:
            raise AttributeError(f"there is no global function {prefix}.{name}")
        return found

    return getattr_


def list_global_func_names():
    """All names."""
    return sorted({*_REGISTERED, *OWN})


def remove_global_func(name):
    """Forgets a function."""
    _REGISTERED.pop(name, None)


def register_object(type_key=None):
    """A decorator that does nothing: the classes of nodes are this package's own."""
    return type_key if isinstance(type_key, type) else lambda cls: cls
