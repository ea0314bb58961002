"""Programs that are ready to run, and their files.

Passcope does not compile to machine code. A file has the program's text with exact constants.
"""

from pathlib import Path

from .. import _raw

_WITH_META_DATA, _ALL_DIGITS = 1, 8
_HEAD = "// Passcope: "


class Module:
    """A program that can be saved to a file; `sort` is the kind of its executor ("graph" or "vm")."""

    # Functions that make a program from a handle, and that run a program; relay.build_module sets them.
    _program = _factory = None

    def __init__(self, sort, ir_mod):
        self.sort = sort
        self.ir_mod = ir_mod

    def to_bytes(self):
        """The program's text, in UTF-8."""
        text = _raw.text(self.ir_mod.handle, _WITH_META_DATA | _ALL_DIGITS)
        return bytearray(f"{_HEAD}{self.sort}\n{text}", "utf-8")

    @staticmethod
    def from_bytes(data):
        """The module of such bytes. Raises ValueError for other bytes."""
        head, _, text = bytes(data).decode("utf-8", errors="replace").partition("\n")
        if not head.startswith(_HEAD):
            raise ValueError("this is no program that Passcope wrote")
        return Module(head[len(_HEAD) :], Module._program(_raw.parse(text, "library")))

    def export_library(self, file_name, *args, **kwargs):
        """Writes the program to a file, which `load_module` reads."""
        Path(file_name).write_bytes(self.to_bytes())

    save = export_library

    def __getitem__(self, name):
        if self.sort != "graph":
            raise AttributeError(f"the module has no function {name}")
        return Module._factory(self.ir_mod, {}, name)[name]

    def get_function(self, name, query_imports=False):
        """The function of a name."""
        return self[name]

    @property
    def entry_func(self):
        """The module's main function."""
        return self["default"]

    @property
    def imported_modules(self):
        """The modules that it needs; always empty."""
        return []

    @property
    def type_key(self):
        """The kind of the module."""
        return self.sort

    def implements_function(self, func_name, query_imports=False):
        """Whether the program has a function of a name."""
        return func_name == "default" if self.sort == "graph" else func_name in self.ir_mod

    def get_source(self, fmt=""):
        """The program's text."""
        return self.ir_mod.astext()


def load_module(path, fmt=""):
    """Loads the module of a file. Raises ValueError if the file is not one of Passcope's."""
    return Module.from_bytes(Path(path).read_bytes())


def system_lib(symbol_prefix=""):
    """Raises NotImplementedError, because no code is linked with the runtime."""
    raise NotImplementedError("there is no code that is linked with the runtime: programs are not compiled to machine code")


def load_static_library(path, func_names):
    """Raises NotImplementedError, because compiled code cannot be loaded."""
    raise NotImplementedError(f"{path} cannot be loaded: programs are not compiled to machine code")


def num_threads():
    """The number of threads of a program."""
    return 1


def enabled(target):
    """Whether programs can run on a target."""
    return str(target).split(" ", maxsplit=1)[0] in ("cpu", "llvm", "c")
