"""Errors about arguments as sentences.

A call that works is not checked. If a call fails inside of the package, such as with "'NoneType' object has no attribute
'handle'", `guarded` finds the argument that led to it, and raises an ArgumentError that names it. Errors that the package
raises on purpose, and errors of the user's own functions, pass unchanged.
"""

import collections.abc
import contextlib
import functools
import inspect
import opcode
import re
import sys
import types
import typing

from .error import ArgumentError, DiagnosticError

_RAISE = opcode.opmap["RAISE_VARARGS"]
_RERAISE = opcode.opmap["RERAISE"]

_HELPERS = ("json", "numpy", "pathlib", "statistics")

_PACKAGE = __name__.rpartition(".")[0]

# {class: (one of it, several)}. Modules add their classes with `call_it`.
_PHRASES = {
    str: ("a string", "strings"),
    int: ("an integer", "integers"),
    float: ("a number", "numbers"),
    bool: ("True or False", "booleans"),
    dict: ("a dictionary", "dictionaries"),
    list: ("a list", "lists"),
    tuple: ("a tuple", "tuples"),
    type(None): ("None", "None"),
    collections.abc.Callable: ("a function", "functions"),
    collections.abc.Mapping: ("a dictionary", "dictionaries"),
}

# The class that parameters of a name have in the whole package, for functions without annotations.
_BY_NAME = {}

_NUMBERS = (int, float)

# Packages that functions import when they need them, and how to get them.
_PACKAGES = {
    "numpy": "sudo apt install python3-numpy, or pip install numpy",
    "torch": "pip install torch. A path or the bytes of a TorchScript archive need no torch",
    "pytest": "sudo apt install python3-pytest, or pip install pytest",
}

# Python's words for objects of a wrong type, which say nothing about the arguments.
_OF_PYTHON = re.compile(r"object|NoneType|incompatible function arguments|handle|\n")

# What an object has to be that has an attribute, for parameters of which nothing else is known.
_WITH_ATTRIBUTE = {
    "handle": "an expression, a type or another object of the package",
    "name_hint": "a variable",
    "items": "a dictionary",
    "keys": "a dictionary",
    "checked_type": "an expression with an inferred type",
    "startswith": "a string",
    "split": "a string",
}


def call_it(cls, one, several, *names):
    """Sets the words for objects of a class in messages. Parameters with one of `names` take such objects."""
    _PHRASES[cls] = one, several
    _BY_NAME.update(dict.fromkeys(names, cls))


def described(value):
    """A value in the words of a message."""
    if value is None:
        return "None"
    if isinstance(value, str):
        return f"the string {value if len(value) <= 40 else value[:37] + '…'!r}"
    if isinstance(value, (bool, int, float)):
        return f"the number {value!r}" if not isinstance(value, bool) else repr(value)
    if isinstance(value, type):
        return f"the class {value.__name__}"
    if inspect.isroutine(value):
        return f"the function {getattr(value, '__name__', 'without a name')}"
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


def must_be(where, name, value, *classes):
    """Returns an argument of one of the classes. Raises ArgumentError for other arguments."""
    if isinstance(value, classes):
        return value
    expected = " or ".join(_phrase(cls) for cls in classes)
    raise ArgumentError(f"{where} takes {expected} as '{name}', not {described(value)}")


def _phrase(cls, several=False):
    for base in getattr(cls, "__mro__", (cls,)):
        if base in _PHRASES and (base is cls or not isinstance(cls, type)):
            return _PHRASES[base][several]
    name = getattr(cls, "__name__", str(cls))
    if several:
        return f"objects of class {name}"
    return f"{'an' if name[0] in 'AEIOaeio' else 'a'} {name}"


# --- annotations ---


def _options(annotation):
    """The alternatives of an annotation."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return [option for each in typing.get_args(annotation) for option in _options(each)]
    return [annotation]


def _item(annotation):
    """The annotation of the items, for an annotation of a list; None for others."""
    origin = typing.get_origin(annotation)
    is_list = isinstance(origin, type) and issubclass(origin, collections.abc.Sequence | collections.abc.Iterable)
    if not is_list or issubclass(origin, collections.abc.Mapping):
        return None
    return typing.get_args(annotation)[0]


def _fits(value, annotation):
    """Whether a value has an annotated type. Unknown forms fit everything."""
    if annotation in (typing.Any, object):
        return True
    if len(options := _options(annotation)) > 1:
        return any(_fits(value, option) for option in options)
    if annotation is None:
        return value is None
    item = _item(annotation)
    if item is not None:
        is_list = not isinstance(value, (str, bytes, type)) and hasattr(value, "__iter__")
        return is_list and all(_fits(each, item) for each in value)
    cls = typing.get_origin(annotation) or annotation
    if not isinstance(cls, type):
        return True
    if cls is float:
        cls = (int, float)
    # The items of a call with a tuple as its result are an expression, too.
    return isinstance(value, cls) or getattr(type(value), "_acts_as", None) is cls


def _wording(annotation, several=False):
    """An annotation in words."""
    options = [option for option in _options(annotation) if option not in (None, type(None))]
    if len(options) > 1:
        return " or ".join(dict.fromkeys(_wording(option, several) for option in options))
    item = _item(options[0])
    if item is not None:
        return f"{'lists' if several else 'a list'} of {_wording(item, True)}"
    return _phrase(typing.get_origin(options[0]) or options[0], several)


def annotations_of(function):
    """{parameter: annotation} of those whose names can be resolved."""
    function, made = inspect.unwrap(function), {}
    for name, annotation in function.__annotations__.items():
        with contextlib.suppress(NameError, TypeError):
            made[name] = eval(annotation, function.__globals__) if isinstance(annotation, str) else annotation
    return made


def _annotations(function):
    """The annotations, and the classes of the names that need none."""
    made = annotations_of(function)
    for name in inspect.signature(function).parameters:
        if name not in made and name in _BY_NAME:
            made[name] = _BY_NAME[name]
    return made


# --- the argument that led to an error ---


def _given(function, args, kwargs):
    """The parameters of a failed call with their values, without `self`; None if Python refused the call itself."""
    try:
        return inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return None


def _where(function):
    """A function or a class as messages call it."""
    name = function.__qualname__.removesuffix(".__init__").removesuffix(".__call__")
    owner, _, last = name.rpartition(".")
    return owner if owner and last.startswith("__") else name.rpartition(".<locals>.")[2]


def _misfit(function, given):
    """A sentence about an argument that does not have the class of its parameter; None if all have it."""
    annotations, parameters = _annotations(function), inspect.signature(function).parameters
    for name, value in given.items():
        expected, parameter = annotations.get(name), parameters[name]
        if expected is None or value is parameter.default:
            continue
        if parameter.kind is parameter.VAR_POSITIONAL:
            expected = collections.abc.Sequence[expected]
        if not _fits(value, expected):
            return f"{_where(function)} takes {_wording(expected)} as '{name}'{_but(value, expected)}"
    return None


def _but(value, expected):
    """What was given in place of what was expected. For a list, the first wrong item."""
    if isinstance(value, _NUMBERS) and "an expression" in _wording(expected):
        return f", not {described(value)}; relay.const makes a constant of it"
    for option in _options(expected):
        item = _item(option)
        if item is not None and isinstance(value, (list, tuple, collections.abc.Sequence)) and not isinstance(value, str):
            for i, each in enumerate(value):
                if not _fits(each, item):
                    return f", but item {i} is {described(each)}"
    return f", not {described(value)}"


def _blamed(function, given, error):
    """A sentence for an error about arguments of which no annotation tells what they must be."""
    where, attribute = _where(function), getattr(error, "name", None)
    given = {name: value for name, value in given.items() if name != "self"}
    expected = _WITH_ATTRIBUTE.get(attribute)
    for name, value in given.items() if isinstance(error, AttributeError) else ():
        if value is error.obj and expected:
            return f"{where} takes {expected} as '{name}', not {described(value)}"
        if value is error.obj:
            return f"{where} cannot use {described(value)} as '{name}'"
        if isinstance(value, (list, tuple)):
            for i, each in enumerate(value):
                if each is error.obj:
                    return f"{where} cannot use {described(each)} as item {i} of '{name}'"
    listed = " and ".join(f"{described(value)} as '{name}'" for name, value in given.items())
    reason = "" if _OF_PYTHON.search(str(error)) else f": {error}"
    return f"{where} cannot use {listed}{reason}" if given else None


# --- the guard ---


def _is_internal(error):
    """Whether an error comes from code of the package that did not raise it on purpose."""
    if isinstance(error, DiagnosticError):
        return error.kind == "usage" and "does not exist or was released" in str(error)
    place, last = error.__traceback__, None
    while place is not None:
        # Helpers get the user's values from the package, or from the user's own functions.
        if last is None or place.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in _HELPERS:
            last = place
        place = place.tb_next
    if not last.tb_frame.f_globals.get("__name__", "").startswith(_PACKAGE + "."):
        return False
    return last.tb_next is not None or last.tb_frame.f_code.co_code[last.tb_lasti] not in (_RAISE, _RERAISE)


def guarded(function):
    """Makes the errors of a function about its arguments sentences."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except ModuleNotFoundError as error:
            if error.name not in _PACKAGES:
                raise
            made = ImportError(f"{_where(function)} needs the package {error.name}: {_PACKAGES[error.name]}")
        except (AttributeError, TypeError, DiagnosticError) as error:
            # The outermost function that got the wrong argument names it.
            is_told = isinstance(error, ArgumentError)
            given = _given(function, args, kwargs) if is_told or _is_internal(error) else None
            if not given:
                raise
            sentence = _misfit(function, given)
            if sentence is None:
                # The error may be a mistake of the package, so it stays as the cause.
                sentence = None if is_told else _blamed(function, given, error)
                if sentence is None:
                    raise
                raise ArgumentError(sentence) from error
            made = ArgumentError(sentence)
        raise made

    call.is_guarded = True
    return call


_SPECIAL = ("__init__", "__call__", "__getitem__", "__setitem__", "__contains__")


def _guard_class(cls):
    """Guards the public methods that a class declares. Those of visitors are called once for each node, so they stay."""
    for name, value in list(vars(cls).items()):
        if name in _SPECIAL or not name.startswith(("_", "visit")):
            if inspect.isfunction(value) and not hasattr(value, "is_guarded"):
                setattr(cls, name, guarded(value))
            elif isinstance(value, (staticmethod, classmethod)) and not hasattr(value.__func__, "is_guarded"):
                setattr(cls, name, type(value)(guarded(value.__func__)))


def guard_module(name):
    """Guards a module that is loaded later than the package. Call it at the module's end."""
    _guard([sys.modules[name]])


def guard_package():
    """Guards the public functions and classes of the modules that are loaded, under all of their names."""
    modules = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith(_PACKAGE + ".") and not name.startswith(_PACKAGE + "._")
    ]
    _guard(modules)


def _guard(modules):
    made = {}
    for module in modules:
        for name, value in list(vars(module).items()):
            if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
                continue
            if isinstance(value, type) and not issubclass(value, BaseException):
                _guard_class(value)
            elif inspect.isfunction(value) and not hasattr(value, "is_guarded"):
                made[value] = guarded(value)
    for module in [sys.modules[_PACKAGE], *modules]:
        for name, value in list(vars(module).items()):
            if inspect.isfunction(value) and value in made:
                setattr(module, name, made[value])
