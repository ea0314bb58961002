"""Data types by name, and the class of TVM's functions."""

import re


class DataTypeCode:
    """DLPack's numbers of the kinds of data types."""

    INT = 0
    UINT = 1
    FLOAT = 2
    HANDLE = 3
    BFLOAT = 4


_CODES = {
    "int": DataTypeCode.INT,
    "uint": DataTypeCode.UINT,
    "float": DataTypeCode.FLOAT,
    "handle": DataTypeCode.HANDLE,
    "bfloat": DataTypeCode.BFLOAT,
}


class DataType:
    """A data type by its name, such as "float32" or "int8x4": `type_code`, `bits`, `lanes`. Raises ValueError for others."""

    def __init__(self, type_str):
        name = str(type_str)
        found = re.fullmatch(r"([a-z]+?)(\d*)(?:x(\d+))?", "uint1" if name == "bool" else name)
        if not found or found[1] not in _CODES:
            raise ValueError(f"Do not know how to handle type {name}")
        self.type_code = _CODES[found[1]]
        self.bits = int(found[2] or (64 if found[1] == "handle" else 32))
        self.lanes = int(found[3] or 1)
        self._name = name

    def __eq__(self, other):
        facts = self.bits, self.type_code, self.lanes
        return isinstance(other, DataType) and facts == (other.bits, other.type_code, other.lanes)

    def __hash__(self):
        return hash((self.bits, self.type_code, self.lanes))

    def __repr__(self):
        return self._name

    __str__ = __repr__


class _Callable(type):
    def __instancecheck__(cls, instance):
        return callable(instance) and not isinstance(instance, type)


class PackedFunc(metaclass=_Callable):
    """The result of `get_global_func`, which is any Python function."""

    def __new__(cls, function):
        return function
