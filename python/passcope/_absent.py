"""Parts of TVM that Passcope does not have: modules that exist, so that scripts can be read, and refuse to be used."""

import importlib


class Absent:
    """Stands for something of TVM that is not here. Calling it raises NotImplementedError, as does deriving from it."""

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
    """The `__getattr__` of a module of which nothing is here."""
    tvm_name = "tvm" + module[len(__name__.partition(".")[0]) :]

    def getattr_(name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Absent(f"{tvm_name}.{name}", reason)

    return getattr_


def modules_below(package, names):
    """The `__getattr__` of a package that imports certain modules when they are asked for."""

    def getattr_(name):
        if name in names:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return getattr_


def is_absent(value):
    """Whether a value stands for something of TVM that is not here: a name, or a module of which nothing is here."""
    return isinstance(value, Absent) or getattr(value, "__absent__", False) is True
