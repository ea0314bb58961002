"""Records that the engine returns, such as `TraceEntry` and `PassRemark`.

They are frozen dataclasses, made from the engine's schema. Fields have the names of the schema in Python's style:
`opsBefore` is `ops_before`, and `pass` is `pass_name`. An optional field that is missing is None. Lists of records are
`Records`, whose `to_dicts()` is ready for a data frame.
"""

import dataclasses
import functools
import re
import typing

from .. import _raw
from .._html import table
from ._schema import SCHEMA
from .module import IRModule

_ROWS = {row["name"]: row for row in SCHEMA["records"]}

_T = typing.TypeVar("_T")


def snake(name):
    """A name of the engine in Python's style."""
    return "pass_name" if name == "pass" else re.sub(r"([A-Z])", r"_\1", name).lower()


class Record:
    """The base of all records."""

    __slots__ = ()

    def to_dict(self) -> dict[str, typing.Any]:
        """The fields by name, with nested records as dictionaries."""
        return {field.name: _plain(getattr(self, field.name)) for field in dataclasses.fields(self)}


def _plain(value):
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value


class Records(list, typing.Generic[_T]):
    """A list of records. `pandas.DataFrame(records.to_dicts())` is a data frame of them."""

    def to_dicts(self) -> list[dict[str, typing.Any]]:
        """A dictionary for each record. Records with `children` are listed with all of these, and with their `depth`."""
        rows = []

        def add(records, depth):
            for each in records:
                row = each.to_dict()
                if "children" in row:
                    del row["children"]
                    row = {"depth": depth, **row}
                rows.append(row)
                add(getattr(each, "children", ()), depth + 1)

        add(self, 0)
        return rows

    def _repr_html_(self) -> str:
        return table(self.to_dicts())


# --- types ---


def _split(text):
    """Splits at commas outside of brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


@functools.lru_cache(maxsize=None)
def reader(text):
    """(type, read): the Python type of a type of the schema as a text, and a function that reads its values from JSON."""
    if text.startswith('"'):
        return f"typing.Literal[{', '.join(text.split(' | '))}]", None
    name, inner = re.fullmatch(r"(\w+)(?:\[(.*)\])?", text).groups()
    parts = _split(inner) if inner else []
    if name == "list":
        item, read = reader(inner)
        if inner in _ROWS:
            return f"{__name__}.Records[{item}]", lambda values: Records(map(read, values))
        return f"list[{item}]", read and (lambda values: list(map(read, values)))
    if name == "optional":
        item, read = reader(inner)
        return f"{item} | None", read and (lambda value: None if value is None else read(value))
    if name == "dict":
        return f"dict[str, {reader(parts[1])[0]}]", None
    if name == "tuple":
        return f"tuple[{', '.join(reader(part)[0] for part in parts)}]", tuple
    if name == "module":
        return f"{IRModule.__module__}.IRModule", IRModule._of
    if name in _ROWS:
        # A record can contain records of its own kind.
        return f"{__name__}.{name}", lambda value: record(name)._read(value)
    return {"string": "str", "dtype": "str", "dim": "int | str", "any": "typing.Any"}.get(name, name), None


@functools.lru_cache(maxsize=None)
def record(name):
    """The class of a record."""
    row = _ROWS[name]
    fields, readers = [], {}
    # In a dataclass, fields without a default come first.
    for each in sorted(row["fields"], key=lambda field: bool(field.get("optional"))):
        type_, readers[each["name"]] = reader(each["type"])
        own = snake(each["name"])
        if each.get("optional"):
            fields.append((own, f"{type_} | None", dataclasses.field(default=None)))
        else:
            fields.append((own, type_))
    docs = "\n".join(f"{snake(each['name'])} : {each['doc']}" for each in row["fields"] if each.get("doc"))
    names = [each["name"] for each in row["fields"]]

    def read(cls, value, **more):
        given = zip(names, value) if row.get("tuple") else value.items()
        # Newer engines can have more fields.
        known = {key: item for key, item in given if key in readers}
        read = {snake(key): readers[key](item) if readers[key] else item for key, item in known.items()}
        return cls(**read, **more)

    namespace = {
        "__doc__": f"{row['doc']}\n\n{docs}",
        "__module__": __name__,
        "_read": classmethod(read),
        **_MORE.get(name, {}),
    }
    return dataclasses.make_dataclass(name, fields, bases=(Record,), frozen=True, namespace=namespace)


# Messages have a text, and parts for translations.
_MORE = {"Message": {"__str__": lambda self: self.text, "__repr__": lambda self: f"Message({self.text!r})"}}

RECORDS = tuple(_ROWS)


def __getattr__(name):
    # The classes are made when a script first uses them, because most scripts use few.
    if name in _ROWS:
        globals()[name] = record(name)
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return [*globals(), *_ROWS]
