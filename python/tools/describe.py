"""Writes descriptions of the package for editors and type checkers, by importing it:

    python python/tools/describe.py stubs FOLDER
    python python/tools/describe.py names FILE

- stubs: a stub (PEP 484) per module, with signatures and documentation, and `py.typed`; setup.py installs them;
- names: the same for completion in the page, and the names of the page's numpy; the page's build makes them with Pyodide.

Types come from the engine's tables (operators, passes), from a module's annotations, and from values. All other types are
`Any`. The output does not depend on other packages: page/numpy replaces numpy where it is missing, and a dummy module
always replaces pytest.
"""

import argparse
import dataclasses
import importlib
import importlib.util
import inspect
import json
import keyword
import pkgutil
import re
import sys
import textwrap
import types
import typing
from pathlib import Path

PYTHON = Path(__file__).parents[1]

EMPTY = inspect.Parameter.empty

# --- annotations ---


def annotations_of(function):
    """The annotations of a function, those that are texts of the package's own types included."""
    inner = inspect.unwrap(function)
    made = {}
    for name, annotation in getattr(inner, "__annotations__", {}).items():
        if isinstance(annotation, str) and not annotation.startswith(("passcope.", "typing.", "collections.")):
            try:
                annotation = eval(annotation, inner.__globals__)  # pylint: disable=eval-used
            except (NameError, TypeError):
                pass
        made[name] = annotation
    return made


def type_text(annotation):
    """An annotation as the text of a type, with full names."""
    if isinstance(annotation, str):
        return re.sub(r"\btyping\.Any\b", "Any", annotation)
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is typing.Any:
        return "Any"
    if annotation is inspect.Parameter.empty or annotation is Ellipsis:
        return "..."
    if isinstance(annotation, list):
        return f"[{', '.join(map(type_text, annotation))}]"
    origin, items = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(type_text, items))
    if origin is typing.Literal:
        return f"typing.Literal[{', '.join(map(repr, items))}]"
    if origin is not None and items:
        return f"{_full_name(origin)}[{', '.join(map(type_text, items))}]"
    bare = _full_name(origin or annotation)
    return bare + _BARE.get(bare, "")


_BARE = {
    "dict": "[Any, Any]",
    "list": "[Any]",
    "tuple": "[Any, ...]",
    "type": "[Any]",
    "collections.abc.Mapping": "[Any, Any]",
    "collections.abc.Sequence": "[Any]",
    "collections.abc.Callable": "[..., Any]",
    "os.PathLike": "[str]",
}


def _full_name(cls):
    if isinstance(cls, typing.ForwardRef):
        return cls.__forward_arg__
    module = cls.__module__
    return cls.__qualname__ if module == "builtins" else f"{module}.{cls.__qualname__}"


# --- the contents of a module ---


def modules_of(package):
    """A package and its modules, in the order of their names."""
    found = [package]
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not _open(info.name):
            continue
        found.append(importlib.import_module(info.name))
    # Modules without a file, such as relay.testing.resnet.
    known = {module.__name__ for module in found}
    for name, module in list(sys.modules.items()):
        if name.startswith(package.__name__ + ".") and name not in known and _open(name):
            found.append(module)
    return sorted(found, key=lambda module: module.__name__)


def _open(module):
    return not any(part.startswith("_") for part in module.split("."))


def _shown(name):
    return not name.startswith("_") and not keyword.iskeyword(name)


class Describer:
    """Describes a package: the names of its modules and classes with kinds, signatures and documentation."""

    def __init__(self, package, returns, parameters, from_private=False):
        """`from_private`: whether modules may show names that private modules define."""
        self.package = package.__name__
        self._from_private = from_private
        self.modules = {module.__name__: module for module in modules_of(package)}
        self._returns, self._parameters = returns, parameters

    def within(self, name):
        """Whether a module belongs to the package."""
        return name == self.package or (name or "").startswith(self.package + ".")

    def home(self, name, value, here):
        """The public module and name where a value is defined, if it is not `here`."""
        module = getattr(value, "__module__", None)
        if isinstance(value, type) or inspect.isfunction(value):
            own = getattr(value, "__name__", name)
            if module != here and module in self.modules and getattr(self.modules[module], own, None) is value:
                return module, own
        return None

    def entries(self, module):
        """(name, value, home) of the public names of a module, in its order."""
        made = []
        for name, value in list(vars(module).items()):
            if not _shown(name):
                continue
            if isinstance(value, types.ModuleType):
                if value.__name__ in self.modules:
                    made.append((name, value, None))
                continue
            declared = getattr(value, "__module__", None)
            is_made = isinstance(value, type) or callable(value)
            if is_made and not (self.within(declared) and (self._from_private or _open(declared))):
                continue  # from elsewhere, such as functools.partial, or from a module that is not public
            made.append((name, value, self.home(name, value, module.__name__)))
        return made

    def signature(self, value):
        """The parameters of a function, or None if Python does not know them."""
        try:
            return inspect.signature(value)
        except (TypeError, ValueError):
            return None

    def parameter_type(self, function, parameter):
        """The type of a parameter as a text."""
        known = self._parameters(function).get(parameter.name)
        annotation = annotations_of(function).get(parameter.name)
        if not known and annotation is not None:
            known = type_text(annotation)
            # The items of the function's own parameter.
            return known
        if known == "bool" and type(parameter.default) is int:
            known = "int"  # as TVM writes it
        if known:
            return f"{known} | None" if parameter.default is None and known != "Any" else known
        if isinstance(parameter.default, bool):
            return "bool"
        return "Any"

    def return_type(self, name, function, owner=None):
        """The type of a result as a text."""
        if owner is not None and name in _METHODS:
            return _METHODS[name]
        annotation = annotations_of(function).get("return", self)
        if annotation is not self:
            return type_text(annotation)
        return self._returns(function) or "Any"


_METHODS = {
    "__init__": "None",
    "__del__": "None",
    "__eq__": "bool",
    "__ne__": "bool",
    "__lt__": "Any",
    "__hash__": "int",
    "__len__": "int",
    "__bool__": "bool",
    "__contains__": "bool",
    "__str__": "str",
    "__repr__": "str",
    "__setitem__": "None",
    "__setattr__": "None",
    "__exit__": "None",
    "same_as": "bool",
    "astext": "str",
}
_SPECIAL = (
    set(_METHODS)
    | {
        f"__{name}__"
        for name in "call getitem iter next enter add sub mul truediv neg gt ge le radd rsub rmul or and".split()
    }
) - {"__del__", "__setattr__"}


def members(cls):
    """(name, value) of the public names that a class declares itself."""
    for name, value in vars(cls).items():
        if name in _SPECIAL or _shown(name):
            if isinstance(value, types.MemberDescriptorType) and name.startswith("_"):
                continue
            yield name, value


def document(value):
    """The documentation that a function, class or module itself has; inherited documentation does not count."""
    text = value.__dict__.get("__doc__") if isinstance(value, type) else getattr(value, "__doc__", None)
    return inspect.cleandoc(text) if isinstance(text, str) else ""


# --- types from the engine's tables ---

_ATTRS = {
    "string": "str",
    "int": "int",
    "bool": "bool",
    "float": "float",
    "dtype": "Any",
    "list[int]": "Any",
    "optional[list[int]]": "Any",
    "optional[int]": "int | None",
    "any": "Any",
}


def table_types():
    """Functions that return the types of results and parameters of functions that are made from tables."""
    from passcope.ir.transform import Pass
    from passcope.relay.transform import transform
    from passcope.ir._table import TABLE
    from passcope.relay.op import _build

    rows = {}
    for row in _build.ROWS.strip().splitlines():
        name, op, _, count = _build._parse(row)
        function = _build.FUNCTIONS.get(name)
        if function is not None:
            rows[id(function)] = TABLE[op], count, function
    passes = {id(value) for value in vars(transform).values() if getattr(value, "__name__", None) in transform._TABLE}
    named = {
        "passcope.relay.expr.var": "passcope.relay.expr.Var",
        "passcope.relay.expr.const": "passcope.relay.expr.Constant",
        "passcope.relay.expr.bind": "passcope.ir.expr.RelayExpr",
        "passcope.runtime.ndarray.array": "passcope.runtime.ndarray.NDArray",
        "passcope.runtime.ndarray.empty": "passcope.runtime.ndarray.NDArray",
        "passcope.runtime.ndarray.cpu": "passcope.runtime.ndarray.Device",
        "passcope.runtime.ndarray.device": "passcope.runtime.ndarray.Device",
        "passcope.parser.fromtext": "passcope.ir.module.IRModule",
        "passcope.parser.parse": "passcope.ir.module.IRModule",
        "passcope.parser.parse_expr": "passcope.ir.expr.RelayExpr",
        "passcope.relay.build_module.optimize": "tuple[passcope.ir.module.IRModule, Any]",
    }
    module_class = "passcope.ir.module.IRModule"

    def returns(function):
        if id(function) in rows:
            return "passcope.relay.expr." + ("TupleWrapper" if rows[id(function)][1] else "Call")
        if id(function) in passes:
            return f"{Pass.__module__}.{Pass.__name__}"
        if getattr(function, "__name__", "") == "get_workload":
            return f"tuple[{module_class}, dict[str, passcope.runtime.ndarray.NDArray]]"
        return named.get(f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', '')}")

    def parameters(function):
        if id(function) not in rows:
            return {}
        declared = rows[id(function)][0]
        made = {attr["name"]: _ATTRS.get(attr["type"], "Any") for attr in declared["attrs"]}
        # As in TVM, numbers, lists and arrays are accepted for expressions, too.
        made.update({arg["name"]: "Any" for arg in declared["args"]})
        return made

    return returns, parameters


# --- stubs ---


def _default(value):
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, float) and value == value and abs(value) != float("inf"):
        return repr(value)
    if isinstance(value, tuple) and all(isinstance(item, (int, float, str)) for item in value):
        return repr(value)
    return "..."


def _quoted(text):
    if not text:
        return []
    text = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    if text.endswith('"'):
        text += " "
    lines = text.split("\n")
    return [f'"""{lines[0]}"""'] if len(lines) == 1 else [f'"""{lines[0]}', *lines[1:], '"""']


class StubWriter:
    """The stub of one module."""

    def __init__(self, describer, module):
        self._describer, self._module = describer, module
        self._imports = set()
        # Some modules have an Any of their own.
        own = any(name == "Any" for name, _, _ in describer.entries(module))
        self._any = "typing.Any" if own else "Any"

    def _type(self, text):
        """A type in short form. Notes the imports that it needs."""

        def short(match):
            module, name = match.group(1), match.group(2)
            if module == self._module.__name__:
                return name
            self._imports.add(f"import {module}")
            return match.group(0)

        text = re.sub(r"(?<![\w.])Any\b", self._any, text)
        for module in ("typing", "collections.abc", "os"):
            if f"{module}." in text:
                self._imports.add(f"import {module}")
        return re.sub(r"(passcope(?:\.\w+)*)\.(\w+)", short, text)

    def _parameters(self, function, method):
        """The parameters in parentheses."""
        signature = self._describer.signature(function)
        if signature is None:
            return self._type("self, *args: Any, **kwargs: Any" if method else "*args: Any, **kwargs: Any")
        made, star = [], False
        for i, parameter in enumerate(signature.parameters.values()):
            if parameter.kind is parameter.KEYWORD_ONLY and not star:
                made.append("*")
                star = True
            mark = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
            star = star or mark == "*"
            if i == 0 and method and not mark:
                made.append(parameter.name)
                continue
            text = f"{mark}{parameter.name}: {self._type(self._describer.parameter_type(function, parameter))}"
            if parameter.default is not EMPTY:
                text += f" = {_default(parameter.default)}"
            made.append(text)
        return ", ".join(made)

    def _function(self, name, function, indent="", owner=None, decorator=None, method=False):
        lines = [f"{indent}@{decorator}"] if decorator else []
        result = self._type(self._describer.return_type(name, function, owner))
        head = f"{indent}def {name}({self._parameters(function, method)}) -> {result}:"
        text = _quoted(document(function))
        if not text:
            return [*lines, f"{head} ..."]
        return [*lines, head, *(f"{indent}    {line}".rstrip() for line in text)]

    def _hides(self, base):
        """Whether a base class of the package has no stub. Its members are then written with the public class."""
        if base is object or not self._describer.within(base.__module__):
            return False
        # A class of `namedtuple` may have the name of the class that derives from it.
        home = self._describer.modules.get(base.__module__)
        return not _shown(base.__name__) or getattr(home, base.__name__, None) is not base

    def _bases(self, cls):
        """The bases of a class. The bases of a hidden base replace it."""
        for base in cls.__bases__:
            if self._hides(base):
                yield from self._bases(base)
            else:
                yield base

    def _members(self, cls):
        """The public names that a class declares, and those of hidden bases."""
        declared = dict(members(cls))
        for base in cls.__bases__:
            if self._hides(base):
                declared = {**dict(self._members(base)), **declared}
        return declared.items()

    def _fields(self, cls):
        """The fields of a dataclass or a named tuple that the class declares itself, as lines."""
        defaults = {field.name: field for field in dataclasses.fields(cls)} if dataclasses.is_dataclass(cls) else {}
        for name in inspect.get_annotations(cls):
            field = defaults.get(name)
            text = self._type(type_text(field.type if field else _evaluated(cls, name)))
            missing = dataclasses.MISSING
            optional = field is not None and (field.default is not missing or field.default_factory is not missing)
            if "list" in inspect.get_annotations(cls):
                # A field of this name hides the class.
                self._imports.add("import builtins")
                text = re.sub(r"(?<!\.)\blist\[", "builtins.list[", text)
            yield f"    {name}: {text}{' = ...' if optional else ''}"

    def _record(self, cls, name):
        """A dataclass or a named tuple; its fields come first."""
        if dataclasses.is_dataclass(cls):
            self._imports.add("import dataclasses")
            bases = [self._type(f"{base.__module__}.{base.__name__}") for base in cls.__bases__]
            head = ["@dataclasses.dataclass(frozen=True)", f"class {name}({', '.join(bases)}):"]
        else:
            self._imports.add("import typing")
            head = [f"class {name}(typing.NamedTuple):"]
        body = [f"    {line}".rstrip() for line in _quoted(document(cls))]
        return [*head, *body, *self._fields(cls)]

    def _class(self, cls, name):
        if dataclasses.is_dataclass(cls) or issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self._record(cls, name)
        bases = []
        for base in dict.fromkeys(self._bases(cls)):
            if base is object or not self._describer.within(base.__module__):
                if base in (dict, list, tuple, str, int, float, Exception, RuntimeError, ValueError, TypeError):
                    items = {dict: "[Any, Any]", list: "[Any]", tuple: "[Any, ...]"}.get(base, "")
                    bases.append(self._type(base.__name__ + items))
                continue
            bases.append(self._type(f"{base.__module__}.{base.__name__}"))
        head = f"({', '.join(bases)})" if bases else ""
        lines = [f"class {name}{head}:"]
        if typing.Generic in cls.__bases__:
            self._imports.add("import typing")
            lines = ['_T = typing.TypeVar("_T")', "", f"class {name}(list[_T], typing.Generic[_T]):"]
        body = [f"    {line}".rstrip() for line in _quoted(document(cls))]
        body += self._fields(cls)
        for member, value in self._members(cls):
            if isinstance(value, staticmethod):
                body += self._function(member, value.__func__, "    ", cls, "staticmethod")
            elif isinstance(value, classmethod):
                body += self._function(member, value.__func__, "    ", cls, "classmethod", True)
            elif isinstance(value, property):
                body += self._function(member, value.fget, "    ", cls, "property", True)
                if value.fset:
                    body += [f"    @{member}.setter", f"    def {member}(self, value: {self._any}) -> None: ..."]
            elif inspect.isfunction(value):
                body += self._function(member, value, "    ", cls, None, True)
            elif isinstance(value, type):
                body.append(f"    {member}: {self._any}")
            else:
                body.append(f"    {member}: {self._type(_constant(value))}")
        return lines + (body or ["    ..."])

    def text(self):
        """The text of the stub."""
        describer, module = self._describer, self._module
        body, again = [], []
        for name, value, home in describer.entries(module):
            if isinstance(value, types.ModuleType):
                if value.__name__ == f"{module.__name__}.{name}":
                    again.append(f"from . import {name} as {name}")
                else:
                    parent, _, own = value.__name__.rpartition(".")
                    again.append(
                        f"from {parent} import {own} as {name}" if parent else f"import {value.__name__} as {name}"
                    )
            elif home:
                again.append(f"from {home[0]} import {home[1]} as {name}")
            elif isinstance(value, type):
                # A class under another name is the same class.
                own = value.__name__
                if own != name and getattr(module, own, None) is value:
                    body.append([f"{name} = {own}"])
                else:
                    body.append(self._class(value, name))
            elif inspect.isfunction(value):
                body.append(self._function(name, value))
            else:
                body.append([f"{name}: {self._type(_constant(value))}"])
        head = [
            *_quoted(document(module)),
            "",
            "import typing" if self._any != "Any" else "from typing import Any",
            "",
            *sorted(self._imports),
            *again,
        ]
        parts = ["\n".join(head), *("\n".join(part) for part in body)]
        return "# Made by python/tools/describe.py.\n" + "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _evaluated(cls, name):
    """The annotation of a field."""
    try:
        return typing.get_type_hints(cls).get(name, typing.Any)
    except (NameError, TypeError, AttributeError):
        return inspect.get_annotations(cls)[name]


def _constant(value):
    if isinstance(value, (bool, int, float, str)):
        return type(value).__name__
    return "Any"


def stubs(describer):
    """{path: text} of all stubs."""
    made = {}
    for name, module in describer.modules.items():
        path = "/".join(name.split(".")[1:])
        if Path(getattr(module, "__file__", "")).stem == "__init__":
            path = f"{path}/__init__".lstrip("/")
        made[f"{path}.pyi"] = StubWriter(describer, module).text()
    return made


# --- completion ---


def _written(describer, name, value, method=False):
    """A function in readable form: its parameters without types."""
    signature = describer.signature(value)
    if signature is None:
        return f"{name}(…)"
    parameters = list(signature.parameters.values())
    if method:
        parameters = parameters[1:]
    texts = []
    for parameter in parameters:
        mark = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        default = "" if parameter.default is EMPTY else f"={_default(parameter.default)}"
        texts.append(f"{mark}{parameter.name}{default}".replace("...", "…"))
    return f"{name}({', '.join(texts)})"


class NameWriter:
    """The names of a package for completion: rows of name, kind, signature, documentation, and the type of the value or
    result."""

    def __init__(self, describer, public):
        self._describer, self._public = describer, public
        self.modules, self.classes = {}, {}

    def _path(self, module):
        """A module's path as users write it."""
        return self._public + module[len(self._describer.package) :]

    def _result(self, function):
        found = self._describer.return_type("", function)
        cls = found.split("|")[0].strip()
        module, _, name = cls.rpartition(".")
        if module in self._describer.modules and isinstance(getattr(self._describer.modules[module], name, None), type):
            return f"{self._path(module)}.{name}"
        return None

    def _row(self, name, kind, signature="", text="", of=None):
        row = {"name": name, "kind": kind}
        if signature:
            row["signature"] = signature
        if text:
            row["doc"] = text
        if of:
            row["of"] = of
        return row

    def _class(self, path, cls):
        rows = []
        rows += [self._row(field.name, "property") for field in _fields_of(cls)]
        for name, value in members(cls):
            if name.startswith("__") or any(row["name"] == name for row in rows):
                continue
            inner = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            if isinstance(value, property):
                rows.append(self._row(name, "property", "", document(value)))
            elif inspect.isfunction(inner):
                method = not isinstance(value, staticmethod)
                rows.append(
                    self._row(
                        name,
                        "method",
                        _written(self._describer, name, inner, method),
                        document(inner),
                        self._result(inner),
                    )
                )
            else:
                rows.append(self._row(name, "property"))
        bases = []
        for base in cls.__mro__[1:]:
            if base.__module__ in self._describer.modules and _shown(base.__name__):
                bases.append(f"{self._path(base.__module__)}.{base.__name__}")
        self.classes[path] = {"bases": bases, "members": rows}

    def add(self, module):
        """Adds one module."""
        here = self._path(module.__name__)
        rows = []
        for name, value, home in self._describer.entries(module):
            if isinstance(value, types.ModuleType):
                rows.append(self._row(name, "module", "", document(value).split("\n")[0], self._path(value.__name__)))
                continue
            if home:
                # The row of the module that defines it has the details.
                rows.append(self._row(name, "same", "", "", f"{self._path(home[0])}.{home[1]}"))
            elif isinstance(value, type):
                path = f"{here}.{name}"
                self._class(path, value)
                method = value.__dict__.get("__init__") or value.__dict__.get("__new__")
                signature = (
                    _written(self._describer, name, method, True) if inspect.isfunction(method) else f"{name}(…)"
                )
                rows.append(self._row(name, "class", signature, document(value), path))
            elif inspect.isfunction(value) or inspect.ismethod(value):
                rows.append(
                    self._row(
                        name, "function", _written(self._describer, name, value), document(value), self._result(value)
                    )
                )
            elif type(value).__name__ == "ufunc":
                parameters = ", ".join(["x1", "x2"][: value.nin] if value.nin > 1 else ["x"])
                rows.append(self._row(name, "function", f"{name}({parameters}, out=None, where=True, dtype=None)"))
            else:
                rows.append(self._row(name, "constant"))
        self.modules[here] = rows


def _fields_of(cls):
    """The fields of a dataclass."""
    return dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()


def names(describers):
    """The data for the page's editor: {modules: {path: rows}, classes: {path: {bases, members}}}."""
    made = {"modules": {}, "classes": {}}
    for describer, public in describers:
        writer = NameWriter(describer, public)
        for module in describer.modules.values():
            writer.add(module)
        made["modules"].update(writer.modules)
        made["classes"].update(writer.classes)
    return json.dumps(made, ensure_ascii=False, indent=1, sort_keys=False) + "\n"


def page_numpy():
    """Imports the page's numpy under its own name, also if the real one is installed."""
    folder = PYTHON / "page" / "numpy"
    name = "page_numpy"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def described():
    """The Describer of the package."""
    sys.path += [str(PYTHON), str(PYTHON / "page")]
    pytest = sys.modules["pytest"] = types.ModuleType("pytest")
    pytest.fixture = lambda function: function
    import passcope
    from passcope.ir import records

    for name in records.RECORDS:
        getattr(records, name)
    return Describer(passcope, *table_types())


def write_stubs(folder):
    """Writes the stubs of the package's modules below a folder."""
    made = {folder / path: text for path, text in stubs(described()).items()}
    for path, text in {**made, folder / "py.typed": ""}.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def write_names(file):
    """Writes the names of the package and of the page's numpy."""
    package = described()
    array = Describer(page_numpy(), lambda function: None, lambda function: {}, from_private=True)
    file.write_text(names([(package, "tvm"), (array, "numpy")]), "utf-8")


def main():
    """Writes the requested output."""
    arguments = argparse.ArgumentParser(description=textwrap.dedent(__doc__).split("\n\n", maxsplit=1)[0])
    writers = {"stubs": write_stubs, "names": write_names}
    arguments.add_argument("what", choices=writers)
    arguments.add_argument("path", type=Path)
    given = arguments.parse_args()
    writers[given.what](given.path)


if __name__ == "__main__":
    main()
