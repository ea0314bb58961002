"""Writes ONNX models: the few messages of ONNX's protobuf format that nodes with their tensors need."""

import struct

import numpy as np

# The numbers of the element types (TensorProto.DataType).
TYPES = {"float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7, "bool": 9}
TYPES |= {"float16": 10, "float64": 11, "uint32": 12, "uint64": 13}


class Graph(bytes):
    """An attribute that is a graph."""


def _varint(value):
    value &= 2**64 - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field, value):
    return _varint(field << 3) + _varint(int(value))


def _bytes(field, value):
    data = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _float(field, value):
    return _varint(field << 3 | 5) + struct.pack("<f", value)


def tensor(array, name=""):
    """A TensorProto with raw data."""
    dims = b"".join(_number(1, size) for size in array.shape)
    return dims + _number(2, TYPES[array.dtype.name]) + _bytes(8, name) + _bytes(
        9, np.ascontiguousarray(array).tobytes()
    )


def attribute(name, value):
    """An AttributeProto of the type that fits the value in Python."""
    if isinstance(value, np.ndarray):
        kind, data = 4, _bytes(5, tensor(value))
    elif isinstance(value, Graph):
        kind, data = 5, _bytes(6, value)
    elif isinstance(value, str):
        kind, data = 3, _bytes(4, value)
    elif isinstance(value, float):
        kind, data = 1, _float(2, value)
    elif isinstance(value, int):
        kind, data = 2, _number(3, value)
    elif value and isinstance(value[0], str):
        kind, data = 8, b"".join(_bytes(9, item) for item in value)
    elif value and isinstance(value[0], float):
        kind, data = 6, b"".join(_float(7, item) for item in value)
    else:
        kind, data = 7, b"".join(_number(8, item) for item in value)
    return _bytes(1, name) + data + _number(20, kind)


def node(op, inputs, outputs, attrs=None, domain=""):
    """A NodeProto. Omitted inputs and outputs have the name ""."""
    data = b"".join(_bytes(1, name) for name in inputs) + b"".join(_bytes(2, name) for name in outputs)
    data += _bytes(4, op) + b"".join(_bytes(5, attribute(*item)) for item in (attrs or {}).items())
    return data + (_bytes(7, domain) if domain else b"")


def value(name, dtype=None, shape=None):
    """A ValueInfoProto. Without a data type the value has no type, as results may."""
    if dtype is None:
        return _bytes(1, name)
    dims = b"".join(_bytes(1, _number(1, size)) for size in shape)
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, TYPES[dtype]) + _bytes(2, dims)))


def graph(nodes, inputs, outputs, initializers=()):
    """A GraphProto of nodes and values that are encoded already; `initializers` are pairs of name and array."""
    data = b"".join(_bytes(1, item) for item in nodes) + _bytes(2, "graph")
    data += b"".join(_bytes(5, tensor(array, name)) for name, array in initializers)
    return Graph(data + b"".join(_bytes(11, item) for item in inputs) + b"".join(_bytes(12, item) for item in outputs))


def model(graph_, opset):
    """A ModelProto."""
    versions = {"": opset, "com.microsoft": 1, "ai.onnx.ml": 1, "ai.onnx.preview.training": 1, "org.pytorch.aten": 1}
    imports = b"".join(_bytes(8, _bytes(1, domain) + _number(2, version)) for domain, version in versions.items())
    return _number(1, 8) + _bytes(7, graph_) + imports
