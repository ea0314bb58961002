"""Builds functions that make calls of operators, from the table of operators and TVM's signatures."""

import ast
from collections.abc import Sequence
import functools
import inspect
import re

from ... import _raw
from ..._given import guarded
from ...ir._table import TABLE
from ...runtime.container import Array, attribute
from ..expr import Call, Constant, RelayExpr, Tuple, TupleWrapper, const
from . import _signatures


def is_expr(value):
    """Whether a value is an expression. The items of a call with a tuple as its result are one, too."""
    return isinstance(value, (RelayExpr, TupleWrapper))


def is_int64(value):
    """Whether a number has the type int64: numpy's integers, or constants of sizes. Python's integers have the type int32."""
    is_number = not isinstance(value, RelayExpr) and not getattr(value, "shape", ())
    return is_number and str(getattr(value, "dtype", "")) == "int64"


def holds_int64(values):
    """Whether a list, or a list inside of it, contains an int64."""
    return any(holds_int64(item) if isinstance(item, (list, tuple, Array)) else is_int64(item) for item in values)


def data_type(value):
    """The name of a data type, which can also be numpy's type or a class."""
    if isinstance(value, str):
        return str(value)
    import numpy as np

    return str(np.dtype(value))


def make(name, inputs, attrs=None):
    """Makes a call of an operator. Attributes that are None have their defaults."""
    row = TABLE[name]
    given = {}
    for declared in row["attrs"]:
        key = declared["name"]
        value = (attrs or {}).get(key)
        if value is None and not declared["required"]:
            continue
        if value is None and declared["type"].startswith("list"):
            value = []
        is_type = declared["type"] == "dtype" and value is not None
        made = data_type(value) if is_type else attribute(value)
        if isinstance(value, (list, tuple, Array)) and holds_int64(value):
            made = {"$int64": made}
        given[key] = made
    handle = _raw.makeCall(name, _raw.handles(inputs), _raw.dumps(given))
    return Call._of(handle)


def items(call, count):
    """The items of a call whose result is a tuple."""
    return TupleWrapper(call, count)


def as_tuple(value):
    """A tuple expression; converts a list of expressions."""
    return value if isinstance(value, RelayExpr) else Tuple(list(value))


def listed(value):
    """A number, a list, or a constant of these as a list. Returns other expressions unchanged."""
    if isinstance(value, Constant):
        value = value.data.numpy()
        # As numpy's numbers, so that the attribute keeps their type.
        value = list(value) if value.shape else [value.item()]
    if is_expr(value) or value is None:
        return value
    if hasattr(value, "__iter__"):
        return list(value)
    return [value]


def repeated(value, count):
    """A number, repeated `count` times."""
    return (value,) * count if isinstance(value, int) else value


def padding(value, axes):
    """TVM's padding: the amounts before each axis, then the amounts after each axis."""
    if isinstance(value, int):
        value = (value,) * axes
    value = tuple(value)
    if len(value) == axes:
        return value + value
    if len(value) == 2 * axes:
        return value
    raise ValueError(f"Size of padding can only be {axes} or {2 * axes}")


def constant(value, dtype=None):
    """Converts a value that is not an expression to a constant."""
    return value if is_expr(value) else const(value, dtype)


_PARAMETER = re.compile(r"(\w+)(?::(\w+)(?:\((\w+)\))?)?(?:=(.*))?$", re.DOTALL)


_PER_AXIS = ("dilation", "kernel_size", "output_padding", "pool_size", "strides")


def _converter(mark, argument, name, op):
    """The conversion of a parameter: that of its row, or that of its attribute."""
    if mark == "const":
        return lambda value: constant(value, argument)
    if mark:
        return None if mark == "raw" else lambda value: repeated(value, int(mark[1:]))
    attrs = {attr["name"]: attr for attr in TABLE[op]["attrs"]}
    if name not in attrs or "list[int]" not in attrs[name]["type"]:
        return None
    # Windows have one stride per spatial axis.
    axes = len(attrs["strides"]["default"] or ()) if {"padding", "strides"} <= set(attrs) else 0
    if axes and name == "padding":
        return lambda value: padding(value, axes)
    if axes and name in _PER_AXIS:
        return lambda value: repeated(value, axes)
    if "dyn." + op in TABLE:
        return listed
    return lambda value: [value] if isinstance(value, int) else value


def _split(text):
    """Splits the parameters of a row at commas outside of brackets."""
    parts, depth, start = [], 0, 0
    for i, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


def _row_of_declaration(name):
    """The row of a function whose parameters are those that its operator declares."""
    inputs = [arg["name"] for arg in TABLE[name]["args"]]
    texts = list(inputs)
    for attr in TABLE[name]["attrs"]:
        default = attr["default"]
        text = "" if attr["required"] else f"={tuple(default) if isinstance(default, list) else default!r}"
        if attr["name"] not in inputs:
            texts.append(attr["name"] + text)
    return f"{name}({', '.join(texts)})"


def _rows():
    for line in _signatures.ROWS.strip().splitlines():
        if "(" in line:
            yield line
        else:
            yield from (_row_of_declaration(name) for name in line.split() if name in TABLE)


ROWS = "\n".join(_rows())


def _parse(row):
    """Name, operator, parameters and number of items of a row."""
    match = re.match(r"([\w.]+)\((.*)\)(?: = ([\w.]+))?(?: -> (\d))?$", row)
    name, parameters, op, count = match.groups()
    return name, op or name, _split(parameters), int(count or 0)


# There are few different defaults.
_default = functools.lru_cache(maxsize=None)(ast.literal_eval)


def function_of(name, op, texts, count):
    """Makes the function of a row."""
    declared = TABLE[op]
    named = {arg["name"] for arg in declared["args"]}
    attr_names = [attr["name"] for attr in declared["attrs"]]
    attrs = set(attr_names) - named
    lists = [arg["type"].startswith("Tuple") for arg in declared["args"]]
    parameters, converters = [], {}
    for text in texts:
        parameter, mark, argument, default = _PARAMETER.match(text).groups()
        # As in TVM, the attribute has another name.
        parameters.append(
            inspect.Parameter(
                parameter,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=inspect.Parameter.empty if default is None else _default(default),
            )
        )
        converter = _converter(mark, argument, parameter, op)
        if converter:
            converters[parameter] = converter
    signature = inspect.Signature(parameters)
    inputs = [p.name for p in parameters if p.name not in attrs][: len(declared["args"])]
    renamed = {p.name: p.name for p in parameters if p.name in attrs}
    # Parameters that are neither inputs nor names of attributes: in TVM, the attribute has this other name.
    rest = [p.name for p in parameters if p.name not in inputs and p.name not in renamed]
    unused = [name for name in attr_names if name not in renamed and name not in named]
    renamed.update(zip(rest, unused))
    dynamic = "dyn." + op

    def function(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        values = bound.arguments
        for key, converter in converters.items():
            if values[key] is not None:
                values[key] = converter(values[key])
        given = [values[key] for key in inputs]
        for i, is_list in enumerate(lists):
            if is_list and not isinstance(given[i], RelayExpr):
                given[i] = as_tuple(given[i])
        settings = {attr: values[key] for key, attr in renamed.items()}
        if dynamic in TABLE and any(is_expr(value) for value in settings.values()):
            return make_dynamic(dynamic, values)
        result = make(op, given, settings)
        return items(result, count) if count else result

    function.__name__ = function.__qualname__ = name.rsplit(".", 1)[-1]
    function.__signature__ = signature
    function.__annotations__ = {
        name: Sequence[RelayExpr] if is_list else RelayExpr for name, is_list in zip(inputs, lists) if name not in converters
    }
    function.__doc__ = _doc(declared, signature)
    return guarded(function)


def make_dynamic(name, values):
    """A call of the operator's dynamic counterpart, whose parameters have the same names and order."""
    inputs = [value for value in values.values() if is_expr(value)]
    settings = {key: value for key, value in values.items() if not is_expr(value)}
    return make(name, inputs, settings)


def _doc(declared, signature):
    facts = {fact["name"]: fact["doc"] for fact in [*declared["args"], *declared["attrs"]]}
    lines = [declared["doc"], ""]
    lines += [f"{name}: {facts[name]}" for name in signature.parameters if name in facts]
    return "\n".join(lines)


def _functions():
    made = {}
    for row in ROWS.splitlines():
        parts = _parse(row)
        if parts[1] in TABLE:
            made[parts[0]] = function_of(*parts)
    return made


FUNCTIONS = _functions()


def fill(namespace, prefix=""):
    """Adds the functions of one namespace (`nn.`) to a module."""
    for name, function in FUNCTIONS.items():
        base, _, short = name.rpartition(".")
        if base + "." == prefix or (not base and not prefix):
            function.__module__ = namespace["__name__"]
            namespace.setdefault(short, function)


def made_of_table(module, name):
    """The function of a name without namespace, for a module that has it in TVM."""
    if name not in FUNCTIONS or "." in name:
        raise AttributeError(f"module {module!r} has no attribute {name!r}")
    return FUNCTIONS[name]
