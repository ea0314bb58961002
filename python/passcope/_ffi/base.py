"""Parts of TVM's bindings besides the functions: the exception, and conversions of text."""

from ..error import TVMError


def py_str(value):
    """Decodes UTF-8 bytes as a text."""
    return value.decode("utf-8") if isinstance(value, (bytes, bytearray)) else str(value)


def c_str(value):
    """Encodes a text as UTF-8 bytes."""
    return str(value).encode("utf-8")
