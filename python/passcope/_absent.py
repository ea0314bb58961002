"""Parts of TVM that Passcope lacks: modules that scripts can import, and that raise an error when they are used."""

import importlib


class Absent:
    """Replaces something of TVM that Passcope lacks. Calling it or deriving from it raises NotImplementedError."""

    def __init__(self, name, reason):
        self._name = name
        self._reason = reason

    def _refuse(self):
        raise NotImplementedError(f"{self._name} is not part of Passcope: {self._reason}")

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{self._name}.{name}", self._reason)

    def __call__(self, *args, **kwargs):
        self._refuse()

    def __mro_entries__(self, bases):
        self._refuse()

    def __getitem__(self, index):
        self._refuse()

    def __enter__(self):
        self._refuse()

    def __exit__(self, kind, value, trace):
        return None

    def __repr__(self):
        return f"<{self._name}, which is not part of Passcope>"


def names_of(module, reason):
    """The `__getattr__` of a module whose names are all absent."""
    tvm_name = "tvm" + module[len(__name__.partition(".")[0]) :]

    def getattr_(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{tvm_name}.{name}", reason)

    return getattr_


def modules_below(package, names):
    """The `__getattr__` of a package that imports some modules when a script first uses them."""

    def getattr_(name):
        if name in names:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return getattr_


def is_absent(value):
    """Whether a value replaces something of TVM that Passcope lacks: a name, or a whole module."""
    return isinstance(value, Absent) or getattr(value, "__absent__", False) is True
