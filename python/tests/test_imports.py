"""Modules of the package do not import each other in circles, and import when they are loaded."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "passcope"

# {module: the reason why its functions import other modules of the package when they are called}
LATE = {}

# The parts of the package, from the lowest to the highest. A part imports only earlier parts.
LAYERS = [
    ("error", "_absent", "_entered", "_given", "_html", "_host", "_raw"),
    ("tir",),
    ("runtime", "contrib", "_ffi"),
    ("target", "arith"),
    ("ir",),
    ("topi", "testing", "parser"),
    ("relay",),
]


def _name(path):
    parts = ("passcope", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_name(path): path for path in ROOT.rglob("*.py")}


def _packages(name):
    """A module and the packages around it, which are loaded before it."""
    parts = name.split(".")
    return {".".join(parts[:i]) for i in range(1, len(parts) + 1)}


def _imported(name, node):
    """The modules of the package that a statement of a module imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name in MODULES]
    base = node.module or ""
    if node.level:
        parts = name.split(".")
        kept = len(parts) - node.level + (MODULES[name].name == "__init__.py")
        base = ".".join([*parts[:kept], *([base] if base else [])])
    submodules = [f"{base}.{alias.name}" for alias in node.names]
    found = [each if each in MODULES else base for each in submodules]
    return [each for each in found if each in MODULES]


def _imports(name):
    """The modules that a module imports when it is loaded, and those that its functions import when they are called."""
    first, late, open_ = set(), set(), [(ast.parse(MODULES[name].read_text("utf-8")), False)]
    while open_:
        node, within = open_.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            (late if within else first).update(_imported(name, node))
        within = within or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        open_.extend((child, within) for child in ast.iter_child_nodes(node))
    return first - {name}, late - {name}


IMPORTS = {name: _imports(name) for name in MODULES}


def test_no_module_needs_itself():
    # Importing a module also loads the packages around it, unless the importer is inside of them.
    needs = {
        name: {package for each in first for package in _packages(each)} - (_packages(name) - first)
        for name, (first, _) in IMPORTS.items()
    }
    while True:
        free = [name for name, left in needs.items() if not left & needs.keys()]
        if not free:
            break
        for name in free:
            del needs[name]
    assert not needs, {name: sorted(left & needs.keys()) for name, left in needs.items()}


def test_modules_import_when_they_are_loaded():
    assert {name for name, (_, late) in IMPORTS.items() if late} == set(LATE)


@pytest.mark.parametrize("number", range(len(LAYERS)), ids=["-".join(layer) for layer in LAYERS])
def test_parts_import_those_below_them(number):
    above = {f"passcope.{part}" for layer in LAYERS[number + 1 :] for part in layer}
    own = tuple(f"passcope.{part}" for part in LAYERS[number])
    for name, (first, late) in IMPORTS.items():
        if _packages(name) & set(own):
            wrong = [each for each in first | late if _packages(each) & above]
            assert not wrong, f"{name} imports {', '.join(wrong)}"
