"""Arrays by name as bytes, in TVM's format."""

import copyreg
import struct

from .. import _raw
from .ndarray import NDArray, array, empty

# The numbers at the beginning of a list of arrays, and of an array.
_LIST, _ARRAY = 0xF7E58D4F05049CB7, 0xDD5E40F096B4A13F
_CODES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4}


def _type_of(dtype):
    if dtype == "bool":
        return 1, 1
    name = dtype.rstrip("0123456789")
    return _CODES[name], int(dtype[len(name) :])


def array_to_bytes(value):
    """An array in TVM's binary format: its device, shape, type and elements."""
    code, bits = _type_of(value.dtype)
    out = bytearray(struct.pack("<QQii", _ARRAY, 0, 1, 0))
    out += struct.pack("<iBBH", len(value.shape), code, bits, 1)
    out += struct.pack(f"<{len(value.shape)}q", *value.shape)
    data = bytes(value._bytes())
    return out + struct.pack("<q", len(data)) + data


def arrays_of(params):
    """Converts values by name to arrays."""
    return {
        str(name): value if isinstance(value, NDArray) else array(value) for name, value in dict(params or {}).items()
    }


def handles_of(params):
    """Arrays by name in the engine's form, and the objects that keep them alive."""
    kept = arrays_of(params)
    return _raw.dumps({name: value.handle for name, value in kept.items()}), kept


def save_param_dict(params):
    """Arrays by name as a bytearray, in the format of TVM's executors."""
    arrays = arrays_of(params)
    out = bytearray(struct.pack("<QQQ", _LIST, 0, len(arrays)))
    for name in arrays:
        text = name.encode("utf-8")
        out += struct.pack("<Q", len(text)) + text
    out += struct.pack("<Q", len(arrays))
    for value in arrays.values():
        out += array_to_bytes(value)
    return out


class _Reader:
    def __init__(self, data):
        self._data = bytes(data)
        self._at = 0

    def take(self, layout):
        size = struct.calcsize(layout)
        values = struct.unpack(layout, self.bytes(size))
        return values if len(values) != 1 else values[0]

    def bytes(self, size):
        if size < 0 or self._at + size > len(self._data):
            raise ValueError("the parameters end too early")
        self._at += size
        return self._data[self._at - size : self._at]


def load_param_dict(param_bytes):
    """Reads the arrays from such bytes. Raises ValueError for other bytes."""
    reader = _Reader(param_bytes)
    magic, _, count = reader.take("<QQQ")
    if magic != _LIST:
        raise ValueError("these bytes are no parameters")
    names = [reader.bytes(reader.take("<Q")).decode("utf-8") for _ in range(count)]
    if reader.take("<Q") != count:
        raise ValueError("the parameters have not as many names as arrays")
    return {name: _read_array(reader, f"the parameter {name}") for name in names}


def array_from_bytes(data):
    """Reads the array from bytes of `array_to_bytes`. Raises ValueError for other bytes."""
    return _read_array(_Reader(data), "this")


def _read_array(reader, what):
    magic, _, _, _ = reader.take("<QQii")
    if magic != _ARRAY:
        raise ValueError(f"{what} is no array")
    ndim, code, bits, lanes = reader.take("<iBBH")
    kinds = {number: kind for kind, number in _CODES.items()}
    if ndim < 0 or lanes != 1 or code not in kinds:
        raise ValueError(f"{what} is no array that Passcope can hold")
    shape = struct.unpack(f"<{ndim}q", reader.bytes(8 * ndim))
    dtype = "bool" if (code, bits) == (1, 1) else f"{kinds[code]}{bits}"
    made = empty(shape, dtype)
    elements = reader.bytes(reader.take("<q"))
    if len(elements) != len(made._bytes()):
        raise ValueError(f"{what} has not as many elements as its shape says")
    made._bytes()[:] = elements
    return made


copyreg.pickle(NDArray, lambda value: (array_from_bytes, (bytes(array_to_bytes(value)),)))
