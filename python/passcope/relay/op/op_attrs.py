"""The classes of operators' attributes, by TVM's names: `isinstance(call.attrs, Conv2DAttrs)`."""

from ...ir._table import TABLE
from ...ir.attrs import CLASSES, OF_OPERATORS, Attrs


def _declare():
    for name, row in TABLE.items():
        key = row["attrsType"]
        if not key:
            continue
        if key not in CLASSES:
            short = key.rpartition(".")[2]
            doc = f"The attributes of {name} and of what takes the same."
            dtypes = frozenset(field["name"] for field in row["attrs"] if field["type"] == "dtype")
            facts = {"__slots__": (), "__doc__": doc, "__module__": __name__, "type_key": key, "_dtypes": dtypes}
            made = type(short, (Attrs,), facts)
            CLASSES[key] = globals()[short] = made
        OF_OPERATORS[name] = CLASSES[key]


_declare()
